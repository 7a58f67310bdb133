/**
 * Mutants of the releases that introduce, deprecate and remove API versions, and of deprecation
 * warnings.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import type { Lifecycle } from "../../../server/api_versions/api_version.ts";
import type { Verb } from "../../../server/context.ts";
import type { PartChanges } from "../../../server/parts.ts";
import type { VerbHandler } from "../../../server/registry/contracts.ts";

/** An API version of a resource with a wrong lifecycle. */
interface WrongLifecycle {
  readonly name: string;
  readonly description: string;
  readonly reason: string;
  readonly breaks: Mutant["breaks"];
  readonly resource: string;
  readonly version: string;
  change(lifecycle: Lifecycle): Lifecycle;
}

const ABSENT: Lifecycle = { since: "1.99" };

const WRONG_LIFECYCLES: readonly WrongLifecycle[] = [
  {
    name: "capacities-warn-no-more",
    description: "CSIStorageCapacity in `v1beta1` is served without deprecation warnings.",
    reason: "The table of deprecations lists only the groups of the newest release.",
    breaks: [
      "api-versions.deprecated-create-warns",
      "api-versions.deprecated-get-warns",
      "api-versions.deprecated-list-warns",
    ],
    resource: "csistoragecapacities",
    version: "v1beta1",
    change: ({ deprecatedIn: _, ...lifecycle }) => lifecycle,
  },
  {
    name: "flow-schemas-v1beta2-early-gone",
    description: "FlowSchema is no longer served in `v1beta2` in the release that deprecates it.",
    reason: "Deprecation was implemented as removal.",
    breaks: ["api-versions.flow-schemas-v1beta2"],
    resource: "flowschemas",
    version: "v1beta2",
    change: () => ABSENT,
  },
  {
    name: "priority-levels-v1beta2-early-gone",
    description:
      "PriorityLevelConfiguration is no longer served in `v1beta2` in the release that " +
      "deprecates it.",
    reason: "Deprecation was implemented as removal.",
    breaks: ["api-versions.priority-levels-v1beta2"],
    resource: "prioritylevelconfigurations",
    version: "v1beta2",
    change: () => ABSENT,
  },
  {
    name: "flow-schemas-v1beta3-late",
    description: "FlowSchema is served in `v1beta3` one release late.",
    reason: "The last release without it was entered as the first release with it.",
    breaks: ["api-versions.flow-schemas-v1beta3"],
    resource: "flowschemas",
    version: "v1beta3",
    change: (lifecycle) => ({ ...lifecycle, since: "1.27" }),
  },
  {
    name: "priority-levels-v1beta3-late",
    description: "PriorityLevelConfiguration is served in `v1beta3` one release late.",
    reason: "The last release without it was entered as the first release with it.",
    breaks: ["api-versions.priority-levels-v1beta3"],
    resource: "prioritylevelconfigurations",
    version: "v1beta3",
    change: (lifecycle) => ({ ...lifecycle, since: "1.27" }),
  },
  {
    name: "capacities-v1beta1-early-gone",
    description: "CSIStorageCapacity is not served in `v1beta1` in release 1.26, its last release.",
    reason: "The last release with it was entered as the first release without it.",
    breaks: ["api-versions.storage-capacities-v1beta1"],
    resource: "csistoragecapacities",
    version: "v1beta1",
    change: (lifecycle) => ({ ...lifecycle, removedIn: "1.26" }),
  },
  {
    name: "capacities-v1-missing",
    description: "CSIStorageCapacity is not served in `v1`.",
    reason: "The stable version was scheduled for the release that removes the beta.",
    breaks: ["api-versions.storage-capacities-v1"],
    resource: "csistoragecapacities",
    version: "v1",
    change: () => ABSENT,
  },
];

const mutantOf = ({ name, resource, version, change, ...facts }: WrongLifecycle): Mutant => ({
  id: `api-versions/${name}`,
  area: "api-versions",
  ...facts,
  install(parts) {
    parts.resource((definition) => {
      const { lifecycle } = definition;
      const isAffected = definition.resource === resource && definition.version === version;
      return isAffected && lifecycle ? { lifecycle: change(lifecycle) } : {};
    });
  },
});

/** Removes the warnings from the responses to one verb. */
function removingWarnings({ exchange, wire }: PartChanges, verb: Verb): void {
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
}

