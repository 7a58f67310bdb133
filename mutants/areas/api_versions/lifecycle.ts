/**
 * Mutants of the releases that introduce, deprecate and remove API versions, and of deprecation
 * warnings.
 *
 * @module
 */
import { bugs, type Mutant } from "../../mutant.ts";
import type { Lifecycle } from "@plumbline/server/resources";
import type { Verb } from "@plumbline/server/api";
import { type Install, on, onRequests } from "../../vocabulary/on.ts";
import { accepts } from "../../vocabulary/target.ts";

const ABSENT: Lifecycle = { since: "1.99" };

/** Changes the releases that serve one API version of a resource. */
const changingLifecycle = (
  resource: string,
  version: string,
  change: (lifecycle: Lifecycle) => Lifecycle,
): Mutant["install"] =>
(parts) =>
  parts.resource((definition) => {
    const { lifecycle } = definition;
    const isAffected = definition.resource === resource && definition.version === version;
    return isAffected && lifecycle ? { lifecycle: change(lifecycle) } : {};
  });

/** Removes the warnings from the responses to one verb. */
function removingWarnings(verb: Verb): Install {
  return ({ exchange, wire }) => {
    const verbs = new WeakMap<Request, string>();
    exchange(({ receive }) => ({
      receive(context) {
        verbs.set(context.request, context.info.verb);
        return receive?.(context);
      },
    }));
    wire(({ answer }) => ({
      async answer(request) {
        const response = await answer(request);
        if (verbs.get(request) === verb) response.headers.delete("warning");
        return response;
      },
    }));
  };
}

/** The reason why the responses to a verb lack their warning. */
const UNWARNED: Readonly<Record<string, string>> = {
  create: "The warning is added where a stored object is read, and a create reads none.",
  get: "Warnings were considered useful for writes only.",
  list: "Lists have a separate encoder, which writes its own headers.",
  watch: "The headers of a stream are sent before the handler adds warnings.",
  update: "Warnings are added verb by verb, and PUT was considered covered by create.",
  patch: "Patches have a separate handler, which was added later.",
  delete: "A client that deletes objects was assumed to be migrating already.",
  deletecollection: "It was considered a series of deletes, each with its own warning.",
};

const UNWARNED_BUGS = Object.entries(UNWARNED).map(([verb, reason]) =>
  [
    `api-versions/${verb}-unwarned`,
    {
      description: `A ${verb} in a deprecated API version is answered without a warning.`,
      reason,
      breaks: `api-versions.deprecated-${verb}-warns`,
      install: removingWarnings(verb as Verb),
    },
  ] as const
);

