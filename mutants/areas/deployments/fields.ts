/**
 * Mutants of the fields of Deployments.
 *
 * @module
 */
import { accepting } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import type { ApiObject, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { causeOf, ofKind } from "../../vocabulary/kinds.ts";
import { objectsOf, within } from "../../vocabulary/json.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { on } from "../../vocabulary/on.ts";

const specOf = (object: ApiObject): JsonObject => asObject(object.spec) ?? {};
const statusOf = (object: ApiObject): JsonObject => asObject(object.status) ?? {};
const strategyOfSpec = (object: ApiObject): JsonObject => asObject(specOf(object).strategy) ?? {};
const rollingUpdateOf = (object: ApiObject): JsonObject =>
  asObject(strategyOfSpec(object).rollingUpdate) ?? {};

const rollingOf = (spec: unknown) =>
  asObject(asObject(asObject(spec as never)?.strategy)?.rollingUpdate) ?? {};

export const deploymentFieldMutants = bugs({
  "deployments/zero-replicas-become-one": {
    description: "`replicas: 0` is replaced by the default of 1.",
    reason: "The default is applied to every falsy value.",
    breaks: "deployments.replicas-zero-kept",
    install: ofKind("Deployment").beforeDefaults((object) => {
      const spec = specOf(object);
      if (!spec.replicas) spec.replicas = 1;
    }),
  },
  "deployments/no-history-becomes-ten": {
    description: "`revisionHistoryLimit: 0` is replaced by the default of 10.",
    reason: "The default is applied to every falsy value.",
    breaks: ["deployments.revision-history-limit-zero-kept", "exchanges.fields-as-written"],
    install: ofKind("Deployment").beforeDefaults((object) => {
      const spec = specOf(object);
      if (spec.revisionHistoryLimit === 0) spec.revisionHistoryLimit = 10;
    }),
  },
  "deployments/deadline-default-in-minutes": {
    description: "`progressDeadlineSeconds` is 10 by default instead of 600.",
    reason: "The default of ten minutes is written in minutes.",
    breaks: "deployments.progress-deadline-seconds-default",
    install: wrap("steps", "setDefaults", ({ setDefaults }, write) => {
      const object = write.object;
      const spec = asObject(object?.spec);
      if (object?.kind === "Deployment" && spec) spec.progressDeadlineSeconds ??= 10;
      setDefaults(write);
    }),
  },
  "deployments/percentages-become-numbers": {
    description: "An update stores a `maxSurge` given as a percentage as a plain number.",
    reason: "The int-or-string value is parsed as an integer when an update is prepared.",
    breaks: [
      "deployments.max-surge-kept",
      "deployments.max-surge-default",
      "deployments.int-or-string-value-rejected",
    ],
    install: ofKind("Deployment").inUpdates((object) => {
      const rolling = rollingUpdateOf(object);
      if (typeof rolling.maxSurge === "string") rolling.maxSurge = parseInt(rolling.maxSurge);
    }),
  },
  "deployments/zero-percent-is-not-zero": {
    description: "A Deployment whose `maxSurge` and `maxUnavailable` are `0` and `0%` is accepted.",
    reason: "The values are compared to 0 before percentages are resolved.",
    breaks: "deployments.both-zero-percent-rejected",
    install: ofKind("Deployment").ignoreCauses(({ field, message }, object) =>
      field.endsWith(".maxUnavailable") && message.includes("0 when") &&
      Object.values(rollingUpdateOf(object)).some((value) => typeof value === "string")
    ),
  },
  "deployments/recreate-keeps-rolling-update": {
    description: "`rollingUpdate` is accepted and kept with strategy type `Recreate`.",
    reason: "It has no effect there, so it is not validated.",
    breaks: "deployments.rolling-update-with-recreate-rejected",
    install: ofKind("Deployment").ignoreCauses(({ field }) =>
      field === "spec.strategy.rollingUpdate"
    ),
  },
  "deployments/merge-to-recreate-keeps-bounds": {
    description: "A merge patch of the type to `Recreate` is accepted, and keeps `rollingUpdate`.",
    reason: "A merge patch is validated by what it changes, and it names the type alone.",
    breaks: "deployments.rolling-update-with-its-type-only",
    install: on("merge-patch deployments").withSteps(
      accepting(({ field }) => field === "spec.strategy.rollingUpdate"),
    ),
  },
  "deployments/any-strategy-type": {
    description: "Any value of `strategy.type` is accepted.",
    reason: "The list of types was left open for future ones.",
    breaks: "deployments.strategy-type-other-rejected",
    install: ofKind("Deployment").ignoreCauses(({ field }) => field === "spec.strategy.type"),
  },
  "deployments/selector-may-grow": {
    description: "`spec.selector` may be changed if it keeps its existing labels.",
    reason: "A narrower selector was assumed to orphan no pods.",
    breaks: "deployments.selector-fixed",
    install(parts) {
      const labelsOf = (object: ApiObject): JsonObject =>
        asObject(asObject(specOf(object).selector)?.matchLabels) ?? {};
      ofKind("Deployment").ignoreCauses(({ field, message }, object, old) =>
        old !== undefined && field === "spec.selector" && message.includes("immutable") &&
        Object.entries(labelsOf(old)).every(([key, value]) => labelsOf(object)[key] === value)
      )(parts);
    },
  },
  "deployments/template-matched-on-create-only": {
    description:
      "An update may change the labels of the pod template so that the selector no longer " +
      "matches them.",
    reason: "The selector is immutable, so the match is checked on create only.",
    breaks: "deployments.selector-matches-template",
    install: ofKind("Deployment").change(({ validate }) => {
      const known = new Set<string>();
      return {
        validate(object) {
          const uid = String(object.metadata.uid);
          const causes = validate?.(object) ?? [];
          const first = !known.has(uid);
          known.add(uid);
          return first
            ? causes
            : causes.filter(({ field }) => field !== "spec.template.metadata.labels");
        },
      };
    }),
  },
  "deployments/deadline-may-equal-ready": {
    description: "`progressDeadlineSeconds` equal to `minReadySeconds` is accepted.",
    reason: "The comparison uses `>=` instead of `>`.",
    breaks: "deployments.progress-deadline-above-min-ready",
    install: ofKind("Deployment").ignoreCauses(({ field }, object) =>
      field === "spec.progressDeadlineSeconds" &&
      specOf(object).progressDeadlineSeconds === (specOf(object).minReadySeconds ?? 0)
    ),
  },
  "deployments/negative-history": {
    description: "A negative `revisionHistoryLimit` is accepted.",
    reason: "The value -1 was meant to stand for no limit, as in other systems.",
    breaks: "deployments.negative-rejected",
    install: ofKind("Deployment").ignoreCauses(({ field }) =>
      field === "spec.revisionHistoryLimit"
    ),
  },
  "deployments/spec-write-resets-status": {
    description: "A write that changes `spec` empties `status`.",
    reason: "The status describes the previous spec and was considered invalid.",
    breaks: "deployments.spec-leaves-status",
    install: ofKind("Deployment").inUpdates((object, old) => {
      if (JSON.stringify(object.spec) !== JSON.stringify(old.spec)) object.status = {};
    }),
  },
  "deployments/status-write-takes-spec": {
    description: "A PUT to `/status` also changes `spec`.",
    reason: "The handler of the main resource is reused without restoring the spec.",
    breaks: "deployments.status-leaves-spec",
    install: ofKind("Deployment/status").change(({ prepareForUpdate }) => ({
      prepareForUpdate(object, old) {
        const { spec } = object;
        prepareForUpdate?.(object, old);
        if (spec !== undefined) object.spec = spec;
      },
    })),
  },
  "deployments/collisions-dropped": {
    description: "A write to `/status` drops `collisionCount`.",
    reason: "The status is copied field by field, and this field was added later.",
    breaks: "deployments.status-collision-count-kept",
    install: ofKind("Deployment/status").inUpdates((object) => {
      delete statusOf(object).collisionCount;
    }),
  },
  "deployments/second-condition-lost": {
    description: "Of two conditions with the same `reason` only the first is kept.",
    reason: "The list is converted to a map with the wrong key.",
    breaks: "deployments.condition-type-kept",
    install: ofKind("Deployment/status").inUpdates((object) => {
      const status = statusOf(object);
      if (!Array.isArray(status.conditions)) return;
      const reasons = new Set<unknown>();
      status.conditions = status.conditions.filter((condition) => {
        const reason = asObject(condition)?.reason;
        const first = !reasons.has(reason);
        reasons.add(reason);
        return first;
      });
    }),
  },
  "deployments/unknown-is-no-status": {
    description: "A condition with status `Unknown` is rejected.",
    reason: "Condition statuses were implemented as booleans.",
    breaks: "deployments.condition-unknown-accepted",
    install: ofKind("Deployment/status").addCauses(({ status }) =>
      objectsOf(within(status).conditions).some((condition) => condition.status === "Unknown")
        ? [causeOf("FieldValueNotSupported", "status.conditions", 'Unsupported value: "Unknown"')]
        : []
    ),
  },
  "deployments/percentage-number-not-checked": {
    description: "`maxSurge` and `maxUnavailable` accept any text that ends in `%`.",
    reason: "Only the percent sign is checked; the number is parsed later.",
    breaks: "deployments.int-or-string-value-rejected",
    install: ofKind("Deployment").ignoreCauses(({ field, message }, { spec }) => {
      const name = /rollingUpdate\.(maxSurge|maxUnavailable)$/.exec(field)?.[1] ?? "";
      return message.includes("percentage") && `${rollingOf(spec)[name]}`.endsWith("%");
    }),
  },
  "deployments/surge-as-text": {
    description: "`maxSurge` accepts a number as text, without a percent sign.",
    reason: "The int-or-string value is a number if its text can be parsed as one.",
    breaks: "deployments.text-without-percentage-rejected",
    install: ofKind("Deployment").ignoreCauses(({ field }, { spec }) =>
      /rollingUpdate\.maxSurge$/.test(field) && /^\d+$/.test(`${rollingOf(spec).maxSurge}`) &&
      typeof rollingOf(spec).maxSurge === "string"
    ),
  },
  "deployments/empty-selector-selects-all": {
    description: "A Deployment with an empty selector is accepted.",
    reason: "An empty selector matches everything, including the pod template.",
    breaks: "deployments.selector-empty-rejected",
    install: ofKind("Deployment").ignoreCauses(({ field, message }) =>
      field === "spec.selector" && message.includes("empty selector")
    ),
  },
  "deployments/history-limit-zero-unset-by-update": {
    description: "An update that sets `revisionHistoryLimit: 0` stores the default of 10.",
    reason: "Updates apply the default to every falsy value; creates do not.",
    breaks: ["deployments.revision-history-limit-zero-kept", "exchanges.fields-as-written"],
    install: on("update").withSteps(({ setDefaults }) => ({
      setDefaults(write) {
        const spec = asObject(write.object.spec);
        if (spec?.revisionHistoryLimit === 0) delete spec.revisionHistoryLimit;
        setDefaults(write);
      },
    })),
  },
});
