/**
 * Mutants of the releases that introduce, deprecate and remove API versions.
 *
 * @module
 */
import type { Lifecycle } from "../../../server/api_versions/api_version.ts";
import type { Mutant } from "../../mutant.ts";

/** An API version of a resource with a wrong lifecycle. */
interface Mistake {
  readonly name: string;
  readonly description: string;
  readonly reason: string;
  readonly breaks: Mutant["breaks"];
  readonly resource: string;
  readonly version: string;
  change(lifecycle: Lifecycle): Lifecycle;
}

const ABSENT: Lifecycle = { since: "1.99" };

const MISTAKES: readonly Mistake[] = [
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
    breaks: ["api-versions.capacities-v1beta1"],
    resource: "csistoragecapacities",
    version: "v1beta1",
    change: (lifecycle) => ({ ...lifecycle, removedIn: "1.26" }),
  },
  {
    name: "capacities-v1-missing",
    description: "CSIStorageCapacity is not served in `v1`.",
    reason: "The stable version was scheduled for the release that removes the beta.",
    breaks: ["api-versions.capacities-v1"],
    resource: "csistoragecapacities",
    version: "v1",
    change: () => ABSENT,
  },
];

const faultOf = ({ name, resource, version, change, ...facts }: Mistake): Mutant => ({
  id: `api-versions/${name}`,
  area: "api-versions",
  ...facts,
  install(parts) {
    parts.resource((definition) => {
      const { lifecycle } = definition;
      const isMeant = definition.resource === resource && definition.version === version;
      return isMeant && lifecycle ? { lifecycle: change(lifecycle) } : {};
    });
  },
});

export const scheduleMutants: readonly Mutant[] = [
  ...MISTAKES.map(faultOf),
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
];
