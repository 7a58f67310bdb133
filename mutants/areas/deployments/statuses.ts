/**
 * Faults of a deployment's status, as data: each is a change of the status as it is stored.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import type { Seams } from "../../../server/parts.ts";

/** A fault that is one change of a status that was found to be sound. */
interface StatusMutant {
  readonly name: string;
  readonly breaks: Mutant["breaks"];
  readonly description: string;
  readonly reason: string;
  change(status: JsonObject, deployment: JsonObject): void;
}

/** A change of each condition. */
const eachCondition = (change: (condition: JsonObject) => void) => (status: JsonObject): void => {
  if (!Array.isArray(status.conditions)) return;
  for (const condition of status.conditions) change(asObject(condition) ?? {});
};

const FAULTS: readonly StatusMutant[] = [
  {
    name: "status-counts-wanted",
    breaks: ["deployments.status-replicas-kept"],
    description: "A status' replicas are those that the spec asks for.",
    reason: "The two fields have one name, and one of them was read for both.",
    change: (status, { spec }) => void (status.replicas = asObject(spec)?.replicas ?? 0),
  },
  {
    name: "ready-is-available",
    breaks: ["deployments.status-available-replicas-kept"],
    description: "All pods that are ready are stored as available.",
    reason: "They are the same as long as minReadySeconds is 0.",
    change: (status) => void (status.availableReplicas = status.readyReplicas ?? 0),
  },
  {
    name: "only-updated-are-ready",
    breaks: ["deployments.status-ready-replicas-kept"],
    description: "No more pods are stored as ready than are updated.",
    reason: "Old pods were thought not to count any more.",
    change(status) {
      const [ready, updated] = [status.readyReplicas ?? 0, status.updatedReplicas ?? 0];
      status.readyReplicas = Math.min(Number(ready), Number(updated));
    },
  },
  {
    name: "unavailable-worked-out",
    breaks: ["deployments.status-unavailable-replicas-kept"],
    description: "The unavailable replicas are worked out from those that are ready.",
    reason: "A field that follows from others was not to be stored.",
    change(status) {
      const { replicas, readyReplicas } = status;
      status.unavailableReplicas = Number(replicas ?? 0) - Number(readyReplicas ?? 0);
    },
  },
  {
    name: "all-updated-goes-unsaid",
    breaks: ["deployments.status-updated-replicas-kept"],
    description: "A status loses updatedReplicas once they are all of them.",
    reason: "The rollout is done then, and the field was thought to tell of its progress.",
    change(status) {
      if (status.updatedReplicas === status.replicas) delete status.updatedReplicas;
    },
  },
  {
    name: "observed-by-the-server",
    breaks: ["deployments.status-observed-generation-kept"],
    description: "A write of the status sets observedGeneration to the present generation.",
    reason: "Who writes a status was thought to have seen the newest object.",
    change(status, { metadata }) {
      status.observedGeneration = asObject(metadata)?.generation as Json;
    },
  },
  {
    name: "unknown-becomes-false",
    breaks: ["deployments.condition-status-kept"],
    description: "A condition whose status is Unknown is stored as False.",
    reason: "The column it is kept in is a boolean.",
    change: eachCondition((condition) => {
      if (condition.status === "Unknown") condition.status = "False";
    }),
  },
  {
    name: "false-has-no-transition",
    breaks: ["deployments.condition-last-transition-time-kept"],
    description: "A condition that is False loses its lastTransitionTime.",
    reason: "What has not come about was thought to have no time at which it did.",
    change: eachCondition((condition) => {
      if (condition.status === "False") delete condition.lastTransitionTime;
    }),
  },
  {
    name: "updates-by-the-minute",
    breaks: ["deployments.condition-last-update-time-kept"],
    description: "The lastUpdateTime of a condition is cut to whole minutes.",
    reason: "A time that moves with every sync made too many versions.",
    change: eachCondition((condition) => {
      const { lastUpdateTime: time } = condition;
      if (typeof time === "string") condition.lastUpdateTime = time.replace(/:\d\dZ$/, ":00Z");
    }),
  },
  {
    name: "long-messages-cut",
    breaks: ["deployments.condition-message-kept"],
    description: "A condition's message is cut at 1024 characters.",
    reason: "It is the limit of another kind of conditions.",
    change: eachCondition((condition) => {
      const { message } = condition;
      if (typeof message === "string") condition.message = message.slice(0, 1024);
    }),
  },
  {
    name: "good-needs-no-reason",
    breaks: ["deployments.condition-reason-kept"],
    description: "A condition that is True loses its reason.",
    reason: "A reason was thought to tell why something is not so.",
    change: eachCondition((condition) => {
      if (condition.status === "True") delete condition.reason;
    }),
  },
];

/** Where the status is stored, behind all validation. */
function whenStored({ change }: StatusMutant): Mutant["install"] {
  return ({ steps }: Seams) =>
    steps(({ storeChange }) => ({
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

/** The faults. */
export const statusMutants: readonly Mutant[] = FAULTS.map((each) => {
  const { name, breaks, description, reason } = each;
  const id = `deployments/${name}`;
  return { id, area: "deployments", description, reason, breaks, install: whenStored(each) };
});
