/**
 * Mutants of the rules of roles.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { accepting } from "../../helpers.ts";
import { itemsOf, notRequiring } from "./helpers.ts";
import { ofKind } from "../../vocabulary/kinds.ts";
import { wrapSteps } from "../../vocabulary/wrap.ts";

export const roleMutants = bugs({
  "rbac-objects/equal-rules-joined": {
    description: "Duplicate rules of a role are stored once.",
    reason: "Rules are considered a set.",
    breaks: "rbac-objects.rules-kept",
    install: ofKind("Role", "ClusterRole").afterDefaults((object) => {
      const byText = new Map(itemsOf(object.rules).map((rule) => [JSON.stringify(rule), rule]));
      if (object.rules !== undefined) object.rules = [...byText.values()];
    }),
  },
  "rbac-objects/verbs-sorted": {
    description: "The verbs of a rule are stored sorted.",
    reason: "Sorted verbs make roles easier to compare.",
    breaks: "rbac-objects.rules-kept",
    install: ofKind("Role", "ClusterRole").afterDefaults((object) => {
      for (const { verbs } of itemsOf(object.rules)) if (Array.isArray(verbs)) verbs.sort();
    }),
  },
  "rbac-objects/paths-need-get": {
    description: "A rule for non-resource URLs with a verb other than `get` is rejected.",
    reason: "Non-resource URLs were assumed to be read-only.",
    breaks: "rbac-objects.paths-in-cluster-roles",
    install: ofKind("ClusterRole").change(({ validate }) => ({
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
    })),
  },
  "rbac-objects/rule-without-verbs-accepted": {
    description: "A rule without verbs is accepted if it is not the first rule.",
    reason: "The loop over the rules returns after the first one.",
    breaks: "rbac-objects.rule-needs-verbs",
    install: notRequiring(/^rules\[[1-9]\d*\]\.verbs$/),
  },
  "rbac-objects/resources-and-paths-accepted": {
    description: "A rule with both resources and non-resource URLs is accepted.",
    reason: "The two fields are validated separately.",
    breaks: "rbac-objects.rule-for-resources-or-paths",
    install: ofKind("ClusterRole").ignoreCauses(({ message }) =>
      message.includes("both regular resources")
    ),
  },
  "rbac-objects/paths-in-roles": {
    description: "A Role with rules for non-resource URLs is accepted.",
    reason: "Role and ClusterRole share their validation.",
    breaks: "rbac-objects.no-paths-in-roles",
    install: ofKind("Role").ignoreCauses(({ message }) => message.includes("non-resource URLs")),
  },
  "rbac-objects/merged-rules-without-verbs": {
    description: "A merge patch of a ClusterRole can set rules without verbs.",
    reason: "A patch is partial, so its fields are not required.",
    breaks: "rbac-objects.rule-needs-verbs",
    install: wrapSteps(
      accepting(({ field }, { form, definition: { kind } }) =>
        form === "merge-patch" && kind === "ClusterRole" && field.endsWith("verbs")
      ),
    ),
  },
});
