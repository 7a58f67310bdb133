/**
 * The requirements of the area `api-versions`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const VERSIONING = "Versioning";

/** The requirements by id. */
export const requirements = {
  "api-versions.core-group-place": {
    chapter: VERSIONING,
    statement: "The core group is served at `/api/v1`.",
    level: "must",
  },
  "api-versions.named-group-place": {
    chapter: VERSIONING,
    statement: "A named group is served at `/apis/<group>/<version>`.",
    level: "must",
  },
  "api-versions.core-api-version": {
    chapter: VERSIONING,
    statement: "Objects and lists of the core group have `apiVersion` `v1`, without a group.",
    level: "must",
  },
  "api-versions.named-api-version": {
    chapter: VERSIONING,
    statement: "Objects and lists of a named group have `apiVersion` `<group>/<version>`.",
    level: "must",
  },
  "api-versions.names-show-stability": {
    chapter: VERSIONING,
    statement: "The name of an API version shows whether it is alpha, beta or stable.",
    level: "must",
  },
  "api-versions.reachable-in-every-version": {
    chapter: VERSIONING,
    statement: "An object can be read in every API version in which its resource is served.",
    level: "must",
  },
  "api-versions.written-in-every-version": {
    chapter: VERSIONING,
    statement:
      "An object can be created and changed in every API version in which its resource is served.",
    level: "must",
  },
  "api-versions.response-in-requested-version": {
    chapter: VERSIONING,
    statement: "An object is returned in the API version of the request path.",
    level: "must",
  },
  "api-versions.listed-in-every-version": {
    chapter: VERSIONING,
    statement: "A list in one API version contains objects written in another.",
    level: "must",
  },
  "api-versions.priority-levels-round-trip": {
    chapter: VERSIONING,
    statement: "A PriorityLevelConfiguration round-trips between API versions without loss.",
    level: "must",
  },
  "api-versions.flow-schemas-round-trip": {
    chapter: VERSIONING,
    statement: "A FlowSchema round-trips between API versions without loss.",
    level: "must",
  },
  "api-versions.storage-capacities-round-trip": {
    chapter: VERSIONING,
    statement: "A CSIStorageCapacity round-trips between API versions without loss.",
    level: "must",
  },
  "api-versions.shares-renamed": {
    chapter: VERSIONING,
    statement:
      "The concurrency shares of a priority level are `assuredConcurrencyShares` up to `v1beta2` and `nominalConcurrencyShares` from `v1beta3`.",
    level: "must",
  },
  "api-versions.flow-schemas-v1beta2": {
    chapter: VERSIONING,
    statement: "FlowSchema `v1beta2` is served up to release 1.28 and not from 1.29.",
    level: "must",
  },
  "api-versions.priority-levels-v1beta2": {
    chapter: VERSIONING,
    statement:
      "PriorityLevelConfiguration `v1beta2` is served up to release 1.28 and not from 1.29.",
    level: "must",
  },
  "api-versions.flow-schemas-v1beta3": {
    chapter: VERSIONING,
    statement: "FlowSchema `v1beta3` is served from release 1.26.",
    level: "must",
  },
  "api-versions.priority-levels-v1beta3": {
    chapter: VERSIONING,
    statement: "PriorityLevelConfiguration `v1beta3` is served from release 1.26.",
    level: "must",
  },
  "api-versions.storage-capacities-v1beta1": {
    chapter: VERSIONING,
    statement: "CSIStorageCapacity `v1beta1` is served up to release 1.26 and not from 1.27.",
    level: "must",
  },
  "api-versions.storage-capacities-v1": {
    chapter: VERSIONING,
    statement: "CSIStorageCapacity `v1` is served from release 1.24.",
    level: "must",
  },
  "api-versions.alpha-off-by-default": {
    chapter: VERSIONING,
    statement: "No alpha version is served unless it is enabled.",
    level: "must",
  },
  "api-versions.identity-review-off-by-default": {
    chapter: VERSIONING,
    statement: "SelfSubjectReview `v1alpha1` is served only if alpha versions are enabled.",
    level: "must",
  },
  "api-versions.new-betas-off-by-default": {
    chapter: VERSIONING,
    statement:
      "A beta version introduced in release 1.22 or later is served only if it is enabled.",
    level: "must",
  },
  "api-versions.deprecated-still-answers": {
    chapter: VERSIONING,
    statement: "Requests to a deprecated API version still succeed.",
    level: "must",
  },
  "api-versions.deprecated-create-warns": {
    chapter: VERSIONING,
    statement: "The response to a create in a deprecated API version has a `Warning` header.",
    level: "must",
  },
  "api-versions.deprecated-get-warns": {
    chapter: VERSIONING,
    statement: "The response to a get in a deprecated API version has a `Warning` header.",
    level: "must",
  },
  "api-versions.deprecated-list-warns": {
    chapter: VERSIONING,
    statement: "The response to a list in a deprecated API version has a `Warning` header.",
    level: "must",
  },
  "api-versions.deprecated-watch-warns": {
    chapter: VERSIONING,
    statement: "The response to a watch in a deprecated API version has a `Warning` header.",
    level: "must",
  },
  "api-versions.deprecated-update-warns": {
    chapter: VERSIONING,
    statement: "The response to an update in a deprecated API version has a `Warning` header.",
    level: "must",
  },
  "api-versions.deprecated-patch-warns": {
    chapter: VERSIONING,
    statement: "The response to a patch in a deprecated API version has a `Warning` header.",
    level: "must",
  },
  "api-versions.deprecated-delete-warns": {
    chapter: VERSIONING,
    statement: "The response to a delete in a deprecated API version has a `Warning` header.",
    level: "must",
  },
  "api-versions.deprecated-deletecollection-warns": {
    chapter: VERSIONING,
    statement:
      "The response to a deletecollection in a deprecated API version has a `Warning` header.",
    level: "must",
  },
  "api-versions.warning-well-formed": {
    chapter: VERSIONING,
    statement: "A `Warning` header has a code, an agent and a text, as RFC 7234 requires.",
    level: "must",
  },
  "api-versions.current-does-not-warn": {
    chapter: VERSIONING,
    statement:
      "The response in an API version that replaces a deprecated one has no `Warning` header.",
    level: "convention",
  },
  "api-versions.preferred-is-listed": {
    chapter: VERSIONING,
    statement: "The preferred version of a group is one of its listed versions.",
    level: "convention",
  },
  "api-versions.preferred-is-most-stable": {
    chapter: VERSIONING,
    statement: "No version of a group is more stable than the preferred one.",
    level: "convention",
  },
  "api-versions.discovery-documents": {
    chapter: VERSIONING,
    statement:
      "Discovery lists the core version at `/api`, the named groups at `/apis`, the versions of a group at `/apis/<group>`, and the resources of an API version at its path.",
    level: "convention",
  },
  "api-versions.release-reported": {
    chapter: VERSIONING,
    statement: "The release is reported as `gitVersion` at `/version`.",
    level: "convention",
  },
  "api-versions.unlisted-not-served": {
    chapter: VERSIONING,
    statement: "A request in an API version that discovery does not list is rejected.",
    level: "convention",
  },
  "api-versions.listed-versions-served": {
    chapter: VERSIONING,
    statement: "Every listed API version has a document that lists its resources.",
    level: "convention",
  },
  "api-versions.listed-resources-served": {
    chapter: VERSIONING,
    statement:
      "Every resource that discovery lists with the verb `list` can be listed, and the list has its kind.",
    level: "convention",
  },
  "api-versions.types-listed": {
    chapter: VERSIONING,
    statement:
      "Discovery lists the resource types of the specification with their kind, their scope and their eight verbs.",
    level: "convention",
  },
  "api-versions.object-of-another-version-rejected": {
    chapter: VERSIONING,
    statement: "An object whose `apiVersion` differs from the request path is rejected.",
    level: "convention",
  },
  "api-versions.elements-kept-within-version": {
    chapter: VERSIONING,
    statement: "An API element is removed or significantly changed only by a new API version.",
    level: "must",
    unchecked: "it is about two releases of a server, and a target is only one release",
  },
  "api-versions.not-deprecated-for-less-stable": {
    chapter: VERSIONING,
    statement: "No API version is deprecated in favour of a less stable one.",
    level: "must",
    unchecked: "only the free text of a warning names the replacement of an API version",
  },
  "api-versions.stable-not-removed": {
    chapter: VERSIONING,
    statement: "A stable API version is not removed within a major version.",
    level: "must",
    unchecked: "it is about later releases, and a target is only one release",
  },
  "api-versions.beta-lifetime": {
    chapter: VERSIONING,
    statement:
      "A beta version is deprecated within nine months or three minor releases, and no longer served as long after that.",
    level: "must",
    unchecked: "it is about the time between releases, and a target is only one release",
  },
  "api-versions.preferred-advances-late": {
    chapter: VERSIONING,
    statement: "The preferred version advances only after a release that supports both versions.",
    level: "must",
    unchecked: "it is about two releases of a server, and a target is only one release",
  },
  "api-versions.runtime-config": {
    chapter: VERSIONING,
    statement:
      "The server option `--runtime-config` enables and disables API versions and single resources.",
    level: "must",
    unchecked: "clients cannot change server options; the tests of the reference server cover it",
  },
  "api-versions.feature-gates": {
    chapter: VERSIONING,
    statement:
      "Feature gates are off by default if alpha and on if beta, and a deprecated gate causes a warning.",
    level: "must",
    unchecked: "feature gates are server options, and clients cannot see which are enabled",
  },
  "api-versions.deprecated-marked-in-audit": {
    chapter: VERSIONING,
    statement: "Requests to deprecated API versions are marked in audit events.",
    level: "must",
    unchecked: "clients cannot read audit events",
  },
  "api-versions.formats-follow-one-rule": {
    chapter: VERSIONING,
    statement: "JSON and Protobuf follow the same rules for schema changes.",
    level: "must",
    unchecked:
      "it is a rule for schema authors; the area negotiation compares both formats of an object",
  },
} as const satisfies Record<string, Requirement>;
