/**
 * The requirements of the area `deployments`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const DEPLOYMENT = "Deployment (group `apps`, version `v1`)";
const MATRIX = "Resource and operation matrix";
const CONTROLLER =
  "Whether pods become ready and how a rollout goes on is a controller's doing, not the API's.";

/** Statements by id. */
export const deployments = {
  "deployments.replicas-default": {
    chapter: DEPLOYMENT,
    statement: "Where replicas is not given it is 1.",
    level: "must",
  },
  "deployments.replicas-kept": {
    chapter: DEPLOYMENT,
    statement: "A replicas that is given comes back.",
    level: "must",
  },
  "deployments.revision-history-limit-default": {
    chapter: DEPLOYMENT,
    statement: "Where revisionHistoryLimit is not given it is 10.",
    level: "must",
  },
  "deployments.revision-history-limit-kept": {
    chapter: DEPLOYMENT,
    statement: "A revisionHistoryLimit that is given comes back.",
    level: "must",
  },
  "deployments.progress-deadline-seconds-default": {
    chapter: DEPLOYMENT,
    statement: "Where progressDeadlineSeconds is not given it is 600.",
    level: "must",
  },
  "deployments.progress-deadline-seconds-kept": {
    chapter: DEPLOYMENT,
    statement: "A progressDeadlineSeconds that is given comes back.",
    level: "must",
  },
  "deployments.min-ready-seconds-default": {
    chapter: DEPLOYMENT,
    statement: "Where minReadySeconds is not given it is 0, or absent, which says the same.",
    level: "must",
  },
  "deployments.min-ready-seconds-kept": {
    chapter: DEPLOYMENT,
    statement: "A minReadySeconds that is given comes back.",
    level: "must",
  },
  "deployments.replicas-zero-kept": {
    chapter: DEPLOYMENT,
    statement: "An explicit replicas of 0 stays 0: it is not taken for unset.",
    level: "must",
  },
  "deployments.revision-history-limit-zero-kept": {
    chapter: DEPLOYMENT,
    statement: "An explicit revisionHistoryLimit of 0 stays 0: it is not taken for unset.",
    level: "must",
  },
  "deployments.paused-kept": {
    chapter: DEPLOYMENT,
    statement: "A deployment that is marked as paused shows it, and no other does.",
    level: "must",
  },
  "deployments.strategy-type-default": {
    chapter: DEPLOYMENT,
    statement: "Where strategy.type is not given it is RollingUpdate.",
    level: "must",
  },
  "deployments.strategy-type-recreate": {
    chapter: DEPLOYMENT,
    statement: "The strategy.type Recreate is accepted and comes back.",
    level: "must",
  },
  "deployments.strategy-type-rolling-update": {
    chapter: DEPLOYMENT,
    statement: "The strategy.type RollingUpdate is accepted and comes back.",
    level: "must",
  },
  "deployments.strategy-type-other-refused": {
    chapter: DEPLOYMENT,
    statement: "Any other strategy.type is refused.",
    level: "must",
  },
  "deployments.rolling-update-with-its-type-only": {
    chapter: DEPLOYMENT,
    statement: "A deployment whose type is not RollingUpdate shows no rollingUpdate.",
    level: "must",
  },
  "deployments.rolling-update-with-recreate-refused": {
    chapter: DEPLOYMENT,
    statement: "A rollingUpdate that is given together with the type Recreate is refused.",
    level: "convention",
  },
  "deployments.max-surge-default": {
    chapter: DEPLOYMENT,
    statement: "Where maxSurge is not given it is 25%.",
    level: "must",
  },
  "deployments.max-surge-kept": {
    chapter: DEPLOYMENT,
    statement:
      "A maxSurge comes back as it was given: a number as a number, a percentage as a text.",
    level: "must",
  },
  "deployments.max-unavailable-default": {
    chapter: DEPLOYMENT,
    statement: "Where maxUnavailable is not given it is 25%.",
    level: "must",
  },
  "deployments.max-unavailable-kept": {
    chapter: DEPLOYMENT,
    statement:
      "A maxUnavailable comes back as it was given: a number as a number, a percentage as a text.",
    level: "must",
  },
  "deployments.both-zero-refused": {
    chapter: DEPLOYMENT,
    statement: "A maxSurge of 0 together with a maxUnavailable of 0 is refused.",
    level: "must",
  },
  "deployments.both-zero-percent-refused": {
    chapter: DEPLOYMENT,
    statement: "Percentages of 0 count as 0 where not both bounds may be.",
    level: "convention",
  },
  "deployments.int-or-string-type-refused": {
    chapter: DEPLOYMENT,
    statement: "A maxSurge or maxUnavailable that is neither an int32 nor a text is refused.",
    level: "must",
  },
  "deployments.int-or-string-text-refused": {
    chapter: DEPLOYMENT,
    statement: "A maxSurge or maxUnavailable whose text is no percentage is refused.",
    level: "convention",
  },
  "deployments.int32-refused": {
    chapter: DEPLOYMENT,
    statement: "A number of the spec that is no int32 is refused.",
    level: "must",
  },
  "deployments.negative-refused": {
    chapter: DEPLOYMENT,
    statement: "A negative number of the spec is refused.",
    level: "convention",
  },
  "deployments.deadline-above-ready": {
    chapter: DEPLOYMENT,
    statement: "A progressDeadlineSeconds that is not above minReadySeconds is refused.",
    level: "convention",
  },
  "deployments.selector-matches-template": {
    chapter: DEPLOYMENT,
    statement: "A selector that does not match the pod template's labels is refused.",
    level: "must",
  },
  "deployments.selector-empty-refused": {
    chapter: DEPLOYMENT,
    statement: "A selector that requires nothing is refused.",
    level: "convention",
  },
  "deployments.selector-fixed": {
    chapter: DEPLOYMENT,
    statement: "A change of the selector is refused.",
    level: "convention",
  },
  "deployments.list-kind": {
    chapter: DEPLOYMENT,
    statement: "A list of deployments is a DeploymentList with metadata and an array of items.",
    level: "must",
  },
  "deployments.status-get": {
    chapter: MATRIX,
    statement: "GET of the status subresource answers 200 with the Deployment.",
    level: "must",
  },
  "deployments.status-update": {
    chapter: MATRIX,
    statement: "PUT of the status subresource answers 200 or 201 with the Deployment.",
    level: "must",
  },
  "deployments.status-patch": {
    chapter: MATRIX,
    statement: "PATCH of the status subresource answers 200 or 201 with the Deployment.",
    level: "must",
  },
  "deployments.status-replicas-kept": {
    chapter: DEPLOYMENT,
    statement: "A status.replicas that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.status-available-replicas-kept": {
    chapter: DEPLOYMENT,
    statement: "A status.availableReplicas that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.status-ready-replicas-kept": {
    chapter: DEPLOYMENT,
    statement: "A status.readyReplicas that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.status-unavailable-replicas-kept": {
    chapter: DEPLOYMENT,
    statement: "A status.unavailableReplicas that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.status-updated-replicas-kept": {
    chapter: DEPLOYMENT,
    statement: "A status.updatedReplicas that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.status-collision-count-kept": {
    chapter: DEPLOYMENT,
    statement: "A status.collisionCount that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.status-observed-generation-kept": {
    chapter: DEPLOYMENT,
    statement: "A status.observedGeneration that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.condition-type-kept": {
    chapter: DEPLOYMENT,
    statement: "A condition's type that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.condition-status-kept": {
    chapter: DEPLOYMENT,
    statement: "A condition's status that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.condition-last-transition-time-kept": {
    chapter: DEPLOYMENT,
    statement:
      "A condition's lastTransitionTime that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.condition-last-update-time-kept": {
    chapter: DEPLOYMENT,
    statement: "A condition's lastUpdateTime that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.condition-message-kept": {
    chapter: DEPLOYMENT,
    statement: "A condition's message that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.condition-reason-kept": {
    chapter: DEPLOYMENT,
    statement: "A condition's reason that is written to the status subresource comes back.",
    level: "must",
  },
  "deployments.condition-true-accepted": {
    chapter: DEPLOYMENT,
    statement: "The status of a condition may be True.",
    level: "must",
  },
  "deployments.condition-false-accepted": {
    chapter: DEPLOYMENT,
    statement: "The status of a condition may be False.",
    level: "must",
  },
  "deployments.condition-unknown-accepted": {
    chapter: DEPLOYMENT,
    statement: "The status of a condition may be Unknown.",
    level: "must",
  },
  "deployments.condition-status-other-refused": {
    chapter: DEPLOYMENT,
    statement: "A condition whose status is another word than True, False and Unknown is refused.",
    level: "must",
  },
  "deployments.condition-type-required": {
    chapter: DEPLOYMENT,
    statement: "A condition without a type is refused.",
    level: "must",
  },
  "deployments.condition-status-required": {
    chapter: DEPLOYMENT,
    statement: "A condition without a status is refused.",
    level: "must",
  },
  "deployments.status-leaves-spec": {
    chapter: DEPLOYMENT,
    statement: "A write of the status subresource leaves the spec as it was.",
    level: "convention",
  },
  "deployments.spec-leaves-status": {
    chapter: DEPLOYMENT,
    statement: "A write of the deployment leaves its status as it was.",
    level: "convention",
  },
  "deployments.max-surge-rounds-up": {
    chapter: DEPLOYMENT,
    statement: "A maxSurge in percent is rounded up.",
    level: "must",
    unchecked: CONTROLLER,
  },
  "deployments.max-unavailable-rounds-down": {
    chapter: DEPLOYMENT,
    statement: "A maxUnavailable in percent is rounded down.",
    level: "must",
    unchecked: CONTROLLER,
  },
  "deployments.min-ready-seconds-counted": {
    chapter: DEPLOYMENT,
    statement: "A pod counts as available once it was ready for minReadySeconds.",
    level: "must",
    unchecked: CONTROLLER,
  },
  "deployments.history-limit-obeyed": {
    chapter: DEPLOYMENT,
    statement: "Only so many old replica sets are kept as revisionHistoryLimit says.",
    level: "must",
    unchecked: CONTROLLER,
  },
  "deployments.deadline-surfaces-condition": {
    chapter: DEPLOYMENT,
    statement: "A deployment without progress gets a condition ProgressDeadlineExceeded.",
    level: "must",
    unchecked: CONTROLLER,
  },
  "deployments.paused-not-estimated": {
    chapter: DEPLOYMENT,
    statement: "Progress is not estimated while a deployment is paused.",
    level: "must",
    unchecked: CONTROLLER,
  },
} as const satisfies Readonly<Record<string, Requirement>>;
