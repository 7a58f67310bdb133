/**
 * Mutants of policies with long lists, and of wildcards in the middle of a path.
 *
 * @module
 */
import { ruleAllows } from "@plumbline/server/access";
import { bugs } from "../../mutant.ts";
import { rewriteJson } from "../../vocabulary/exchange.ts";
import { within, withSpec } from "../../vocabulary/json.ts";
import { on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { changingBindings, changingRules, evaluatingRules, subjectsOf } from "./helpers.ts";

/** The number of items that each bug keeps. */
const FEW = 8;

/** Returns true if a path matches a pattern in which `*` stands for any text. */
function matchesAnywhere(pattern: string, path: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(path);
}

export const longListMutants = bugs({
  "access/ninth-subject-ignored": {
    description: "A binding permits nothing to its subjects after the eighth.",
    reason: "Subjects are compared in a loop that was unrolled.",
    breaks: "access.long-lists-permit",
    install: changingBindings((binding) => ({
      ...binding,
      subjects: [...subjectsOf(binding).slice(0, FEW)],
    })),
  },
  "access/ninth-rule-ignored": {
    description: "Of a role only the first eight rules permit.",
    reason: "The cache of the authorizer has eight slots for each role.",
    breaks: "access.long-lists-permit",
    install: evaluatingRules((rule, attributes, { rules }) =>
      rules.indexOf(rule) < FEW && ruleAllows(rule, attributes)
    ),
  },
  "access/ninth-rule-not-listed": {
    description: "A SelfSubjectRulesReview lists eight rules of each role.",
    reason: "The list is for menus, which have few entries.",
    breaks: "access.long-lists-permit",
    install: wrap("authorizer", "grantsOf", async ({ grantsOf }, user, namespace) => {
      const { grants, errors } = await grantsOf(user, namespace);
      return {
        grants: grants.map((grant) => ({ ...grant, rules: grant.rules.slice(0, FEW) })),
        errors,
      };
    }),
  },
  "access/ninth-name-ignored": {
    description: "Of the `resourceNames` of a rule the first eight permit.",
    reason: "The names are put into a filter of a fixed size.",
    breaks: "access.long-lists-permit",
    install: changingRules(({ resourceNames = [] }) => ({
      resourceNames: resourceNames.slice(0, FEW),
    })),
  },
  "access/ninth-group-ignored": {
    description: "An impersonated user is in the first eight of the requested groups.",
    reason: "The number of header lines that are read is bounded.",
    breaks: "access.long-lists-permit",
    install: wrap("exchange", "impersonate", async ({ impersonate }, ...given) => {
      const user = await impersonate(...given);
      const { groups } = user;
      return groups.length > FEW
        ? { ...user, groups: [...groups.slice(0, FEW), ...groups.slice(-1)] }
        : user;
    }),
  },
  "access/path-star-anywhere": {
    description: "A `*` in the middle of a URL in `nonResourceURLs` stands for any text.",
    reason: "URLs are turned into regular expressions.",
    breaks: "access.only-paths-listed",
    install: evaluatingRules((rule, attributes) => {
      if (attributes.isResource) return ruleAllows(rule, attributes);
      const { verbs, nonResourceURLs = [] } = rule;
      return (verbs.includes("*") || verbs.includes(attributes.verb)) &&
        nonResourceURLs.some((url) => matchesAnywhere(url, attributes.path));
    }),
  },
  "access/eleventh-group-of-local-review-ignored": {
    description: "A LocalSubjectAccessReview counts the first ten of its groups.",
    reason: "The number of groups is bounded where a review is local.",
    breaks: "access.long-lists-permit",
    install: on("create localsubjectaccessreviews").handle(async (request) => {
      const sent = await request.object();
      const { groups, ...spec } = within(sent, "spec");
      if (!Array.isArray(groups) || groups.length <= 10) return await request.next();
      const body = JSON.stringify({ ...sent, spec: { ...spec, groups: groups.slice(0, 10) } });
      return await rewriteJson(
        await request.next({ body }),
        (answer) => answer.spec ? withSpec(answer, { groups }) : answer,
      );
    }),
  },
});
