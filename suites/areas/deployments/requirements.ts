/**
 * The requirements of the area `deployments`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const DEPLOYMENT = "Deployment (group `apps`, version `v1`)";
const MATRIX = "Resource and operation matrix";
const CONTROLLER = "Pods and rollouts are managed by a controller, which the API does not include.";

/** The requirements by id. */
export const requirements = {
  "deployments.replicas-default": {
    chapter: DEPLOYMENT,
    statement: "The default of `replicas` is 1.",
    level: "must",
  },
  "deployments.replicas-kept": {
    chapter: DEPLOYMENT,
    statement: "A given `replicas` is returned unchanged.",
    level: "must",
  },
  "deployments.revision-history-limit-default": {
    chapter: DEPLOYMENT,
    statement: "The default of `revisionHistoryLimit` is 10.",
    level: "must",
  },
  "deployments.revision-history-limit-kept": {
    chapter: DEPLOYMENT,
    statement: "A given `revisionHistoryLimit` is returned unchanged.",
    level: "must",
  },
  "deployments.progress-deadline-seconds-default": {
    chapter: DEPLOYMENT,
    statement: "The default of `progressDeadlineSeconds` is 600.",
    level: "must",
  },
  "deployments.progress-deadline-seconds-kept": {
    chapter: DEPLOYMENT,
    statement: "A given `progressDeadlineSeconds` is returned unchanged.",
    level: "must",
  },
  "deployments.min-ready-seconds-default": {
    chapter: DEPLOYMENT,
    statement: "The default of `minReadySeconds` is 0, which may be omitted.",
    level: "must",
  },
  "deployments.min-ready-seconds-kept": {
    chapter: DEPLOYMENT,
    statement: "A given `minReadySeconds` is returned unchanged.",
    level: "must",
  },
  "deployments.replicas-zero-kept": {
    chapter: DEPLOYMENT,
    statement: "An explicit `replicas` of 0 is returned as 0, not replaced by the default.",
    level: "must",
  },
  "deployments.revision-history-limit-zero-kept": {
    chapter: DEPLOYMENT,
    statement:
      "An explicit `revisionHistoryLimit` of 0 is returned as 0, not replaced by the default.",
    level: "must",
  },
  "deployments.paused-kept": {
    chapter: DEPLOYMENT,
    statement:
      "The field `paused` is true if the deployment was paused, and false or absent otherwise.",
    level: "must",
  },
  "deployments.strategy-type-default": {
    chapter: DEPLOYMENT,
    statement: "The default of `strategy.type` is `RollingUpdate`.",
    level: "must",
  },
  "deployments.strategy-type-recreate": {
    chapter: DEPLOYMENT,
    statement: "The `strategy.type` `Recreate` is accepted and returned.",
    level: "must",
  },
  "deployments.strategy-type-rolling-update": {
    chapter: DEPLOYMENT,
    statement: "The `strategy.type` `RollingUpdate` is accepted and returned.",
    level: "must",
  },
  "deployments.strategy-type-other-rejected": {
    chapter: DEPLOYMENT,
    statement: "Any other `strategy.type` is rejected.",
    level: "must",
  },
  "deployments.rolling-update-with-its-type-only": {
    chapter: DEPLOYMENT,
    statement:
      "A deployment of another `strategy.type` than `RollingUpdate` has no `rollingUpdate`.",
    level: "must",
  },
  "deployments.rolling-update-with-recreate-rejected": {
    chapter: DEPLOYMENT,
    statement: "A `rollingUpdate` together with the type `Recreate` is rejected.",
    level: "convention",
  },
  "deployments.max-surge-default": {
    chapter: DEPLOYMENT,
    statement: "The default of `maxSurge` is `25%`.",
    level: "must",
  },
  "deployments.max-surge-kept": {
    chapter: DEPLOYMENT,
    statement:
      "A given `maxSurge` is returned in its type, as an integer or as a percentage string.",
    level: "must",
  },
  "deployments.max-unavailable-default": {
    chapter: DEPLOYMENT,
    statement: "The default of `maxUnavailable` is `25%`.",
    level: "must",
  },
  "deployments.max-unavailable-kept": {
    chapter: DEPLOYMENT,
    statement:
      "A given `maxUnavailable` is returned in its type, as an integer or as a percentage string.",
    level: "must",
  },
  "deployments.both-zero-rejected": {
    chapter: DEPLOYMENT,
    statement: "A `maxSurge` of 0 together with a `maxUnavailable` of 0 is rejected.",
    level: "must",
  },
  "deployments.both-zero-percent-rejected": {
    chapter: DEPLOYMENT,
    statement:
      "The percentage `0%` counts as 0 where `maxSurge` and `maxUnavailable` must not both be 0.",
    level: "must",
  },
  "deployments.int-or-string-type-rejected": {
    chapter: DEPLOYMENT,
    statement:
      "A `maxSurge` or `maxUnavailable` that is neither an int32 nor a string is rejected.",
    level: "must",
  },
  "deployments.int-or-string-value-rejected": {
    chapter: DEPLOYMENT,
    statement: "A `maxSurge` or `maxUnavailable` string that is not a percentage is rejected.",
    level: "convention",
  },
  "deployments.int32-rejected": {
    chapter: DEPLOYMENT,
    statement: "A value of an integer field of the spec that is not an int32 is rejected.",
    level: "must",
  },
  "deployments.negative-rejected": {
    chapter: DEPLOYMENT,
    statement: "A negative value of an integer field of the spec is rejected.",
    level: "convention",
  },
  "deployments.progress-deadline-above-min-ready": {
    chapter: DEPLOYMENT,
    statement:
      "A `progressDeadlineSeconds` that is not greater than `minReadySeconds` is rejected.",
    level: "convention",
  },
  "deployments.selector-matches-template": {
    chapter: DEPLOYMENT,
    statement: "A `selector` that does not match the labels of the pod template is rejected.",
    level: "must",
  },
  "deployments.selector-empty-rejected": {
    chapter: DEPLOYMENT,
    statement: "An empty `selector` is rejected.",
    level: "convention",
  },
  "deployments.selector-fixed": {
    chapter: DEPLOYMENT,
    statement: "An update that changes `selector` is rejected.",
    level: "convention",
  },
  "deployments.template-defaults": {
    chapter: DEPLOYMENT,
    statement:
      "Containers, probes, hooks, ports, environment and volumes of a pod template get the defaults of real servers.",
    level: "convention",
  },
  "deployments.quantities-in-one-form": {
    chapter: DEPLOYMENT,
    statement: "A quantity of a container is returned in the form in which real servers write it.",
    level: "convention",
  },
  "deployments.list-kind": {
    chapter: DEPLOYMENT,
    statement:
      "A list of deployments is a `DeploymentList` with `metadata` and an array of `items`.",
    level: "must",
  },
  "deployments.status-get": {
    chapter: MATRIX,
    statement: "GET of the status subresource returns 200 and the Deployment.",
    level: "must",
  },
  "deployments.status-update": {
    chapter: MATRIX,
    statement: "PUT of the status subresource returns 200 or 201 and the Deployment.",
    level: "must",
  },
  "deployments.status-patch": {
    chapter: MATRIX,
    statement: "PATCH of the status subresource returns 200 or 201 and the Deployment.",
    level: "must",
  },
  "deployments.status-fields-optional": {
    chapter: DEPLOYMENT,
    statement: "A status may leave out any of its fields, by any form of write to the subresource.",
    level: "must",
  },
  "deployments.status-read-back": {
    chapter: DEPLOYMENT,
    statement: "A written status is shown by get, by get of `status` and by list.",
    level: "must",
  },
  "deployments.status-leaves-labels": {
    chapter: DEPLOYMENT,
    statement: "A write to the status subresource leaves the labels unchanged.",
    level: "convention",
  },
  "deployments.status-stale-rejected": {
    chapter: DEPLOYMENT,
    statement: "A write to the status subresource with an outdated `resourceVersion` returns 409.",
    level: "convention",
  },
  "deployments.create-leaves-status": {
    chapter: DEPLOYMENT,
    statement: "A create ignores the `status` in its body.",
    level: "convention",
  },
  "deployments.conditions-merge": {
    chapter: DEPLOYMENT,
    statement: "A strategic merge patch of `status.conditions` merges them by `type`.",
    level: "must",
    feature: "strategic-merge-patch",
  },
  "deployments.strategy-retains-keys": {
    chapter: DEPLOYMENT,
    statement: "A strategic merge patch of `strategy` with `$retainKeys` removes the other keys.",
    level: "must",
    feature: "strategic-merge-patch",
  },
  "deployments.status-replicas-kept": {
    chapter: DEPLOYMENT,
    statement: "The field `status.replicas` is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.status-available-replicas-kept": {
    chapter: DEPLOYMENT,
    statement:
      "The field `status.availableReplicas` is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.status-ready-replicas-kept": {
    chapter: DEPLOYMENT,
    statement: "The field `status.readyReplicas` is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.status-unavailable-replicas-kept": {
    chapter: DEPLOYMENT,
    statement:
      "The field `status.unavailableReplicas` is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.status-updated-replicas-kept": {
    chapter: DEPLOYMENT,
    statement:
      "The field `status.updatedReplicas` is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.status-collision-count-kept": {
    chapter: DEPLOYMENT,
    statement:
      "The field `status.collisionCount` is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.status-observed-generation-kept": {
    chapter: DEPLOYMENT,
    statement:
      "The field `status.observedGeneration` is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.condition-type-kept": {
    chapter: DEPLOYMENT,
    statement: "The field `type` of a condition is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.condition-status-kept": {
    chapter: DEPLOYMENT,
    statement:
      "The field `status` of a condition is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.condition-last-transition-time-kept": {
    chapter: DEPLOYMENT,
    statement:
      "The field `lastTransitionTime` of a condition is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.condition-last-update-time-kept": {
    chapter: DEPLOYMENT,
    statement:
      "The field `lastUpdateTime` of a condition is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.condition-times": {
    chapter: DEPLOYMENT,
    statement:
      "A time of a condition may have an offset from UTC and a fraction of a second, as RFC 3339 has them; the same point in time is returned.",
    level: "convention",
  },
  "deployments.condition-times-in-utc": {
    chapter: DEPLOYMENT,
    statement:
      "A time of a condition is returned in UTC and in whole seconds, however it was written.",
    level: "convention",
  },
  "deployments.condition-message-kept": {
    chapter: DEPLOYMENT,
    statement:
      "The field `message` of a condition is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.condition-reason-kept": {
    chapter: DEPLOYMENT,
    statement:
      "The field `reason` of a condition is returned as written to the status subresource.",
    level: "must",
  },
  "deployments.condition-true-accepted": {
    chapter: DEPLOYMENT,
    statement: "The `status` of a condition may be `True`.",
    level: "must",
  },
  "deployments.condition-false-accepted": {
    chapter: DEPLOYMENT,
    statement: "The `status` of a condition may be `False`.",
    level: "must",
  },
  "deployments.condition-unknown-accepted": {
    chapter: DEPLOYMENT,
    statement: "The `status` of a condition may be `Unknown`.",
    level: "must",
  },
  "deployments.condition-status-other-rejected": {
    chapter: DEPLOYMENT,
    statement: "A condition whose `status` is none of `True`, `False` and `Unknown` is rejected.",
    level: "must",
  },
  "deployments.condition-type-required": {
    chapter: DEPLOYMENT,
    statement: "A condition without a `type` is rejected.",
    level: "must",
  },
  "deployments.condition-status-required": {
    chapter: DEPLOYMENT,
    statement: "A condition without a `status` is rejected.",
    level: "must",
  },
  "deployments.status-leaves-spec": {
    chapter: DEPLOYMENT,
    statement: "A write to the status subresource leaves the `spec` unchanged.",
    level: "must",
  },
  "deployments.spec-leaves-status": {
    chapter: DEPLOYMENT,
    statement: "A write to the deployment itself leaves the `status` unchanged.",
    level: "must",
  },
  "deployments.max-surge-rounds-up": {
    chapter: DEPLOYMENT,
    statement: "A percentage of `maxSurge` is rounded up to a number of pods.",
    level: "must",
    unchecked: CONTROLLER,
  },
  "deployments.max-unavailable-rounds-down": {
    chapter: DEPLOYMENT,
    statement: "A percentage of `maxUnavailable` is rounded down to a number of pods.",
    level: "must",
    unchecked: CONTROLLER,
  },
  "deployments.min-ready-seconds-awaited": {
    chapter: DEPLOYMENT,
    statement: "A pod counts as available after it has been ready for `minReadySeconds`.",
    level: "must",
    unchecked: CONTROLLER,
  },
  "deployments.revision-history-limit-applied": {
    chapter: DEPLOYMENT,
    statement: "At most `revisionHistoryLimit` old replica sets are kept.",
    level: "must",
    unchecked: CONTROLLER,
  },
  "deployments.deadline-sets-condition": {
    chapter: DEPLOYMENT,
    statement:
      "A deployment that makes no progress gets a condition with the reason `ProgressDeadlineExceeded`.",
    level: "must",
    unchecked: CONTROLLER,
  },
  "deployments.progress-not-estimated-while-paused": {
    chapter: DEPLOYMENT,
    statement: "Progress is not estimated while a deployment is paused.",
    level: "must",
    unchecked: CONTROLLER,
  },
} as const satisfies Readonly<Record<string, Requirement>>;
