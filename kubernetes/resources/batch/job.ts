/**
 * Jobs: their selector and labels come from their uid.
 *
 * @module
 */
import {
  type ApiObject,
  type Cause,
  copyOf,
  type Dialect,
  equal,
  isNewest,
  type Json,
  type JsonObject,
} from "@plumbline/server/api";
import {
  asObject,
  at,
  computed,
  defineKind,
  formatAge,
  numberAt,
  type ResourceDefinition,
  showEmpty,
  since,
  templateColumns,
} from "@plumbline/server/resources";
import {
  duplicateCause,
  invalidCause,
  itemsOf,
  label,
  labelPredicate,
  nonnegative,
  qualifiedName,
  requiredCause,
  validateSelector,
  when,
} from "@plumbline/server/rules";
import { validatePodTemplate } from "../pod_template_rules.ts";
import {
  all,
  alwaysInvalid,
  each,
  eachText,
  eachValue,
  fields,
  filled,
  maybe,
  missing,
  must,
  object,
  type ObjectRule,
  oneOf,
  type Rule,
} from "@plumbline/server/fields";
import { statusCounts } from "../workload_rules.ts";
import { isTrue } from "../conditions.ts";

/** Returns the errors of the spec of a Job, without its selector. */
export function validateJobSpec(spec: JsonObject, field: string): Cause[] {
  const isIndexed = spec.completionMode === "Indexed";
  return [
    ...fields({
      parallelism: nonnegative,
      completions: nonnegative,
      backoffLimit: nonnegative,
      activeDeadlineSeconds: nonnegative,
      ttlSecondsAfterFinished: nonnegative,
      completionMode: maybe(oneOf("Indexed", "NonIndexed")),
    })(spec, field),
    ...fields({
      completions: isIndexed && spec.completions === undefined &&
        missing("when completion mode is Indexed"),
      parallelism: isIndexed && numberAt(spec, "parallelism") > 100_000 &&
        alwaysInvalid("must be at most 100000"),
      podFailurePolicy: failurePolicy(spec, `${field}.template.spec`),
    })(spec, field),
    ...validatePodTemplate(asObject(spec.template) ?? {}, `${field}.template`, {
      restartPolicies: ["OnFailure", "Never"],
      refusal: "required",
      metadataField: `${field}.template`,
    }),
  ];
}

/** Returns the rule of what happens if pods fail. */
function failurePolicy(job: JsonObject, podPath: string): Rule {
  const pod = asObject(at(job, "template.spec")) ?? {};
  const names = [...itemsOf(pod.containers), ...itemsOf(pod.initContainers)].map(({ name }) =>
    name
  );
  const fails = fields({
    restartPolicy: pod.restartPolicy === "OnFailure" &&
      alwaysInvalid("only Never is supported beside podFailurePolicy"),
  });
  return all(object(() => fails(pod, podPath)), failureRules(names));
}

const failureRules = (containerNames: readonly unknown[]): ObjectRule =>
  fields({
    rules: each(
      fields({
        action: filled(oneOf("Count", "FailJob", "Ignore")),
        onExitCodes: exitCodes(containerNames),
        onPodConditions: each(
          fields({ type: qualifiedName, status: filled(oneOf("False", "True", "Unknown")) }),
        ),
      }),
      ({ onExitCodes, onPodConditions }, path) =>
        when(
          (asObject(onExitCodes) !== undefined) === (itemsOf(onPodConditions).length > 0),
          invalidCause(path, "", "specifying one of OnExitCodes and OnPodConditions is required"),
        ),
    ),
  });

const exitCodes = (containerNames: readonly unknown[]): ObjectRule =>
  fields(({ operator, values }) => {
    const codes = Array.isArray(values) ? values.map(Number) : [];
    return {
      operator: filled(oneOf("In", "NotIn")),
      containerName: maybe(
        must((name) => containerNames.includes(name), "must be one of the containers"),
      ),
      values: [
        codes.length === 0 && alwaysInvalid("at least one is required", []),
        eachValue((code, path, index) => [
          ...when(
            operator === "In" && code === 0,
            invalidCause(path, code, "must not be 0 for the In operator"),
          ),
          ...when(codes.indexOf(Number(code)) < index, duplicateCause(path, code)),
        ]),
        codes.some((code, at) => at > 0 && codes[at - 1]! > code) &&
        alwaysInvalid("must be ordered", codes),
      ],
    };
  });

