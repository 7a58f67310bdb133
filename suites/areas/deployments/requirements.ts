/**
 * The requirements of the area `deployments`.
 *
 * @module
 */
import { DEPLOYMENT, MATRIX } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The fields of a status that are returned as written. */
export const STATUS_FIELDS = {
  "replicas": "replicas",
  "available-replicas": "availableReplicas",
  "ready-replicas": "readyReplicas",
  "unavailable-replicas": "unavailableReplicas",
  "updated-replicas": "updatedReplicas",
  "collision-count": "collisionCount",
  "observed-generation": "observedGeneration",
} as const;

/** The fields of a condition that are returned as written. */
export const CONDITION_FIELDS = {
  "type": "type",
  "status": "status",
  "last-transition-time": "lastTransitionTime",
  "last-update-time": "lastUpdateTime",
  "message": "message",
  "reason": "reason",
} as const;

const CONTROLLER = "Pods and rollouts are managed by a controller, which the API does not include.";

/** The requirements, by chapter and level. */
export const requirements = [
  [DEPLOYMENT.must, {
    "deployments.replicas-default": "The default of `replicas` is 1.",
    "deployments.revision-history-limit-default": "The default of `revisionHistoryLimit` is 10.",
    "deployments.progress-deadline-seconds-default":
      "The default of `progressDeadlineSeconds` is 600.",
    "deployments.min-ready-seconds-default":
      "The default of `minReadySeconds` is 0, which may be omitted.",
    "deployments.strategy-type-default": "The default of `strategy.type` is `RollingUpdate`.",
    "deployments.strategy-type-other-rejected": "Any other `strategy.type` is rejected.",
    "deployments.rolling-update-with-its-type-only":
      "A deployment of another `strategy.type` than `RollingUpdate` has no `rollingUpdate`.",
  }],
  [DEPLOYMENT.must, {
    "deployments.replicas-kept": "A given `replicas` is returned unchanged.",
    "deployments.revision-history-limit-kept":
      "A given `revisionHistoryLimit` is returned unchanged.",
    "deployments.progress-deadline-seconds-kept":
      "A given `progressDeadlineSeconds` is returned unchanged.",
    "deployments.min-ready-seconds-kept": "A given `minReadySeconds` is returned unchanged.",
    "deployments.replicas-zero-kept":
      "An explicit `replicas` of 0 is returned as 0, not replaced by the default.",
    "deployments.revision-history-limit-zero-kept":
      "An explicit `revisionHistoryLimit` of 0 is returned as 0, not replaced by the default.",
    "deployments.paused-kept":
      "The field `paused` is true if the deployment was paused, and false or absent otherwise.",
    "deployments.strategy-type-recreate":
      "The `strategy.type` `Recreate` is accepted and returned.",
    "deployments.strategy-type-rolling-update":
      "The `strategy.type` `RollingUpdate` is accepted and returned.",
  }, { harm: "data-loss" }],
  [DEPLOYMENT.convention, {
    "deployments.rolling-update-with-recreate-rejected":
      "A `rollingUpdate` together with the type `Recreate` is rejected.",
  }],
  [DEPLOYMENT.must, {
    "deployments.max-surge-default": "The default of `maxSurge` is `25%`.",
    "deployments.max-unavailable-default": "The default of `maxUnavailable` is `25%`.",
    "deployments.both-zero-rejected":
      "A `maxSurge` of 0 together with a `maxUnavailable` of 0 is rejected.",
    "deployments.both-zero-percent-rejected":
      "The percentage `0%` counts as 0 where `maxSurge` and `maxUnavailable` must not both be 0.",
    "deployments.text-without-percentage-rejected":
      "A `maxSurge` or `maxUnavailable` string that is not a number with a percent sign is rejected.",
  }],
  [DEPLOYMENT.must, {
    "deployments.max-surge-kept":
      "A given `maxSurge` is returned in its type, as an integer or as a percentage string.",
    "deployments.max-unavailable-kept":
      "A given `maxUnavailable` is returned in its type, as an integer or as a percentage string.",
    "deployments.digits-stay-text":
      "A text of digits in a field that takes an integer or a string is rejected or returned as a text.",
    "deployments.int-or-string-type-rejected":
      "A `maxSurge` or `maxUnavailable` that is neither an int32 nor a string is rejected.",
  }, { harm: "data-loss" }],
  [DEPLOYMENT.convention, {
    "deployments.int-or-string-value-rejected":
      "A `maxSurge` or `maxUnavailable` percentage that is negative or not whole is rejected.",
  }],
  [DEPLOYMENT.must, {
    "deployments.int32-rejected":
      "A value of an integer field of the spec that is not an int32 is rejected.",
  }, { harm: "data-loss" }],
  [DEPLOYMENT.convention, {
    "deployments.negative-rejected":
      "A negative value of an integer field of the spec is rejected.",
    "deployments.progress-deadline-above-min-ready":
      "A `progressDeadlineSeconds` that is not greater than `minReadySeconds` is rejected.",
  }],
  [DEPLOYMENT.must, {
    "deployments.selector-matches-template":
      "A `selector` that does not match the labels of the pod template is rejected.",
  }],
  [DEPLOYMENT.convention, {
    "deployments.selector-empty-rejected": "An empty `selector` is rejected.",
    "deployments.template-defaults":
      "Containers, probes, hooks, ports, environment and volumes of a pod template get the defaults of real servers.",
  }],
  [DEPLOYMENT.convention, {
    "deployments.selector-fixed": "An update that changes `selector` is rejected.",
  }, { harm: "data-loss" }],
  [DEPLOYMENT.convention, {
    "deployments.quantities-in-one-form":
      "A quantity of a container is returned in the form in which real servers write it.",
  }, { harm: "detail" }],
  [DEPLOYMENT.must, {
    "deployments.list-kind":
      "A list of deployments is a `DeploymentList` with `metadata` and an array of `items`.",
  }],
  [MATRIX.must, {
    "deployments.status-get": "GET of the status subresource returns 200 and the Deployment.",
    "deployments.status-update":
      "PUT of the status subresource returns 200 or 201 and the Deployment.",
    "deployments.status-patch":
      "PATCH of the status subresource returns 200 or 201 and the Deployment.",
  }, { harm: "availability" }],
  [DEPLOYMENT.must, {
    "deployments.status-fields-optional":
      "A status may leave out any of its fields, by any form of write to the subresource.",
  }, { harm: "availability" }],
  [DEPLOYMENT.must, {
    "deployments.status-read-back":
      "A written status is shown by get, by get of `status` and by list.",
  }, { harm: "data-loss" }],
  [DEPLOYMENT.convention, {
    "deployments.status-leaves-labels":
      "A write to the status subresource leaves the labels unchanged.",
    "deployments.status-stale-rejected":
      "A write to the status subresource with an outdated `resourceVersion` returns 409.",
    "deployments.create-leaves-status": "A create ignores the `status` in its body.",
  }, { harm: "data-loss" }],
  [DEPLOYMENT.must, {
    "deployments.conditions-merge":
      "A strategic merge patch of `status.conditions` merges them by `type`.",
    "deployments.strategy-retains-keys":
      "A strategic merge patch of `strategy` with `$retainKeys` removes the other keys.",
  }, { feature: "strategic-merge-patch", harm: "data-loss" }],
  [
    DEPLOYMENT.must,
    "deployments.status-*-kept",
    STATUS_FIELDS,
    (field: string): string =>
      `The field \`status.${field}\` is returned as written to the status subresource.`,
    { harm: "data-loss" },
  ],
  [
    DEPLOYMENT.must,
    "deployments.condition-*-kept",
    CONDITION_FIELDS,
    (field: string): string =>
      `The field \`${field}\` of a condition is returned as written to the status subresource.`,
    { harm: "data-loss" },
  ],
  [DEPLOYMENT.convention, {
    "deployments.condition-times":
      "A time of a condition may have an offset from UTC and a fraction of a second, as RFC 3339 has them; the same point in time is returned.",
  }, { harm: "data-loss" }],
  [DEPLOYMENT.convention, {
    "deployments.condition-times-in-utc":
      "A time of a condition is returned in UTC and in whole seconds, however it was written.",
  }, { harm: "detail" }],
  [DEPLOYMENT.convention, {
    "deployments.condition-time-invalid-rejected":
      "A condition with a time that does not exist, as one on 30 February, is rejected.",
  }, { harm: "detail" }],
  [DEPLOYMENT.must, {
    "deployments.condition-true-accepted": "The `status` of a condition may be `True`.",
    "deployments.condition-false-accepted": "The `status` of a condition may be `False`.",
    "deployments.condition-unknown-accepted": "The `status` of a condition may be `Unknown`.",
  }, { harm: "availability" }],
  [DEPLOYMENT.must, {
    "deployments.condition-status-other-rejected":
      "A condition whose `status` is none of `True`, `False` and `Unknown` is rejected.",
    "deployments.condition-type-required": "A condition without a `type` is rejected.",
    "deployments.condition-status-required": "A condition without a `status` is rejected.",
  }],
  [DEPLOYMENT.must, {
    "deployments.status-leaves-spec":
      "A write to the status subresource leaves the `spec` unchanged.",
    "deployments.spec-leaves-status":
      "A write to the deployment itself leaves the `status` unchanged.",
  }, { harm: "data-loss" }],
  [DEPLOYMENT.must, {
    "deployments.max-surge-rounds-up":
      "A percentage of `maxSurge` is rounded up to a number of pods.",
    "deployments.max-unavailable-rounds-down":
      "A percentage of `maxUnavailable` is rounded down to a number of pods.",
    "deployments.min-ready-seconds-awaited":
      "A pod counts as available after it has been ready for `minReadySeconds`.",
    "deployments.revision-history-limit-applied":
      "At most `revisionHistoryLimit` old replica sets are kept.",
    "deployments.deadline-sets-condition":
      "A deployment that makes no progress gets a condition with the reason `ProgressDeadlineExceeded`.",
    "deployments.progress-not-estimated-while-paused":
      "Progress is not estimated while a deployment is paused.",
  }, { unchecked: CONTROLLER }],
] as const satisfies readonly RequirementGroup[];
