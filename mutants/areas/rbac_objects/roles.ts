/**
 * Faults of roles: their rules.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { lenient } from "../../changes.ts";
import { itemsOf, notMissing, ofKinds, storing } from "./tools.ts";

/** The faults. */
export const roleMutants: readonly Mutant[] = [
  {
    id: "rbac-objects/equal-rules-joined",
    area: "rbac-objects",
    description: "Of two rules that say the same one is kept.",
    reason: "Rules are a set.",
    breaks: ["rbac-objects.rules-kept"],
    install(seams) {
      storing(seams, ["Role", "ClusterRole"], (object) => {
        const byText = new Map(itemsOf(object.rules).map((rule) => [JSON.stringify(rule), rule]));
        if (object.rules !== undefined) object.rules = [...byText.values()];
      });
    },
  },
  {
    id: "rbac-objects/verbs-sorted",
    area: "rbac-objects",
    description: "The verbs of a rule are sorted.",
    reason: "So that two roles can be compared.",
    breaks: ["rbac-objects.rules-kept"],
    install(seams) {
      storing(seams, ["Role", "ClusterRole"], (object) => {
        for (const { verbs } of itemsOf(object.rules)) if (Array.isArray(verbs)) verbs.sort();
      });
    },
  },
  {
    id: "rbac-objects/paths-need-get",
    area: "rbac-objects",
    description: "A ClusterRole's rule for paths may have no verb but get.",
    reason: "Paths outside of resources were thought to be read only.",
    breaks: ["rbac-objects.paths-in-cluster-roles"],
    install(seams) {
      ofKinds(seams, ["ClusterRole"], ({ validate }) => ({
        validate(object) {
          const odd = itemsOf(object.rules).some(({ nonResourceURLs, verbs }) =>
            itemsOf(nonResourceURLs).length > 0 && Array.isArray(verbs) &&
            verbs.some((verb) => verb !== "get" && verb !== "*")
          );
          const cause = {
            reason: "FieldValueNotSupported",
            field: "rules",
            message: "Unsupported value: paths can be read only",
          } as const;
          return [...validate?.(object) ?? [], ...(odd ? [cause] : [])];
        },
      }));
    },
  },
  {
    id: "rbac-objects/idle-rule-accepted",
    area: "rbac-objects",
    description: "A rule without verbs is accepted where it is not the first.",
    reason: "The check returned out of its loop with the first rule.",
    breaks: ["rbac-objects.rule-needs-verbs"],
    install: (seams) => notMissing(seams, /^rules\[[1-9]\d*\]\.verbs$/),
  },
  {
    id: "rbac-objects/both-sorts-accepted",
    area: "rbac-objects",
    description: "A rule for resources and paths is accepted where it names groups too.",
    reason: "Only the resources were looked at, behind a condition on the groups.",
    breaks: ["rbac-objects.rule-of-one-sort"],
    install(seams) {
      ofKinds(
        seams,
        ["ClusterRole"],
        lenient(({ message }) => message.includes("both regular resources")),
      );
    },
  },
  {
    id: "rbac-objects/paths-in-roles",
    area: "rbac-objects",
    description: "A Role may have rules for paths.",
    reason: "The two kinds share their validation.",
    breaks: ["rbac-objects.no-paths-in-roles"],
    install(seams) {
      ofKinds(seams, ["Role"], lenient(({ message }) => message.includes("non-resource URLs")));
    },
  },
];
