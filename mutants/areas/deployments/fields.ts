/**
 * Faults of deployments.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { lenient, strategyOf, subresourceOf } from "../../changes.ts";

const specOf = (object: ApiObject): JsonObject => asObject(object.spec) ?? {};
const statusOf = (object: ApiObject): JsonObject => asObject(object.status) ?? {};
const strategyOfSpec = (object: ApiObject): JsonObject => asObject(specOf(object).strategy) ?? {};
const rollingUpdateOf = (object: ApiObject): JsonObject =>
  asObject(strategyOfSpec(object).rollingUpdate) ?? {};

/** The faults. */
export const fieldMutants: readonly Mutant[] = [
  {
    id: "deployments/zero-replicas-become-one",
    area: "deployments",
    description: "A deployment that is scaled to zero replicas gets the default of one.",
    reason: "Zero and absent are the same in the language the default was written in.",
    breaks: ["deployments.replicas-zero-kept"],
    install({ resource }) {
      resource(strategyOf("Deployment", ({ applyDefaults }) => ({
        applyDefaults(object) {
          const spec = specOf(object);
          if (!spec.replicas) spec.replicas = 1;
          applyDefaults?.(object);
        },
      })));
    },
  },
  {
    id: "deployments/no-history-becomes-ten",
    area: "deployments",
    description: "A revisionHistoryLimit of zero is taken for unset.",
    reason: "The helper that fills defaults treats every falsy value alike.",
    breaks: ["deployments.revision-history-limit-zero-kept"],
    install({ resource }) {
      resource(strategyOf("Deployment", ({ applyDefaults }) => ({
        applyDefaults(object) {
          const spec = specOf(object);
          if (spec.revisionHistoryLimit === 0) spec.revisionHistoryLimit = 10;
          applyDefaults?.(object);
        },
      })));
    },
  },
  {
    id: "deployments/deadline-of-ten-minutes-in-minutes",
    area: "deployments",
    description: "A deployment without a progress deadline gets one of 10 seconds.",
    reason: "The default was read as ten minutes, and written without its unit.",
    breaks: ["deployments.progress-deadline-seconds-default"],
    install({ steps }) {
      steps(({ setDefaults }) => ({
        setDefaults(value, schema, context) {
          const object = asObject(value);
          const spec = asObject(object?.spec);
          if (object?.kind === "Deployment" && spec) spec.progressDeadlineSeconds ??= 10;
          return setDefaults(value, schema, context);
        },
      }));
    },
  },
  {
    id: "deployments/percentages-become-numbers",
    area: "deployments",
    description: "A maxSurge in percent is stored as a number once it is updated.",
    reason: "The union of number and text was resolved where an update is prepared.",
    breaks: [
      "deployments.max-surge-kept",
      "deployments.max-surge-default",
      "deployments.int-or-string-text-refused",
    ],
    install({ resource }) {
      resource(strategyOf("Deployment", ({ prepareForUpdate }) => ({
        prepareForUpdate(object, old) {
          prepareForUpdate?.(object, old);
          const rolling = rollingUpdateOf(object);
          if (typeof rolling.maxSurge === "string") rolling.maxSurge = parseInt(rolling.maxSurge);
        },
      })));
    },
  },
  {
    id: "deployments/zero-percent-is-not-zero",
    area: "deployments",
    description: "A deployment whose bounds are 0 and 0% is accepted, so that it can never move.",
    reason: "The bounds are compared with the number before the percentage is resolved.",
    breaks: ["deployments.both-zero-percent-refused"],
    install({ resource }) {
      resource(strategyOf(
        "Deployment",
        lenient(({ field, message }, object) =>
          field.endsWith(".maxUnavailable") && message.includes("0 when") &&
          Object.values(rollingUpdateOf(object)).some((value) => typeof value === "string")
        ),
      ));
    },
  },
  {
    id: "deployments/recreate-keeps-rolling-update",
    area: "deployments",
    description: "A rollingUpdate is accepted beside the type Recreate, and kept.",
    reason: "It does no harm there, so nobody looked.",
    breaks: ["deployments.rolling-update-with-recreate-refused"],
    install({ resource }) {
      resource(strategyOf(
        "Deployment",
        lenient(({ field }) => field === "spec.strategy.rollingUpdate"),
      ));
    },
  },
  {
    id: "deployments/any-strategy-type",
    area: "deployments",
    description: "A strategy of any type is accepted.",
    reason: "The list of types was left open for those to come.",
    breaks: ["deployments.strategy-type-other-refused"],
    install({ resource }) {
      resource(strategyOf("Deployment", lenient(({ field }) => field === "spec.strategy.type")));
    },
  },
  {
    id: "deployments/selector-may-grow",
    area: "deployments",
    description: "A selector may be changed as long as it keeps the labels it had.",
    reason: "A narrower selection was thought to orphan nothing.",
    breaks: ["deployments.selector-fixed"],
    install({ resource }) {
      const labelsOf = (object: ApiObject): JsonObject =>
        asObject(asObject(specOf(object).selector)?.matchLabels) ?? {};
      resource(strategyOf(
        "Deployment",
        lenient(({ field, message }, object, old) =>
          old !== undefined && field === "spec.selector" && message.includes("immutable") &&
          Object.entries(labelsOf(old)).every(([key, value]) => labelsOf(object)[key] === value)
        ),
      ));
    },
  },
  {
    id: "deployments/template-matched-on-create-only",
    area: "deployments",
    description: "An update may take the pod template's labels out of the selector's reach.",
    reason: "The selector cannot change, so the match was thought to need one look.",
    breaks: ["deployments.selector-matches-template"],
    install({ resource }) {
      resource(strategyOf("Deployment", ({ validate }) => {
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
      }));
    },
  },
  {
    id: "deployments/deadline-may-equal-ready",
    area: "deployments",
    description: "A progress deadline equal to minReadySeconds is accepted.",
    reason: "Not below was written where above was meant.",
    breaks: ["deployments.deadline-above-ready"],
    install({ resource }) {
      resource(strategyOf(
        "Deployment",
        lenient(({ field }, object) =>
          field === "spec.progressDeadlineSeconds" &&
          specOf(object).progressDeadlineSeconds === (specOf(object).minReadySeconds ?? 0)
        ),
      ));
    },
  },
  {
    id: "deployments/negative-history",
    area: "deployments",
    description: "A negative revisionHistoryLimit is accepted.",
    reason: "Minus one was to mean without bounds, as in other systems.",
    breaks: ["deployments.negative-refused"],
    install({ resource }) {
      resource(strategyOf(
        "Deployment",
        lenient(({ field }) => field === "spec.revisionHistoryLimit"),
      ));
    },
  },
  {
    id: "deployments/spec-write-resets-status",
    area: "deployments",
    description: "A write that changes the spec empties the status.",
    reason: "The status tells of the old spec, so it was thought to be void.",
    breaks: ["deployments.spec-leaves-status"],
    install({ resource }) {
      resource(strategyOf("Deployment", ({ prepareForUpdate }) => ({
        prepareForUpdate(object, old) {
          prepareForUpdate?.(object, old);
          if (JSON.stringify(object.spec) !== JSON.stringify(old.spec)) object.status = {};
        },
      })));
    },
  },
  {
    id: "deployments/status-write-takes-spec",
    area: "deployments",
    description: "A PUT of the status changes the spec as well.",
    reason: "The handler of the object was reused, and what it keeps was forgotten.",
    breaks: ["deployments.status-leaves-spec"],
    install({ resource }) {
      resource(subresourceOf("Deployment", "status", ({ prepareForUpdate }) => ({
        prepareForUpdate(object, old) {
          const { spec } = object;
          prepareForUpdate?.(object, old);
          if (spec !== undefined) object.spec = spec;
        },
      })));
    },
  },
  {
    id: "deployments/collisions-dropped",
    area: "deployments",
    description: "A write of the status loses collisionCount.",
    reason: "The status is copied field by field, and one came later.",
    breaks: ["deployments.status-collision-count-kept"],
    install({ resource }) {
      resource(subresourceOf("Deployment", "status", ({ prepareForUpdate }) => ({
        prepareForUpdate(object, old) {
          prepareForUpdate?.(object, old);
          delete statusOf(object).collisionCount;
        },
      })));
    },
  },
  {
    id: "deployments/second-condition-lost",
    area: "deployments",
    description: "Of two conditions with the same reason only the first is kept.",
    reason: "The list was made a map by the wrong key.",
    breaks: ["deployments.condition-type-kept"],
    install({ resource }) {
      resource(subresourceOf("Deployment", "status", ({ prepareForUpdate }) => ({
        prepareForUpdate(object, old) {
          prepareForUpdate?.(object, old);
          const status = statusOf(object);
          if (!Array.isArray(status.conditions)) return;
          const reasons = new Set<unknown>();
          status.conditions = status.conditions.filter((condition) => {
            const reason = asObject(condition)?.reason;
            const first = !reasons.has(reason);
            reasons.add(reason);
            return first;
          });
        },
      })));
    },
  },
  {
    id: "deployments/unknown-is-no-status",
    area: "deployments",
    description: "A condition may be True or False, and Unknown is refused.",
    reason: "Conditions were taken for booleans in words.",
    breaks: ["deployments.condition-unknown-accepted"],
    install({ resource }) {
      resource(subresourceOf("Deployment", "status", ({ validate }) => ({
        validate(object) {
          const { conditions } = statusOf(object);
          const unknown = Array.isArray(conditions) &&
            conditions.some((condition) => asObject(condition)?.status === "Unknown");
          const cause = {
            reason: "FieldValueNotSupported",
            field: "status.conditions",
            message: 'Unsupported value: "Unknown"',
          } as const;
          return [...validate?.(object) ?? [], ...(unknown ? [cause] : [])];
        },
      })));
    },
  },
];