const withoutWarningOn = (verb: Verb, reason: string): Mutant => ({
  id: `api-versions/${verb}-unwarned`,
  area: "api-versions",
  description: `A ${verb} in a deprecated API version is answered without a warning.`,
  reason,
  breaks: [`api-versions.deprecated-${verb}-warns`],
  install: (parts) => removingWarnings(parts, verb),
});

export const lifecycleMutants: readonly Mutant[] = [
  ...WRONG_LIFECYCLES.map(mutantOf),
  {
    id: "api-versions/identity-review-always-on",
    area: "api-versions",
    description:
      "SelfSubjectReview in `v1alpha1` is answered although it is disabled and not listed.",
    reason: "Its handler is registered without checking whether the version is enabled.",
    breaks: ["api-versions.identity-review-off-by-default"],
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const isReview = new URL(request.url).pathname.endsWith("/selfsubjectreviews");
          if (!isReview || request.method !== "POST" || response.status !== 404) return response;
          await response.body?.cancel();
          const review = { kind: "SelfSubjectReview", apiVersion: "v1", metadata: {}, status: {} };
          return Response.json(review, { status: 201 });
        },
      }));
    },
  },
  withoutWarningOn(
    "create",
    "The warning is added where a stored object is read, and a create reads none.",
  ),
  withoutWarningOn("get", "Warnings were considered useful for writes only."),
  withoutWarningOn("list", "Lists have a separate encoder, which writes its own headers."),
  withoutWarningOn("watch", "The headers of a stream are sent before the handler adds warnings."),
  withoutWarningOn(
    "update",
    "Warnings are added verb by verb, and PUT was considered covered by create.",
  ),
  withoutWarningOn("patch", "Patches have a separate handler, which was added later."),
  withoutWarningOn("delete", "A client that deletes objects was assumed to be migrating already."),
  withoutWarningOn(
    "deletecollection",
    "It was considered a series of deletes, each with its own warning.",
  ),
  {
    id: "api-versions/warning-without-agent",
    area: "api-versions",
    description: "A `Warning` header has no agent between its code and its text.",
    reason: "The agent `-` carries no information and was left out.",
    breaks: ["api-versions.warning-well-formed", "field-validation.warning-well-formed"],
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const warning = response.headers.get("warning");
          if (warning) response.headers.set("warning", warning.replaceAll("299 - ", "299 "));
          return response;
        },
      }));
    },
  },
  {
    id: "api-versions/deprecated-is-gone",
    area: "api-versions",
    description: "An update in a deprecated API version is rejected.",
    reason: "Deprecated versions were made read-only.",
    breaks: ["api-versions.deprecated-still-answers", "api-versions.written-in-every-version"],
    install({ resource }) {
      resource(({ lifecycle, unsupportedVerbs = [] }) =>
        lifecycle?.deprecatedIn ? { unsupportedVerbs: [...unsupportedVerbs, "update"] } : {}
      );
    },
  },
  {
    id: "api-versions/all-versions-warn",
    area: "api-versions",
    description: "All API versions of a resource warn while one of them is deprecated.",
    reason: "The deprecation is stored with the resource instead of the version.",
    breaks: ["api-versions.current-does-not-warn"],
    install({ resource }) {
      resource(({ lifecycle, version }) =>
        lifecycle && /^v1(beta3)?$/.test(version)
          ? { lifecycle: { ...lifecycle, deprecatedIn: "1.24" } }
          : {}
      );
    },
  },
  {
    id: "api-versions/writes-unwarned",
    area: "api-versions",
    description: "Writes in a deprecated API version are answered without a warning.",
    reason: "The warning is added where objects are read.",
    breaks: ["api-versions.deprecated-create-warns", "api-versions.deprecated-delete-warns"],
    install({ verbs }) {
      verbs(({ create, update, patch, delete: deleteOne, deletecollection }) => ({
        create: droppingWarnings(create),
        update: droppingWarnings(update),
        patch: droppingWarnings(patch),
        delete: droppingWarnings(deleteOne),
        deletecollection: droppingWarnings(deletecollection),
      }));
    },
  },
];

/** Removes deprecation warnings from a verb. */
const droppingWarnings = (handler: VerbHandler): VerbHandler => (registry, request) => {
  const { warnings } = request.context;
  for (const item of warnings) if (item.includes(" is deprecated in v")) warnings.delete(item);
  return handler(registry, request);
};
