/**
 * Faults of the releases a version comes and goes with.
 *
 * @module
 */
import type { Lifecycle } from "../../../server/api_versions/lifecycle.ts";
import type { Mutant } from "../../mutant.ts";

/** One version of a resource that has another life than it should. */
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
    description: "The beta of CSIStorageCapacity is served without warnings.",
    reason: "The table of deprecations was begun with the group of the newest release.",
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
    description: "FlowSchema is served in v1beta3 alone in the release that deprecates v1beta2.",
    reason: "Deprecated was read as removed.",
    breaks: ["api-versions.flow-schemas-v1beta2"],
    resource: "flowschemas",
    version: "v1beta2",
    change: () => ABSENT,
  },
  {
    name: "priority-levels-v1beta2-early-gone",
    description:
      "Priority levels are served in v1beta3 alone in the release that deprecates v1beta2.",
    reason: "Deprecated was read as removed.",
    breaks: ["api-versions.priority-levels-v1beta2"],
    resource: "prioritylevelconfigurations",
    version: "v1beta2",
    change: () => ABSENT,
  },
  {
    name: "flow-schemas-v1beta3-late",
    description: "FlowSchema comes to v1beta3 a release later than it should.",
    reason: "The first release was written as the last one without it.",
    breaks: ["api-versions.flow-schemas-v1beta3"],
    resource: "flowschemas",
    version: "v1beta3",
    change: (lifecycle) => ({ ...lifecycle, since: "1.27" }),
  },
  {
    name: "priority-levels-v1beta3-late",
    description: "Priority levels come to v1beta3 a release later than they should.",
    reason: "The first release was written as the last one without it.",
    breaks: ["api-versions.priority-levels-v1beta3"],
    resource: "prioritylevelconfigurations",
    version: "v1beta3",
    change: (lifecycle) => ({ ...lifecycle, since: "1.27" }),
  },
  {
    name: "capacities-v1beta1-early-gone",
    description: "CSIStorageCapacity in v1beta1 is gone in 1.26, its last release.",
    reason: "The last release with it was taken for the first without.",
    breaks: ["api-versions.capacities-v1beta1"],
    resource: "csistoragecapacities",
    version: "v1beta1",
    change: (lifecycle) => ({ ...lifecycle, removedIn: "1.26" }),
  },
  {
    name: "capacities-v1-missing",
    description: "CSIStorageCapacity is not served in v1.",
    reason: "The stable version was planned for when the beta goes.",
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
  install(seams) {
    seams.resource((definition) => {
      const { lifecycle } = definition;
      const isMeant = definition.resource === resource && definition.version === version;
      return isMeant && lifecycle ? { lifecycle: change(lifecycle) } : {};
    });
  },
});

/** The faults. */
export const scheduleMutants: readonly Mutant[] = [
  ...MISTAKES.map(faultOf),
  {
    id: "api-versions/identity-review-always-on",
    area: "api-versions",
    description: "SelfSubjectReview in v1alpha1 is answered without being switched on or listed.",
    reason: "Its handler was registered beside the others, whatever the switches say.",
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
