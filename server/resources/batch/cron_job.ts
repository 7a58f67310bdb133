/**
 * CronJobs. Nothing runs them here.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import type { ApiObject } from "../../object.ts";
import { asObject, type ResourceDefinition } from "../../registry/resource.ts";
import { at, computed, listAt, since, templateColumns, text, textAt, truth } from "../columns.ts";
import { defineKind } from "../define_kind.ts";
import { invalidCause, requiredCause, unsupportedCause } from "../field_causes.ts";
import { nonnegative } from "../workload_rules.ts";
import { validateJobSpec } from "./job.ts";

const POLICIES = ["Allow", "Forbid", "Replace"];

/** The resource `cronjobs`. */
export const cronJobs: ResourceDefinition = defineKind({
  group: "batch",
  kind: "CronJob",
  shortNames: ["cj"],
  categories: ["all"],
  cells: [
    text("Schedule", "spec.schedule"),
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
    ...["startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit"]
      .flatMap((field) => nonnegative(spec[field], `spec.${field}`)),
    ...(POLICIES.includes(policy)
      ? []
      : [unsupportedCause("spec.concurrencyPolicy", policy, POLICIES)]),
    ...validateJobSpec(asObject(at(spec, "jobTemplate.spec")) ?? {}, "spec.jobTemplate.spec"),
  ];
}

const FIELD = String.raw`[\d*/,?A-Za-z-]+`;
const SCHEDULE = new RegExp(
  `^((CRON_)?TZ=\\S+ +)?(@(annually|yearly|monthly|weekly|daily|midnight|hourly|every .+)|${FIELD}( +${FIELD}){4})$`,
);

function scheduleCauses(schedule: string): Cause[] {
  if (schedule === "") return [requiredCause("spec.schedule")];
  if (SCHEDULE.test(schedule)) return [];
  return [
    invalidCause(
      "spec.schedule",
      schedule,
      "must have five fields, or be a descriptor such as @hourly",
    ),
  ];
}
