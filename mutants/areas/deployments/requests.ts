/**
 * Mutants of responses to requests for Deployments, and of their validation.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { bugs } from "../../mutant.ts";
import { accepting } from "../../helpers.ts";
import { causeOf, ofKind } from "../../vocabulary/kinds.ts";
import { objectsOf, within } from "../../vocabulary/json.ts";
import { all, on } from "../../vocabulary/on.ts";
import { changeObjectIn } from "../../vocabulary/results.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";

const conditionsOf = (object: unknown) => objectsOf(within(object, "status").conditions);

/** Rejects statuses with some conditions. */
const rejectingConditions = (isRejected: (condition: JsonObject, status: JsonObject) => boolean) =>
  ofKind("Deployment/status").addCauses((object) =>
    conditionsOf(object).some((condition) => isRejected(condition, within(object, "status")))
      ? [causeOf("FieldValueInvalid", "status.conditions", "Invalid value: this cannot be so")]
      : []
  );

export const requestMutants = bugs({
  "deployments/selected-list-of-kind-list": {
    description: "A list of Deployments with `labelSelector` has the kind `List`.",
    reason: "The filter builds a new list of the generic kind.",
    breaks: "deployments.list-kind",
    install: on("list deployments", { labelSelector: true }).changeList((list) =>
      list.kind === "DeploymentList" ? { ...list, kind: "List" } : list
    ),
  },
  "deployments/status-kind": {
    description: "A GET of `/status` returns an object of kind `DeploymentStatus`.",
    reason: "The name of the schema of the status is used as the kind.",
    breaks: "deployments.status-get",
    install: on("get deployments/status").changeResult((result) =>
      changeObjectIn(result, (object) => ({ ...object, kind: "DeploymentStatus" }))
    ),
  },
  "deployments/status-put-needs-version": {
    description: "A PUT to `/status` without `resourceVersion` is rejected.",
    reason: "Controllers always send a resourceVersion, so it was made required.",
    breaks: "deployments.status-update",
    install: on("update deployments/status").serve(({ request, next }) =>
      next({}, { definition: { ...request.definition, needsVersion: true } })
    ),
  },
  "deployments/status-patch-accepted": {
    description: "A PATCH of `/status` is answered with 202.",
    reason: "Clients process a status later, so the write was considered asynchronous.",
    breaks: "deployments.status-patch",
    install: on("patch deployments/status").changeStatus(200, 202),
  },
  "deployments/available-needs-replicas": {
    description:
      "The condition `Available` with status `True` is rejected while `availableReplicas` is 0.",
    reason: "The two fields were required to agree, but a Deployment with 0 replicas is available.",
    breaks: "deployments.condition-true-accepted",
    install: rejectingConditions(({ type, status }, { availableReplicas }) =>
      type === "Available" && status === "True" && !availableReplicas
    ),
  },
  "deployments/false-failure-rejected": {
    description: "The condition `ReplicaFailure` with status `False` is rejected.",
    reason: "The condition was expected to be removed when there is no failure.",
    breaks: "deployments.condition-false-accepted",
    install: rejectingConditions(({ type, status }) =>
      type === "ReplicaFailure" && status === "False"
    ),
  },
  "deployments/condition-status-case-insensitive": {
    description: "A condition status is accepted in any case, such as `true` or `TRUE`.",
    reason: "Values are compared without case, as header fields are.",
    breaks: "deployments.condition-status-other-rejected",
    install(parts) {
      const words = ["true", "false", "unknown"];
      const isWord = (object: unknown, index: number) =>
        words.includes(String(conditionsOf(object)[index]?.status).toLowerCase());
      ofKind("Deployment/status").ignoreCauses(({ field }, object) =>
        isWord(object, Number(/\[(\d+)\]\.status$/.exec(field)?.[1]))
      )(parts);
    },
  },
  "deployments/single-condition-without-type": {
    description: "A condition without `type` is accepted if it is the only condition.",
    reason: "The type was considered necessary only to distinguish conditions.",
    breaks: "deployments.condition-type-required",
    install: wrapSteps(
      accepting(({ field }, { object }) =>
        field === "status.conditions[0].type" && conditionsOf(object).length === 1
      ),
    ),
  },
  "deployments/condition-unknown-by-default": {
    description: "A condition without `status` gets the status `Unknown`.",
    reason: "An unspecified status was considered unknown.",
    breaks: "deployments.condition-status-required",
    install: wrap("steps", "setDefaults", ({ setDefaults }, write) => {
      if (write.object.kind === "Deployment") {
        for (const condition of conditionsOf(write.object)) condition.status ??= "Unknown";
      }
      setDefaults(write);
    }),
  },
  "deployments/recreate-gets-bounds": {
    description: "`rollingUpdate` gets its defaults with strategy type `Recreate`, too.",
    reason: "Defaults are applied to the whole tree without looking at `type`.",
    breaks: [
      "deployments.rolling-update-with-its-type-only",
      "deployments.rolling-update-with-recreate-rejected",
    ],
    install: all(
      wrap("steps", "setDefaults", ({ setDefaults }, write) => {
        const { kind, spec } = write.object;
        const strategy = asObject(asObject(spec)?.strategy);
        if (kind === "Deployment" && strategy) strategy.rollingUpdate ??= {};
        setDefaults(write);
      }),
      ofKind("Deployment").ignoreCauses(({ field }) => field === "spec.strategy.rollingUpdate"),
    ),
  },
  "deployments/paused-with-both-zero": {
    description: "A paused Deployment may have `maxSurge` and `maxUnavailable` both 0.",
    reason: "A paused rollout makes no progress anyway.",
    breaks: ["deployments.both-zero-rejected", "deployments.both-zero-percent-rejected"],
    install: ofKind("Deployment").ignoreCauses(({ message }, object) =>
      message.includes("0 when") && asObject(object.spec)?.paused === true
    ),
  },
});
