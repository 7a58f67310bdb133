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
    statement: "The core group is served at /api/v1.",
    level: "must",
  },
  "api-versions.named-group-place": {
    chapter: VERSIONING,
    statement: "A named group is served at /apis, its name and its version.",
    level: "must",
  },
  "api-versions.core-api-version": {
    chapter: VERSIONING,
    statement: "Objects and lists of the core group have the apiVersion v1, without a group.",
    level: "must",
  },
  "api-versions.named-api-version": {
    chapter: VERSIONING,
    statement:
      "Objects and lists of a named group have the group and the version as their apiVersion.",
    level: "must",
  },
  "api-versions.names-tell-stability": {
    chapter: VERSIONING,
    statement: "The name of a version tells that it is alpha, beta or stable.",
    level: "must",
  },
  "api-versions.reachable-in-every-version": {
    chapter: VERSIONING,
    statement: "An object is there in every version in which its resource is served.",
    level: "must",
  },
  "api-versions.written-in-every-version": {
    chapter: VERSIONING,
    statement:
      "An object can be made and changed in every version in which its resource is served.",
    level: "must",
  },
  "api-versions.answered-in-the-version-asked": {
    chapter: VERSIONING,
    statement: "An object is answered in the version its path names.",
    level: "must",
  },
  "api-versions.listed-in-every-version": {
    chapter: VERSIONING,
    statement: "A list in one version has what was written in another.",
    level: "must",
  },
  "api-versions.priority-levels-round-trip": {
    chapter: VERSIONING,
    statement: "No version of a PriorityLevelConfiguration loses what another one wrote.",
    level: "must",
  },
  "api-versions.flow-schemas-round-trip": {
    chapter: VERSIONING,
    statement: "No version of a FlowSchema loses what another one wrote.",
    level: "must",
  },
  "api-versions.capacities-round-trip": {
    chapter: VERSIONING,
    statement: "No version of a CSIStorageCapacity loses what another one wrote.",
    level: "must",
  },
  "api-versions.shares-renamed": {
    chapter: VERSIONING,
    statement:
      "The shares of a priority level are assuredConcurrencyShares up to v1beta2, nominalConcurrencyShares from v1beta3 on.",
    level: "must",
  },
  "api-versions.flow-schemas-v1beta2": {
    chapter: VERSIONING,
    statement: "The version v1beta2 of FlowSchema is served until release 1.28, not from 1.29 on.",
    level: "must",
  },
  "api-versions.priority-levels-v1beta2": {
    chapter: VERSIONING,
    statement:
      "The version v1beta2 of PriorityLevelConfiguration is served until release 1.28, not from 1.29 on.",
    level: "must",
  },
  "api-versions.flow-schemas-v1beta3": {
    chapter: VERSIONING,
    statement: "The version v1beta3 of FlowSchema is served from release 1.26 on.",
    level: "must",
  },
  "api-versions.priority-levels-v1beta3": {
    chapter: VERSIONING,
    statement: "The version v1beta3 of PriorityLevelConfiguration is served from release 1.26 on.",
    level: "must",
  },
  "api-versions.capacities-v1beta1": {
    chapter: VERSIONING,
    statement:
      "The version v1beta1 of CSIStorageCapacity is served until release 1.26, not from 1.27 on.",
    level: "must",
  },
  "api-versions.capacities-v1": {
    chapter: VERSIONING,
    statement: "The version v1 of CSIStorageCapacity is served from release 1.24 on.",
    level: "must",
  },
  "api-versions.alpha-off-by-default": {
    chapter: VERSIONING,
    statement: "No alpha version is served unless it is switched on.",
    level: "must",
  },
  "api-versions.identity-review-off-by-default": {
    chapter: VERSIONING,
    statement: "SelfSubjectReview in v1alpha1 is served only where alpha versions are switched on.",
    level: "must",
  },
  "api-versions.new-betas-off-by-default": {
    chapter: VERSIONING,
    statement:
      "A beta that came with release 1.22 or later is served only where it is switched on.",
    level: "must",
  },
  "api-versions.deprecated-still-answers": {
    chapter: VERSIONING,
    statement: "A version that is deprecated still answers.",
    level: "must",
  },
  "api-versions.deprecated-create-warns": {
    chapter: VERSIONING,
    statement: "A create in a deprecated version is answered with a Warning header.",
    level: "must",
  },
  "api-versions.deprecated-get-warns": {
    chapter: VERSIONING,
    statement: "A get in a deprecated version is answered with a Warning header.",
    level: "must",
  },
  "api-versions.deprecated-list-warns": {
    chapter: VERSIONING,
    statement: "A list in a deprecated version is answered with a Warning header.",
    level: "must",
  },
  "api-versions.deprecated-watch-warns": {
    chapter: VERSIONING,
    statement: "A watch in a deprecated version is answered with a Warning header.",
    level: "must",
  },
  "api-versions.deprecated-update-warns": {
    chapter: VERSIONING,
    statement: "An update in a deprecated version is answered with a Warning header.",
    level: "must",
  },
  "api-versions.deprecated-patch-warns": {
    chapter: VERSIONING,
    statement: "A patch in a deprecated version is answered with a Warning header.",
    level: "must",
  },
  "api-versions.deprecated-delete-warns": {
    chapter: VERSIONING,
    statement: "A delete in a deprecated version is answered with a Warning header.",
    level: "must",
  },
  "api-versions.deprecated-deletecollection-warns": {
    chapter: VERSIONING,
    statement: "A deletecollection in a deprecated version is answered with a Warning header.",
    level: "must",
  },
  "api-versions.warning-well-formed": {
    chapter: VERSIONING,
    statement: "A warning has a code, an agent and a text, as RFC 7234 says.",
    level: "must",
  },
  "api-versions.current-does-not-warn": {
    chapter: VERSIONING,
    statement: "A version to use instead of a deprecated one is answered without a warning.",
    level: "convention",
  },
  "api-versions.preferred-is-listed": {
    chapter: VERSIONING,
    statement: "The preferred version of a group is one of those listed.",
    level: "convention",
  },
  "api-versions.preferred-is-most-stable": {
    chapter: VERSIONING,
    statement: "No version of a group is more stable than the preferred one.",
    level: "convention",
  },
  "api-versions.listed-versions-served": {
    chapter: VERSIONING,
    statement: "Every version that is listed tells its resources.",
    level: "convention",
  },
  "api-versions.listed-resources-served": {
    chapter: VERSIONING,
    statement: "Every resource that is listed as one to list can be listed, under its kind.",
    level: "convention",
  },
  "api-versions.types-listed": {
    chapter: VERSIONING,
    statement:
      "The types of the interface are listed with their kind, their scope and their eight verbs.",
    level: "convention",
  },
  "api-versions.object-of-another-version-rejected": {
    chapter: VERSIONING,
    statement: "An object whose apiVersion is not that of its path is refused.",
    level: "convention",
  },
  "api-versions.elements-kept-within-version": {
    chapter: VERSIONING,
    statement:
      "An element of a version is neither removed nor significantly changed but by a new version.",
    level: "must",
    unchecked: "it speaks of two releases of one server: one target shows one release",
  },
  "api-versions.not-deprecated-for-less-stable": {
    chapter: VERSIONING,
    statement: "No version is deprecated in favour of a less stable one.",
    level: "must",
    unchecked:
      "which version is meant to replace another is said in the text of a warning only, which no check reads",
  },
  "api-versions.stable-not-removed": {
    chapter: VERSIONING,
    statement: "A stable version is not removed while the major version lasts.",
    level: "must",
    unchecked: "it speaks of later releases: one target shows one release",
  },
  "api-versions.beta-lifetime": {
    chapter: VERSIONING,
    statement:
      "A beta is deprecated within nine months or three minor releases, and gone as long after.",
    level: "must",
    unchecked: "it speaks of the time between releases: one target shows one release",
  },
  "api-versions.preferred-advances-late": {
    chapter: VERSIONING,
    statement: "The preferred version advances only after a release that serves both.",
    level: "must",
    unchecked: "it speaks of two releases of one server: one target shows one release",
  },
  "api-versions.runtime-config": {
    chapter: VERSIONING,
    statement:
      "Versions and single resources are switched on and off by the option runtime-config.",
    level: "must",
    unchecked:
      "it is an option of how a server is started, out of reach of its clients; the reference server's own tests hold it",
  },
  "api-versions.feature-gates": {
    chapter: VERSIONING,
    statement:
      "Gates of alpha features are off by default, those of beta features on, and deprecated ones warn.",
    level: "must",
    unchecked:
      "gates are options of how a server is started, and a server does not tell its clients which are on",
  },
  "api-versions.deprecated-marked-in-audit": {
    chapter: VERSIONING,
    statement: "Requests of deprecated versions are marked in audit events.",
    level: "must",
    unchecked: "audit events are written to where clients cannot read them",
  },
  "api-versions.formats-follow-one-rule": {
    chapter: VERSIONING,
    statement: "JSON and Protobuf follow the same rules for changes of a schema.",
    level: "must",
    unchecked:
      "it is a rule for those who change schemas; what both formats say of one object is held by the area negotiation",
  },
} as const satisfies Record<string, Requirement>;
