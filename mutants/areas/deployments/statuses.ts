/**
 * Mutants of the status of Deployments, as data: each changes the status when it is stored.
 *
 * @module
 */
import type { Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { bugs, type Mutant } from "../../mutant.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Changes a valid status. */
type StatusChange = (status: JsonObject, deployment: JsonObject) => void;

/** Applies a change to each condition. */
const eachCondition = (change: (condition: JsonObject) => void) => (status: JsonObject): void => {
  if (!Array.isArray(status.conditions)) return;
  for (const condition of status.conditions) change(asObject(condition) ?? {});
};

/** Applies the change when the status is stored, after validation. */
function whenStored(change: StatusChange): Mutant["install"] {
  return wrap("steps", "store", async ({ store }, write) => {
    const { object, current, definition } = write;
    const isWritten = current && definition.kind === "Deployment" &&
      JSON.stringify(object.status) !== JSON.stringify(current.object.status);
    const status = isWritten && asObject(object.status);
    if (status) change(status, object);
    await store(write);
  });
}

export const statusMutants = bugs({
  "deployments/status-replicas-from-spec": {
    description: "`status.replicas` is set to `spec.replicas`.",
    reason: "Both fields have the same name, and the wrong one is read.",
    breaks: "deployments.status-replicas-kept",
    install: whenStored((status, { spec }) =>
      void (status.replicas = asObject(spec)?.replicas ?? 0)
    ),
  },
  "deployments/ready-is-available": {
    description: "`status.availableReplicas` is set to `status.readyReplicas`.",
    reason: "The two are equal as long as `minReadySeconds` is 0.",
    breaks: "deployments.status-available-replicas-kept",
    install: whenStored((status) => void (status.availableReplicas = status.readyReplicas ?? 0)),
  },
  "deployments/only-updated-are-ready": {
    description: "`status.readyReplicas` is limited to `status.updatedReplicas`.",
    reason: "Pods of the previous revision were not counted.",
    breaks: ["deployments.status-ready-replicas-kept", "deployments.status-fields-optional"],
    install: whenStored((status) => {
      const [ready, updated] = [status.readyReplicas ?? 0, status.updatedReplicas ?? 0];
      status.readyReplicas = Math.min(Number(ready), Number(updated));
    }),
  },
  "deployments/unavailable-replicas-computed": {
    description: "`status.unavailableReplicas` is computed as `replicas` minus `readyReplicas`.",
    reason: "A field that can be derived was not meant to be stored.",
    breaks: "deployments.status-unavailable-replicas-kept",
    install: whenStored((status) => {
      const { replicas, readyReplicas } = status;
      status.unavailableReplicas = Number(replicas ?? 0) - Number(readyReplicas ?? 0);
    }),
  },
  "deployments/updated-replicas-dropped": {
    description: "`status.updatedReplicas` is dropped when it equals `status.replicas`.",
    reason:
      "The field was considered progress information, which a finished rollout does not need.",
    breaks: "deployments.status-updated-replicas-kept",
    install: whenStored((status) => {
      if (status.updatedReplicas === status.replicas) delete status.updatedReplicas;
    }),
  },
  "deployments/observed-generation-set-by-server": {
    description: "A write to `/status` sets `observedGeneration` to the current generation.",
    reason: "The writer was assumed to have seen the newest object.",
    breaks: "deployments.status-observed-generation-kept",
    install: whenStored((status, { metadata }) => {
      status.observedGeneration = asObject(metadata)?.generation as Json;
    }),
  },
  "deployments/unknown-becomes-false": {
    description: "A condition with status `Unknown` is stored as `False`.",
    reason: "The status is stored in a boolean column.",
    breaks: "deployments.condition-status-kept",
    install: whenStored(eachCondition((condition) => {
      if (condition.status === "Unknown") condition.status = "False";
    })),
  },
  "deployments/false-has-no-transition": {
    description: "A condition with status `False` loses `lastTransitionTime`.",
    reason: "A condition that is not met was assumed to have no transition time.",
    breaks: "deployments.condition-last-transition-time-kept",
    install: whenStored(eachCondition((condition) => {
      if (condition.status === "False") delete condition.lastTransitionTime;
    })),
  },
  "deployments/update-time-rounded-to-minutes": {
    description: "`lastUpdateTime` of a condition is rounded down to whole minutes.",
    reason: "A timestamp that changes on every sync created too many revisions.",
    breaks: "deployments.condition-last-update-time-kept",
    install: whenStored(eachCondition((condition) => {
      const { lastUpdateTime: time } = condition;
      if (typeof time === "string") condition.lastUpdateTime = time.replace(/:\d\dZ$/, ":00Z");
    })),
  },
  "deployments/long-messages-cut": {
    description: "The `message` of a condition is truncated to 1024 characters.",
    reason: "The limit of another condition type is applied.",
    breaks: "deployments.condition-message-kept",
    install: whenStored(eachCondition((condition) => {
      const { message } = condition;
      if (typeof message === "string") condition.message = message.slice(0, 1024);
    })),
  },
  "deployments/true-condition-without-reason": {
    description: "A condition with status `True` loses its `reason`.",
    reason: "A reason was considered necessary only for failures.",
    breaks: "deployments.condition-reason-kept",
    install: whenStored(eachCondition((condition) => {
      if (condition.status === "True") delete condition.reason;
    })),
  },
});
