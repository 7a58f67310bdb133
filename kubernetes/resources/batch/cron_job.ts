/**
 * CronJobs. Nothing runs them here.
 *
 * @module
 */
import { defaultPodConditions } from "../../types/default_rules.ts";
import {
  type ApiObject,
  type Cause,
  type Dialect,
  isNewest,
  type JsonObject,
} from "@plumbline/server/api";
import {
  asObject,
  at,
  computed,
  defineKind,
  listAt,
  type ResourceDefinition,
  showEmpty,
  since,
  templateColumns,
  text,
  textAt,
  truth,
} from "@plumbline/server/resources";
import {
  invalidCause,
  nonnegative,
  requiredCause,
  unsupportedCause,
} from "@plumbline/server/rules";
import { validateJobSpec } from "./job.ts";
import { isSchedule, isZone } from "./schedule.ts";

const POLICIES = ["Allow", "Forbid", "Replace"];

/** The resource `cronjobs`. */
export const cronJobs = ({ release }: Dialect): ResourceDefinition =>
  defineKind({
    group: "batch",
    kind: "CronJob",
    shortNames: ["cj"],
    categories: ["all"],
    cells: [
      text("Schedule", "spec.schedule"),
      ...(isNewest(release) ? [text("Timezone", "spec.timeZone", "<none>")] : []),
      {
        ...truth("Suspend", "spec.suspend"),
        cell: (job) => at(job, "spec.suspend") === true ? "True" : "False",
      },
      { name: "Active", type: "integer", cell: (job) => listAt(job, "status.active").length },
      computed(
        "Last Schedule",
        (job, now) => since(at(job, "status.lastScheduleTime"), now, "<none>"),
      ),
    ],
    wideCells: templateColumns("spec.jobTemplate.spec.template", "spec.jobTemplate.spec.selector"),
    countsGeneration: true,
    status: {
      initial: () => ({}),
      takesAnyFinalizer: true,
    },
    applyDefaults(job) {
      if (isNewest(release)) defaultNewest(job);
      showEmpty(asObject(at(job, "spec.jobTemplate.spec.podFailurePolicy")), "rules");
    },
    reportsMissingFields: true,
    validate,
    // The names of its Jobs end with the time.
    validateCreate: ({ metadata: { name = "" } }) =>
      name.length > 52
        ? [invalidCause("metadata.name", name, "must be no more than 52 characters")]
        : [],
  });

function validate(job: ApiObject): Cause[] {
  const spec = asObject(job.spec) ?? {};
  const policy = String(spec.concurrencyPolicy);
  return [
    ...scheduleCauses(textAt(spec, "schedule")),
    ...(spec.timeZone === undefined
      ? []
      : zoneCauses(String(spec.timeZone), String(spec.schedule))),
    ...templateCauses(asObject(at(spec, "jobTemplate.spec")) ?? {}),
    ...["startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit"]
      .flatMap((field) => nonnegative(spec[field], `spec.${field}`)),
    ...(POLICIES.includes(policy)
      ? []
      : [unsupportedCause("spec.concurrencyPolicy", policy, POLICIES)]),
    ...validateJobSpec(asObject(at(spec, "jobTemplate.spec")) ?? {}, "spec.jobTemplate.spec"),
  ];
}

/** Validates the name of a time zone. */
function zoneCauses(zone: string, schedule: string): Cause[] {
  const isKnown = zone !== "" && zone.toLowerCase() !== "local" && isZone(zone);
  return [
    ...(isKnown ? [] : [invalidCause("spec.timeZone", zone, "unknown time zone")]),
    ...(schedule.includes("TZ")
      ? [invalidCause("spec.schedule", schedule, "cannot use both timeZone field and TZ")]
      : []),
  ];
}

/** The selector of each Job is generated. */
const templateCauses = ({ selector, manualSelector }: JsonObject): Cause[] => [
  ...(selector === undefined
    ? []
    : [invalidCause("spec.jobTemplate.spec.selector", selector, "will be auto-generated")]),
  ...(manualSelector === true
    ? [unsupportedCause("spec.jobTemplate.spec.manualSelector", true, ["nil", "false"])]
    : []),
];

function scheduleCauses(schedule: string): Cause[] {
  if (schedule === "") return [requiredCause("spec.schedule")];
  if (isSchedule(schedule)) return [];
  return [
    invalidCause(
      "spec.schedule",
      schedule,
      "must have five fields, or be a descriptor such as @hourly",
    ),
  ];
}

/** Sets the defaults that a release before the newest sets in Jobs only. */
function defaultNewest(job: ApiObject): void {
  const spec = asObject(at(job, "spec.jobTemplate.spec"));
  if (spec) defaultPodConditions(spec);
}
