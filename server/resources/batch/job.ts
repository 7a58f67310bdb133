/**
 * Jobs: their selector and labels come from their uid.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import { type ApiObject, equal, type JsonObject } from "../../object.ts";
import { asObject, type ResourceDefinition } from "../../registry/resource.ts";
import { formatAge } from "../age.ts";
import { at, computed, numberAt, since, templateColumns } from "../columns.ts";
import { defineKind } from "../define_kind.ts";
import { invalidCause, requiredCause } from "../field_causes.ts";
import { validatePodTemplate } from "../pod_template_rules.ts";
import { nonnegative } from "../workload_rules.ts";

const COUNTS = ["parallelism", "completions", "backoffLimit", "activeDeadlineSeconds"];

/** Returns the errors of the spec of a Job, without its selector. */
export function validateJobSpec(spec: JsonObject, field: string): Cause[] {
  return [
    ...[...COUNTS, "ttlSecondsAfterFinished"].flatMap((count) =>
      nonnegative(spec[count], `${field}.${count}`)
    ),
    ...validatePodTemplate(asObject(spec.template) ?? {}, `${field}.template`, [
      "OnFailure",
      "Never",
    ]),
  ];
}

/** The resource `jobs`. */
export const jobs: ResourceDefinition = defineKind({
  group: "batch",
  kind: "Job",
  categories: ["all"],
  cells: [
    computed("Completions", completionsOf),
    computed("Duration", (job, now) => {
      const start = at(job, "status.startTime");
      const end = at(job, "status.completionTime");
      if (typeof start !== "string") return "";
      if (typeof end !== "string") return since(start, now);
      return formatAge((Date.parse(end) - Date.parse(start)) / 1000);
    }),
  ],
  wideCells: templateColumns("spec.template", "spec.selector"),
  countsGeneration: true,
  newStatus: () => ({}),
  selectableFields: (job) => ({ "status.successful": String(numberAt(job, "status.succeeded")) }),
  prepareForCreate: selectByUid,
  validate(job) {
    const spec = asObject(job.spec) ?? {};
    return [
      ...(spec.selector === undefined ? [requiredCause("spec.selector")] : []),
      ...validateJobSpec(spec, "spec"),
    ];
  },
  validateUpdate(job, old) {
    const fixed = ["completions", "selector", "template", "completionMode"].filter((field) =>
      !equal(at(job, `spec.${field}`), at(old, `spec.${field}`)) &&
      !(at(old, "spec.suspend") === true && field === "template")
    );
    return fixed.map((field) =>
      invalidCause(`spec.${field}`, at(job, `spec.${field}`), "field is immutable")
    );
  },
});

/** Sets the selector and the labels of the pods, unless the client selects them itself. */
function selectByUid(job: ApiObject): void {
  const spec = asObject(job.spec);
  job.metadata.annotations = {
    ...job.metadata.annotations,
    "batch.kubernetes.io/job-tracking": "",
  };
  if (!spec || spec.manualSelector === true) return;
  const own = { "controller-uid": job.metadata.uid, "job-name": job.metadata.name };
  const template = asObject(spec.template) ?? {};
  const metadata = asObject(template.metadata) ?? {};
  const labels = { ...asObject(metadata.labels), ...own } as Record<string, string>;
  const matchLabels = { "controller-uid": job.metadata.uid };
  // The labels of a Job without labels are those of its pods.
  if (Object.keys(job.metadata.labels ?? {}).length === 0) job.metadata.labels = labels;
  job.spec = {
    ...spec,
    selector: { ...asObject(spec.selector), matchLabels },
    template: { ...template, metadata: { ...metadata, labels } },
  };
}

function completionsOf(job: ApiObject): string {
  const succeeded = numberAt(job, "status.succeeded");
  const completions = at(job, "spec.completions");
  if (completions !== undefined) return `${succeeded}/${completions}`;
  const parallelism = numberAt(job, "spec.parallelism");
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}