export const versionLifecycleMutants = bugs({
  "api-versions/later-pages-unwarned": {
    description: "The later pages of a list in a deprecated API version have no `Warning` header.",
    reason: "The client has seen the warning with the first page.",
    breaks: "api-versions.deprecated-list-warns",
    install: on("list", { continue: true }).changeHeaders((headers) => headers.delete("warning")),
  },
  "api-versions/dry-runs-unwarned": {
    description: "A dry-run update in a deprecated API version has no `Warning` header.",
    reason: "What is not stored was thought to need no migration.",
    breaks: "api-versions.deprecated-update-warns",
    install: on("update", { dryRun: "All" }).changeHeaders((headers) => headers.delete("warning")),
  },
  "api-versions/json-patches-unwarned": {
    description: "A JSON patch in a deprecated API version has no `Warning` header.",
    reason: "A JSON patch names no API version.",
    breaks: "api-versions.deprecated-patch-warns",
    install: on("json-patch").changeHeaders((headers) => headers.delete("warning")),
  },
  "api-versions/status-unwarned": {
    description: "The status of an object in a deprecated API version is read without a `Warning`.",
    reason: "The deprecation is looked up by the path of the resource, without its subresources.",
    breaks: "api-versions.deprecated-get-warns",
    install: on("get */status").changeHeaders((headers) => headers.delete("warning")),
  },
  "api-versions/whole-lists-unwarned-at-zero": {
    description:
      "A list at `resourceVersion=0` in a deprecated API version has no `Warning` header.",
    reason: "The cache has the bytes of an earlier response, without its headers.",
    breaks: "api-versions.deprecated-list-warns",
    install: on("list", { resourceVersion: "0" })
      .changeHeaders((headers) => headers.delete("warning")),
  },
  "api-versions/capacities-warn-no-more": {
    description: "CSIStorageCapacity in `v1beta1` is served without deprecation warnings.",
    reason: "The table of deprecations lists only the groups of the newest release.",
    breaks: [
      "api-versions.deprecated-create-warns",
      "api-versions.deprecated-get-warns",
      "api-versions.deprecated-list-warns",
    ],
    install: changingLifecycle(
      "csistoragecapacities",
      "v1beta1",
      ({ deprecatedIn: _, ...lifecycle }) => lifecycle,
    ),
  },
  "api-versions/flow-schemas-v1beta2-early-gone": {
    description: "FlowSchema is no longer served in `v1beta2` in the release that deprecates it.",
    reason: "Deprecation was implemented as removal.",
    breaks: "api-versions.flow-schemas-v1beta2",
    install: changingLifecycle("flowschemas", "v1beta2", () => ABSENT),
  },
  "api-versions/priority-levels-v1beta2-early-gone": {
    description:
      "PriorityLevelConfiguration is no longer served in `v1beta2` in the release that " +
      "deprecates it.",
    reason: "Deprecation was implemented as removal.",
    breaks: "api-versions.priority-levels-v1beta2",
    install: changingLifecycle("prioritylevelconfigurations", "v1beta2", () => ABSENT),
  },
  "api-versions/flow-schemas-v1beta3-late": {
    description: "FlowSchema is served in `v1beta3` one release late.",
    reason: "The last release without it was entered as the first release with it.",
    breaks: "api-versions.flow-schemas-v1beta3",
    install: changingLifecycle(
      "flowschemas",
      "v1beta3",
      (lifecycle) => ({ ...lifecycle, since: "1.27" }),
    ),
  },
  "api-versions/priority-levels-v1beta3-late": {
    description: "PriorityLevelConfiguration is served in `v1beta3` one release late.",
    reason: "The last release without it was entered as the first release with it.",
    breaks: "api-versions.priority-levels-v1beta3",
    install: changingLifecycle(
      "prioritylevelconfigurations",
      "v1beta3",
      (lifecycle) => ({ ...lifecycle, since: "1.27" }),
    ),
  },
  "api-versions/capacities-v1beta1-early-gone": {
    description: "CSIStorageCapacity is not served in `v1beta1` in release 1.26, its last release.",
    reason: "The last release with it was entered as the first release without it.",
    breaks: "api-versions.storage-capacities-v1beta1",
    install: changingLifecycle(
      "csistoragecapacities",
      "v1beta1",
      (lifecycle) => ({ ...lifecycle, removedIn: "1.26" }),
    ),
  },
  "api-versions/capacities-v1-missing": {
    description: "CSIStorageCapacity is not served in `v1`.",
    reason: "The stable version was scheduled for the release that removes the beta.",
    breaks: "api-versions.storage-capacities-v1",
    install: changingLifecycle("csistoragecapacities", "v1", () => ABSENT),
  },
  "api-versions/identity-review-always-on": {
    description:
      "SelfSubjectReview in `v1alpha1` is answered although it is disabled and not listed.",
    reason: "Its handler is registered without checking whether the version is enabled.",
    breaks: "api-versions.identity-review-off-by-default",
    install: on("create selfsubjectreviews").replace(404, () =>
      Response.json(
        { kind: "SelfSubjectReview", apiVersion: "v1", metadata: {}, status: {} },
        { status: 201 },
      )),
  },
  ...Object.fromEntries(UNWARNED_BUGS),
  "api-versions/warning-without-agent": {
    description: "A `Warning` header has no agent between its code and its text.",
    reason: "The agent `-` carries no information and was left out.",
    breaks: ["api-versions.warning-well-formed", "field-validation.warning-well-formed"],
    install: on("*").changeWarnings((warnings) => warnings.replaceAll("299 - ", "299 ")),
  },
  "api-versions/deprecated-is-gone": {
    description: "An update in a deprecated API version is rejected.",
    reason: "Deprecated versions were made read-only.",
    breaks: ["api-versions.deprecated-still-answers", "api-versions.written-in-every-version"],
    install({ resource }) {
      resource(({ lifecycle, unsupportedVerbs = [] }) =>
        lifecycle?.deprecatedIn ? { unsupportedVerbs: [...unsupportedVerbs, "update"] } : {}
      );
    },
  },
  "api-versions/all-versions-warn": {
    description: "All API versions of a resource warn while one of them is deprecated.",
    reason: "The deprecation is stored with the resource instead of the version.",
    breaks: "api-versions.current-does-not-warn",
    install({ resource }) {
      resource(({ lifecycle, version }) =>
        lifecycle && /^v1(beta3)?$/.test(version)
          ? { lifecycle: { ...lifecycle, deprecatedIn: "1.24" } }
          : {}
      );
    },
  },
  "api-versions/errors-unwarned": {
    description: "An error in a deprecated API version has no `Warning` header.",
    reason: "The header is added to the response of the handler, and an exception has another one.",
    breaks: "api-versions.deprecated-errors-warn",
    install: onRequests(() => true).changeResponse((response) => {
      const isAboutVersion = response.headers.get("warning")?.includes(" is deprecated in v");
      if (!response.ok && isAboutVersion) response.headers.delete("warning");
      return response;
    }),
  },
  "api-versions/tables-unwarned": {
    description: "A Table of objects in a deprecated API version has no `Warning` header.",
    reason: "Tables are for people, who see the warnings of their writes.",
    breaks: "api-versions.deprecated-list-warns",
    install: on("get,list").where(accepts("as=Table")).changeHeaders((headers) =>
      headers.delete("warning")
    ),
  },
  "api-versions/writes-unwarned": {
    description: "Writes in a deprecated API version are answered without a warning.",
    reason: "The warning is added where objects are read.",
    breaks: ["api-versions.deprecated-create-warns", "api-versions.deprecated-delete-warns"],
    install: on("create,update,patch,delete,deletecollection").serve(({ request, next }) => {
      const { warnings } = request.context;
      for (const item of warnings) if (item.includes(" is deprecated in v")) warnings.delete(item);
      return next();
    }),
  },
});
