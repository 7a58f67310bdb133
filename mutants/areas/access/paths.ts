/**
 * Mutants of rules for non-resource URLs.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { decidingByNamespaces, reading } from "./tools.ts";

export const pathMutants: readonly Mutant[] = [
  {
    id: "access/paths-by-their-beginning",
    area: "access",
    description: "A rule for a non-resource URL permits every path that starts with it.",
    reason: "Routes are matched by prefix, and the same function is used for rules.",
    breaks: ["access.only-paths-listed"],
    install(parts) {
      reading(
        parts,
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
    description: "A trailing `*` in a non-resource URL matches one path segment only.",
    reason: "In shell patterns it does.",
    breaks: ["access.path-below"],
    install(parts) {
      reading(parts, ({ nonResourceURLs = [] }, { path }) => ({
        nonResourceURLs: nonResourceURLs.filter((url) =>
          url === "*" || !url.endsWith("/*") || !path.slice(url.length - 1).includes("/")
        ),
      }));
    },
  },
  {
    id: "access/star-needs-a-slash",
    area: "access",
    description: "The non-resource URL `*` permits nothing.",
    reason: "Values without a leading slash are considered invalid.",
    breaks: ["access.any-path"],
    install(parts) {
      reading(parts, ({ nonResourceURLs = [] }) => ({
        nonResourceURLs: nonResourceURLs.filter((url) => url !== "*"),
      }));
    },
  },
  {
    id: "access/second-path-unseen",
    area: "access",
    description: "Only the first non-resource URL without `*` in a rule counts.",
    reason: "The loop ends at the first entry that is not a pattern.",
    breaks: ["access.path-named"],
    install(parts) {
      reading(parts, ({ nonResourceURLs = [] }) => {
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
    description: "A rule for non-resource URLs permits every verb on them.",
    reason: "Non-resource URLs were assumed to be read-only.",
    breaks: ["access.only-path-verbs-listed"],
    install(parts) {
      reading(parts, (_, { isResource }) => isResource ? {} : { verbs: ["*"] });
    },
  },
  {
    id: "access/paths-by-bindings-of-namespaces",
    area: "access",
    description: "A RoleBinding grants the non-resource URLs of its ClusterRole.",
    reason: "Paths have no namespace, so the bindings of all namespaces are searched.",
    breaks: ["access.paths-through-cluster-bindings-only"],
    install: (parts) => decidingByNamespaces(parts, ({ isResource }) => !isResource),
  },
];
