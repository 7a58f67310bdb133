/**
 * CronJobs. Nothing runs them here.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import { isNewest } from "../../release.ts";
import type { Dialect } from "../../dialect.ts";
import type { ApiObject, JsonObject } from "../../object.ts";
import { asObject, type ResourceDefinition } from "../../registry/resource.ts";
import { at, computed, listAt, since, templateColumns, text, textAt, truth } from "../columns.ts";
import { defineKind } from "../define_kind.ts";
import { invalidCause, requiredCause, unsupportedCause } from "../field_causes.ts";
import { nonnegative } from "../workload_rules.ts";
import { validateJobSpec } from "./job.ts";

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
    newStatus: () => ({}),
    ownMissing: true,
    validate,
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

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
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

const FIELD = String.raw`[\d*/,?A-Za-z-]+`;
const SCHEDULE = new RegExp(
  `^((CRON_)?TZ=\\S+ +)?(@(annually|yearly|monthly|weekly|daily|midnight|hourly|every .+)|${FIELD}( +${FIELD}){4})$`,
);

function scheduleCauses(schedule: string): Cause[] {
  if (schedule === "") return [requiredCause("spec.schedule")];
  if (SCHEDULE.test(schedule) && inBounds(schedule)) return [];
  return [
    invalidCause(
      "spec.schedule",
      schedule,
      "must have five fields, or be a descriptor such as @hourly",
    ),
  ];
}

/** The least and the greatest number of each field of a schedule. */
const BOUNDS = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 6]] as const;

function inBounds(schedule: string): boolean {
  const fields = schedule.replace(/^(CRON_)?TZ=\S+ +/, "").trim().split(/ +/);
  return fields.length !== 5 || fields.every((field, at) => {
    const [least, most] = BOUNDS[at]!;
    return [...field.replaceAll(/\/\d+/g, "").matchAll(/\d+/g)].every(([number]) =>
      Number(number) >= least && Number(number) <= most
    );
  });
}