/** The resource `jobs`. */
export const jobs = ({ release }: Dialect): ResourceDefinition =>
  defineKind({
    group: "batch",
    kind: "Job",
    categories: ["all"],
    cells: [
      ...(isNewest(release) ? [computed("Status", stateOf)] : []),
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
    status: {
      initial: () => ({}),
      prepare: labelAsPods,
      validate: (job) => [
        ...statusCounts(asObject(job.status) ?? {}, ["active", "succeeded", "failed", "ready"], []),
        ...uncountedPods(job),
      ],
    },
    selectableFields: (job) => ({ "status.successful": String(numberAt(job, "status.succeeded")) }),
    applyDefaults(job) {
      if (isNewest(release)) defaultNewest(job);
      showEmpty(asObject(at(job, "spec.podFailurePolicy")), "rules");
    },
    prepareForCreate: (job) => selectByUid(job, isNewest(release)),
    complete: labelLikePods,
    prepareForUpdate(job, old) {
      if (old.metadata.annotations?.[TRACKING] !== undefined) track(job);
    },
    reportsMissingFields: true,
    validate(job) {
      const spec = asObject(job.spec) ?? {};
      return [
        ...(spec.selector === undefined ? [requiredCause("spec.selector")] : []),
        ...validateSelector(spec.selector, "spec.selector"),
        ...notGenerated(job, isNewest(release)),
        ...unselected(job),
        ...validateJobSpec(spec, "spec"),
        ...lastHostname(job),
      ];
    },
    validateUpdate(job, old) {
      const canMove = at(old, "spec.suspend") === true && at(old, "status.startTime") === undefined;
      const fixedPart = (one: ApiObject, field: string) => {
        const part = at(one, `spec.${field}`);
        if (field === "podFailurePolicy") return withoutEmptyLists(part);
        return canMove && field === "template" ? withoutScheduling(part) : part;
      };
      const fixed = ["completions", "selector", "template", "completionMode", "podFailurePolicy"]
        .filter((field) => !equal(fixedPart(job, field), fixedPart(old, field)));
      return fixed.map((field) =>
        invalidCause(`spec.${field}`, at(job, `spec.${field}`), "field is immutable")
      );
    },
  });

/** Returns a policy for comparison: empty lists and absent ones are equal. */
const withoutEmptyLists = (policy: Json | undefined): JsonObject | undefined =>
  asObject(policy) && {
    rules: itemsOf(asObject(policy)?.rules).map((rule) => ({
      ...rule,
      onPodConditions: [...itemsOf(rule.onPodConditions)],
    })),
  };

/** Returns a pod template without what may change while a Job has not started. */
function withoutScheduling(template: Json | undefined): JsonObject {
  const { metadata, spec, ...rest } = asObject(template) ?? {};
  const { labels: _, annotations: __, ...others } = asObject(metadata) ?? {};
  const { nodeSelector: ___, tolerations: ____, affinity, ...pod } = asObject(spec) ?? {};
  const { nodeAffinity: _____, ...affinities } = asObject(affinity) ?? {};
  const isEmpty = Object.keys(affinities).length === 0;
  return {
    ...rest,
    metadata: others,
    spec: { ...pod, ...(!isEmpty && { affinity: affinities }) },
  };
}

/** The labels of the pods must match the selector. */
function unselected(job: ApiObject): Cause[] {
  const labels = asObject(at(job, "spec.template.metadata.labels")) ?? {};
  const selector = asObject(at(job, "spec.selector"));
  const isOther = !selector ||
    validateSelector(selector, "").length === 0 &&
      !labelPredicate(selector)(labels as Record<string, string>);
  return when(
    isOther,
    invalidCause("spec.template.metadata.labels", labels, "`selector` does not match"),
  );
}

/** The selector and the labels are those that the server gives, unless the client selects. */
function notGenerated(job: ApiObject, newest: boolean): Cause[] {
  const selector = asObject(at(job, "spec.selector"));
  if (at(job, "spec.manualSelector") === true || !selector) return [];
  const own = labelsOf(job, newest);
  const field = "spec.template.metadata.labels";
  const labels = asObject(at(job, field)) ?? {};
  const isValid = validateSelector(selector, "").length === 0;
  return [
    ...Object.entries(own).flatMap(([key, value]) =>
      labels[key] === undefined ? [requiredCause(`${field}[${key}]`, `must be '${value}'`)] : when(
        labels[key] !== value,
        invalidCause(`${field}[${key}]`, labels, `must be '${value}'`),
      )
    ),
    ...when(
      isValid && !labelPredicate(selector)(own),
      invalidCause("spec.selector", selector, "`selector` not auto-generated"),
    ),
  ];
}

const PREFIX = "batch.kubernetes.io/";

/** Returns the labels that the server gives the pods of a Job. */
function labelsOf({ metadata: { uid, name } }: ApiObject, newest: boolean): Record<string, string> {
  // A missing name is reported by the validation of metadata.
  const own = { "controller-uid": uid!, "job-name": name ?? "" };
  if (!newest) return own;
  return { ...own, [`${PREFIX}controller-uid`]: uid!, [`${PREFIX}job-name`]: name ?? "" };
}

/** Sets the defaults that the newest release has besides those of its schema. */
function defaultNewest(job: ApiObject): void {
  const spec = asObject(job.spec);
  if (!spec) return;
  spec.manualSelector ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? "Failed" : "TerminatingOrFailed";
}

/** Sets the labels of a Job without labels to those of its pods. */
function labelAsPods(job: ApiObject): void {
  const labels = asObject(at(job, "spec.template.metadata.labels"));
  const isBare = Object.keys(job.metadata.labels ?? {}).length === 0;
  if (labels && isBare) job.metadata.labels = { ...labels } as Record<string, string>;
}

/** Returns the word of the column Status. */
function stateOf(job: ApiObject): string {
  const has = (type: string) => isTrue(job, type);
  if (has("Complete")) return "Complete";
  if (has("Failed")) return "Failed";
  if (job.metadata.deletionTimestamp !== undefined) return "Terminating";
  if (has("Suspended")) return "Suspended";
  if (has("FailureTarget")) return "FailureTarget";
  return has("SuccessCriteriaMet") ? "SuccessCriteriaMet" : "Running";
}

/** Says that a controller counts the pods by their finalizers. */
const TRACKING = `${PREFIX}job-tracking`;

function track(job: ApiObject): void {
  job.metadata.annotations = { ...job.metadata.annotations, [TRACKING]: "" };
}

/** Validates the uids of pods that are not counted yet: each occurs once. */
function uncountedPods(job: ApiObject): Cause[] {
  const field = "status.uncountedTerminatedPods";
  const seen = new Set<string>();
  return ["succeeded", "failed"].flatMap((part) =>
    eachText((uid, place) => {
      if (uid === "") return [invalidCause(place, uid, "must not be empty")];
      const isRepeated = seen.has(uid);
      seen.add(uid);
      return when(isRepeated, duplicateCause(place, uid));
    })(at(job, `${field}.${part}`), `${field}.${part}`)
  );
}

/** The last pod of an indexed Job must have a name that is a label. */
function lastHostname(job: ApiObject): Cause[] {
  const { completionMode, completions } = asObject(job.spec) ?? {};
  if (completionMode !== "Indexed" || Number(completions ?? 0) <= 0) return [];
  return label(`${job.metadata.name}-${Number(completions) - 1}`, "metadata.name");
}

/** Sets the selector and the labels of the pods, unless the client selects them itself. */
function selectByUid(job: ApiObject, newest: boolean): void {
  const spec = asObject(job.spec);
  if (!newest) track(job);
  if (!spec || spec.manualSelector === true) return;
  const own = labelsOf(job, newest);
  const template = asObject(spec.template) ?? {};
  const metadata = asObject(template.metadata) ?? {};
  // Values that a client gave are kept, and rejected if they are others.
  const labels = { ...own, ...asObject(metadata.labels) } as Record<string, string>;
  const selected = asObject(asObject(spec.selector)?.matchLabels);
  const uidLabel = newest ? `${PREFIX}controller-uid` : "controller-uid";
  const matchLabels = { [uidLabel]: job.metadata.uid!, ...selected };
  // A Job that took its labels from its template shares them, also those of the server.
  if (metadata.labels !== undefined && metadata.labels === job.metadata.labels) {
    job.metadata.labels = labels;
  }
  job.spec = {
    ...spec,
    selector: { ...asObject(spec.selector), matchLabels },
    template: { ...template, metadata: { ...metadata, labels } },
  };
}

/** The labels of a Job without labels are those of its pods. */
function labelLikePods(job: ApiObject): void {
  if (Object.keys(job.metadata.labels ?? {}).length > 0) return;
  const labels = asObject(at(job, "spec.template.metadata.labels"));
  if (labels) job.metadata.labels = copyOf(labels) as Record<string, string>;
}

function completionsOf(job: ApiObject): string {
  const succeeded = numberAt(job, "status.succeeded");
  const completions = at(job, "spec.completions");
  if (completions !== undefined) return `${succeeded}/${completions}`;
  const parallelism = numberAt(job, "spec.parallelism");
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}
