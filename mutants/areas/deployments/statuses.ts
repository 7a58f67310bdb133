/**
 * Mutants of the status of Deployments, as data: each changes the status when it is stored.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import type { PartChanges } from "../../../server/parts.ts";

/** A mutant that changes a valid status. */
interface StatusMutant {
  readonly name: string;
  readonly breaks: Mutant["breaks"];
  readonly description: string;
  readonly reason: string;
  change(status: JsonObject, deployment: JsonObject): void;
}

/** Applies a change to each condition. */
const eachCondition = (change: (condition: JsonObject) => void) => (status: JsonObject): void => {
  if (!Array.isArray(status.conditions)) return;
  for (const condition of status.conditions) change(asObject(condition) ?? {});
};

const STATUS_CHANGES: readonly StatusMutant[] = [
  {
    name: "status-replicas-from-spec",
    breaks: ["deployments.status-replicas-kept"],
    description: "`status.replicas` is set to `spec.replicas`.",
    reason: "Both fields have the same name, and the wrong one is read.",
    change: (status, { spec }) => void (status.replicas = asObject(spec)?.replicas ?? 0),
  },
  {
    name: "ready-is-available",
    breaks: ["deployments.status-available-replicas-kept"],
    description: "`status.availableReplicas` is set to `status.readyReplicas`.",
    reason: "The two are equal as long as `minReadySeconds` is 0.",
    change: (status) => void (status.availableReplicas = status.readyReplicas ?? 0),
  },
  {
    name: "only-updated-are-ready",
    breaks: ["deployments.status-ready-replicas-kept"],
    description: "`status.readyReplicas` is limited to `status.updatedReplicas`.",
    reason: "Pods of the previous revision were not counted.",
    change(status) {
      const [ready, updated] = [status.readyReplicas ?? 0, status.updatedReplicas ?? 0];
      status.readyReplicas = Math.min(Number(ready), Number(updated));
    },
  },
  {
    name: "unavailable-replicas-computed",
    breaks: ["deployments.status-unavailable-replicas-kept"],
    description: "`status.unavailableReplicas` is computed as `replicas` minus `readyReplicas`.",
    reason: "A field that can be derived was not meant to be stored.",
    change(status) {
      const { replicas, readyReplicas } = status;
      status.unavailableReplicas = Number(replicas ?? 0) - Number(readyReplicas ?? 0);
    },
  },
  {
    name: "updated-replicas-dropped",
    breaks: ["deployments.status-updated-replicas-kept"],
    description: "`status.updatedReplicas` is dropped when it equals `status.replicas`.",
    reason:
      "The field was considered progress information, which a finished rollout does not need.",
    change(status) {
      if (status.updatedReplicas === status.replicas) delete status.updatedReplicas;
    },
  },
  {
    name: "observed-generation-set-by-server",
    breaks: ["deployments.status-observed-generation-kept"],
    description: "A write to `/status` sets `observedGeneration` to the current generation.",
    reason: "The writer was assumed to have seen the newest object.",
    change(status, { metadata }) {
      status.observedGeneration = asObject(metadata)?.generation as Json;
    },
  },
  {
    name: "unknown-becomes-false",
    breaks: ["deployments.condition-status-kept"],
    description: "A condition with status `Unknown` is stored as `False`.",
    reason: "The status is stored in a boolean column.",
    change: eachCondition((condition) => {
      if (condition.status === "Unknown") condition.status = "False";
    }),
  },
  {
    name: "false-has-no-transition",
    breaks: ["deployments.condition-last-transition-time-kept"],
    description: "A condition with status `False` loses `lastTransitionTime`.",
    reason: "A condition that is not met was assumed to have no transition time.",
    change: eachCondition((condition) => {
      if (condition.status === "False") delete condition.lastTransitionTime;
    }),
  },
  {
    name: "update-time-rounded-to-minutes",
    breaks: ["deployments.condition-last-update-time-kept"],
    description: "`lastUpdateTime` of a condition is rounded down to whole minutes.",
    reason: "A timestamp that changes on every sync created too many revisions.",
    change: eachCondition((condition) => {
      const { lastUpdateTime: time } = condition;
      if (typeof time === "string") condition.lastUpdateTime = time.replace(/:\d\dZ$/, ":00Z");
    }),
  },
  {
    name: "long-messages-cut",
    breaks: ["deployments.condition-message-kept"],
    description: "The `message` of a condition is truncated to 1024 characters.",
    reason: "The limit of another condition type is applied.",
    change: eachCondition((condition) => {
      const { message } = condition;
      if (typeof message === "string") condition.message = message.slice(0, 1024);
    }),
  },
  {
    name: "true-condition-without-reason",
    breaks: ["deployments.condition-reason-kept"],
    description: "A condition with status `True` loses its `reason`.",
    reason: "A reason was considered necessary only for failures.",
    change: eachCondition((condition) => {
      if (condition.status === "True") delete condition.reason;
    }),
  },
];

/** Applies the change when the status is stored, after validation. */
function whenStored({ change }: StatusMutant): Mutant["install"] {
  return ({ writer }: PartChanges) =>
    writer(({ storeChange }) => ({
      storeChange(registry, definition, current, given) {
        const before = JSON.stringify(current.object.status);
        if (definition.kind !== "Deployment" || JSON.stringify(given.status) === before) {
          return storeChange(registry, definition, current, given);
        }
        const object = structuredClone(given);
        const status = asObject(object.status);
        if (status) change(status, object);
        return storeChange(registry, definition, current, object);
      },
    }));
}

export const statusMutants: readonly Mutant[] = STATUS_CHANGES.map((each) => {
  const { name, breaks, description, reason } = each;
  const id = `deployments/${name}`;
  return { id, area: "deployments", description, reason, breaks, install: whenStored(each) };
});
