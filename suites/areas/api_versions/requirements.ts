/**
 * The requirements of the area `api-versions`.
 *
 * @module
 */
import { APPLY, VERSIONING } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requests whose responses warn of a deprecated API version. */
export const WARNED_REQUESTS = {
  create: "a create",
  get: "a get",
  list: "a list",
  watch: "a watch",
  update: "an update",
  patch: "a patch",
  delete: "a delete",
  deletecollection: "a deletecollection",
} as const;

/** The requirements, by chapter and level. */
export const requirements = [
  [VERSIONING.must, {
    "api-versions.core-group-place": "The core group is served at `/api/v1`.",
    "api-versions.named-group-place": "A named group is served at `/apis/<group>/<version>`.",
    "api-versions.reachable-in-every-version":
      "An object can be read in every API version in which its resource is served.",
    "api-versions.written-in-every-version":
      "An object can be created and changed in every API version in which its resource is served.",
    "api-versions.deprecated-still-answers": "Requests to a deprecated API version still succeed.",
  }, { harm: "availability" }],
  [VERSIONING.must, {
    "api-versions.core-api-version":
      "Objects and lists of the core group have `apiVersion` `v1`, without a group.",
    "api-versions.named-api-version":
      "Objects and lists of a named group have `apiVersion` `<group>/<version>`.",
    "api-versions.response-in-requested-version":
      "An object is returned in the API version of the request path.",
    "api-versions.flow-schemas-v1beta2":
      "FlowSchema `v1beta2` is served up to release 1.28 and not from 1.29.",
    "api-versions.priority-levels-v1beta2":
      "PriorityLevelConfiguration `v1beta2` is served up to release 1.28 and not from 1.29.",
    "api-versions.flow-schemas-v1beta3": "FlowSchema `v1beta3` is served from release 1.26.",
    "api-versions.priority-levels-v1beta3":
      "PriorityLevelConfiguration `v1beta3` is served from release 1.26.",
    "api-versions.storage-capacities-v1beta1":
      "CSIStorageCapacity `v1beta1` is served up to release 1.26 and not from 1.27.",
    "api-versions.storage-capacities-v1": "CSIStorageCapacity `v1` is served from release 1.24.",
    "api-versions.alpha-off-by-default": "No alpha version is served unless it is enabled.",
    "api-versions.identity-review-off-by-default":
      "SelfSubjectReview `v1alpha1` is served only if alpha versions are enabled.",
    "api-versions.new-betas-off-by-default":
      "A beta version introduced in release 1.22 or later is served only if it is enabled.",
  }],
  [VERSIONING.must, {
    "api-versions.names-show-stability":
      "The name of an API version shows whether it is alpha, beta or stable.",
  }, { harm: "detail" }],
  [VERSIONING.must, {
    "api-versions.listed-in-every-version":
      "A list in one API version contains objects written in another.",
    "api-versions.watched-in-every-version":
      "A watch in one API version shows an object that was written in another as a get does.",
    "api-versions.priority-levels-round-trip":
      "A PriorityLevelConfiguration round-trips between API versions without loss.",
    "api-versions.flow-schemas-round-trip":
      "A FlowSchema round-trips between API versions without loss.",
    "api-versions.storage-capacities-round-trip":
      "A CSIStorageCapacity round-trips between API versions without loss.",
    "api-versions.shares-renamed":
      "The concurrency shares of a priority level are `assuredConcurrencyShares` up to `v1beta2` and `nominalConcurrencyShares` from `v1beta3`.",
  }, { harm: "data-loss" }],
  [APPLY.must, {
    "api-versions.one-applier":
      "A manager that applies in another API version than before removes the fields that it no longer applies.",
  }, { feature: "server-side-apply", harm: "data-loss" }],
  [
    VERSIONING.must,
    "api-versions.deprecated-*-warns",
    WARNED_REQUESTS,
    (request: string): string =>
      `The response to ${request} in a deprecated API version has a \`Warning\` header.`,
    { harm: "detail" },
  ],
  [VERSIONING.must, {
    "api-versions.deprecated-errors-warn":
      "A request for a missing object, or with a malformed body or parameter, in a deprecated API version has a `Warning` header, too.",
  }, { harm: "detail" }],
  [VERSIONING.must, {
    "api-versions.warning-well-formed":
      "A `Warning` header has a code, an agent and a text, as RFC 7234 requires.",
  }, { harm: "detail" }],
  [VERSIONING.convention, {
    "api-versions.current-does-not-warn":
      "The response in an API version that replaces a deprecated one has no `Warning` header.",
  }, { harm: "detail" }],
  [VERSIONING.convention, {
    "api-versions.preferred-is-listed":
      "The preferred version of a group is one of its listed versions.",
    "api-versions.preferred-is-most-stable":
      "No version of a group is more stable than the preferred one.",
    "api-versions.discovery-documents":
      "Discovery lists the core version at `/api`, the named groups at `/apis`, the versions of a group at `/apis/<group>`, and the resources of an API version at its path.",
    "api-versions.release-reported": "The release is reported as `gitVersion` at `/version`.",
    "api-versions.unlisted-not-served":
      "A request in an API version that discovery does not list is rejected.",
    "api-versions.listed-versions-served":
      "Every listed API version has a document that lists its resources.",
    "api-versions.listed-resources-served":
      "Every resource that discovery lists with the verb `list` can be listed, and the list has its kind.",
    "api-versions.types-listed":
      "Discovery lists the resource types of the specification with their kind, their scope and their eight verbs, and their statuses.",
    "api-versions.object-of-another-version-rejected":
      "An object whose `apiVersion` differs from the request path is rejected.",
  }],
  [VERSIONING.must, {
    "api-versions.elements-kept-within-version":
      "An API element is removed or significantly changed only by a new API version.",
  }, { unchecked: "it is about two releases of a server, and a target is only one release" }],
  [VERSIONING.must, {
    "api-versions.not-deprecated-for-less-stable":
      "No API version is deprecated in favour of a less stable one.",
  }, { unchecked: "only the free text of a warning names the replacement of an API version" }],
  [VERSIONING.must, {
    "api-versions.stable-not-removed":
      "A stable API version is not removed within a major version.",
  }, {
    unchecked: "it is about later releases, and a target is only one release",
    harm: "availability",
  }],
  [VERSIONING.must, {
    "api-versions.beta-lifetime":
      "A beta version is deprecated within nine months or three minor releases, and no longer served as long after that.",
  }, { unchecked: "it is about the time between releases, and a target is only one release" }],
  [VERSIONING.must, {
    "api-versions.preferred-advances-late":
      "The preferred version advances only after a release that supports both versions.",
  }, { unchecked: "it is about two releases of a server, and a target is only one release" }],
  [VERSIONING.must, {
    "api-versions.runtime-config":
      "The server option `--runtime-config` enables and disables API versions and single resources.",
  }, {
    unchecked: "clients cannot change server options; the tests of the reference server cover it",
  }],
  [VERSIONING.must, {
    "api-versions.feature-gates":
      "Feature gates are off by default if alpha and on if beta, and a deprecated gate causes a warning.",
  }, { unchecked: "feature gates are server options, and clients cannot see which are enabled" }],
  [VERSIONING.must, {
    "api-versions.deprecated-marked-in-audit":
      "Requests to deprecated API versions are marked in audit events.",
  }, { unchecked: "clients cannot read audit events", harm: "detail" }],
  [VERSIONING.must, {
    "api-versions.formats-follow-one-rule":
      "JSON and Protobuf follow the same rules for schema changes.",
  }, {
    unchecked:
      "it is a rule for schema authors; the area negotiation compares both formats of an object",
  }],
] as const satisfies readonly RequirementGroup[];
