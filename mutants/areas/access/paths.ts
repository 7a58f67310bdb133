/**
 * Faults of permissions: what rules for paths come to.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { decidingByNamespaces, reading } from "./tools.ts";

/** The faults. */
export const pathMutants: readonly Mutant[] = [
  {
    id: "access/paths-by-their-beginning",
    area: "access",
    description: "A rule for a path permits whatever begins with it.",
    reason: "Routes are matched by their beginnings, so that paths of rules were, too.",
    breaks: ["access.only-paths-listed"],
    install(seams) {
      reading(
        seams,
        ({ nonResourceURLs = [] }, { isResource, path }) =>
          !isResource && nonResourceURLs.some((url) => path.startsWith(url))
            ? { nonResourceURLs: [path] }
            : {},
      );
    },
  },
  {
    id: "access/star-is-one-segment",
    area: "access",
    description: "A path's * at the end stands for one segment.",
    reason: "In shells it does.",
    breaks: ["access.path-below"],
    install(seams) {
      reading(seams, ({ nonResourceURLs = [] }, { path }) => ({
        nonResourceURLs: nonResourceURLs.filter((url) =>
          url === "*" || !url.endsWith("/*") || !path.slice(url.length - 1).includes("/")
        ),
      }));
    },
  },
  {
    id: "access/star-needs-a-slash",
    area: "access",
    description: "The path * alone permits nothing.",
    reason: "Paths begin with a slash, and what does not is no path.",
    breaks: ["access.any-path"],
    install(seams) {
      reading(seams, ({ nonResourceURLs = [] }) => ({
        nonResourceURLs: nonResourceURLs.filter((url) => url !== "*"),
      }));
    },
  },
  {
    id: "access/second-path-unseen",
    area: "access",
    description: "Of the paths a rule lists without a star only the first counts.",
    reason: "The loop ends with the first path that is no pattern.",
    breaks: ["access.path-named"],
    install(seams) {
      reading(seams, ({ nonResourceURLs = [] }) => {
        const plain = nonResourceURLs.filter((url) => !url.endsWith("*"));
        return {
          nonResourceURLs: nonResourceURLs.filter((url) => url.endsWith("*") || url === plain[0]),
        };
      });
    },
  },
  {
    id: "access/paths-for-all-methods",
    area: "access",
    description: "A rule for paths permits every method on them.",
    reason: "Paths outside of resources were thought to be read only.",
    breaks: ["access.only-path-verbs-listed"],
    install(seams) {
      reading(seams, (_, { isResource }) => isResource ? {} : { verbs: ["*"] });
    },
  },
  {
    id: "access/paths-by-bindings-of-namespaces",
    area: "access",
    description: "A RoleBinding gives the paths of its ClusterRole, too.",
    reason: "Paths are in no namespace, so that any binding was thought to do.",
    breaks: ["access.paths-through-cluster-bindings-only"],
    install: (seams) => decidingByNamespaces(seams, ({ isResource }) => !isResource),
  },
];
