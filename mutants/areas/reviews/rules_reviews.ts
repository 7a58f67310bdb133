/**
 * Mutants of SelfSubjectRulesReviews.
 *
 * @module
 */
import { changingReviews, changingStatus } from "./helpers.ts";
import { bugs } from "../../mutant.ts";
import type { PolicyRule } from "@plumbline/server/access";
import type { JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import type { Install } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

const RULES = /^selfsubjectrulesreviews$/;

/** Changes each rule in a list of rules. */
const eachRule = (rules: unknown, change: (rule: JsonObject) => JsonObject): JsonObject[] =>
  (Array.isArray(rules) ? rules : []).map((rule) => change(asObject(rule) ?? {}));

/** Changes the listed non-resource URLs. */
function changingListedPaths(change: (path: string) => readonly string[]): Install {
  return changingStatus(RULES, (status) => ({
    ...status,
    nonResourceRules: eachRule(status.nonResourceRules, (rule) => ({
      ...rule,
      nonResourceURLs: (Array.isArray(rule.nonResourceURLs) ? rule.nonResourceURLs : [])
        .flatMap((path) => change(String(path))),
    })),
  }));
}

export const rulesReviewMutants = bugs({
  "reviews/rules-without-incomplete-field": {
    description: "The status of a complete rules review has no `incomplete` field.",
    reason: "False values are omitted.",
    breaks: "reviews.rules-status-filled",
    install: changingStatus(
      RULES,
      ({ incomplete, ...status }) => incomplete ? { ...status, incomplete } : status,
    ),
  },
  "reviews/rules-with-empty-verbs": {
    description: "A rule for all verbs is listed with empty `verbs`.",
    reason: "An empty list was understood as no restriction.",
    breaks: ["reviews.rule-has-verbs", "reviews.path-rule-has-verbs"],
    install(parts) {
      const bare = (rules: unknown) =>
        eachRule(
          rules,
          (rule) =>
            Array.isArray(rule.verbs) && rule.verbs.includes("*") ? { ...rule, verbs: [] } : rule,
        );
      changingStatus(RULES, (status) => ({
        ...status,
        resourceRules: bare(status.resourceRules),
        nonResourceRules: bare(status.nonResourceRules),
      }))(parts);
    },
  },
  "reviews/rules-for-all-resources-omitted": {
    description: "A SelfSubjectRulesReview marked complete omits rules for all resources.",
    reason: "Rules with `*` were considered too broad to list.",
    breaks: "reviews.rules-complete",
    install: changingStatus(RULES, (status) => ({
      ...status,
      resourceRules: eachRule(status.resourceRules, (rule) => rule).filter(({ resources }) =>
        !(Array.isArray(resources) && resources.includes("*"))
      ),
    })),
  },
  "reviews/rules-for-all-paths-omitted": {
    description:
      "A SelfSubjectRulesReview marked complete omits the rules of superusers for paths.",
    reason: "The rules of superusers are a constant, which was written for resources.",
    breaks: "reviews.rules-complete",
    install: changingStatus(RULES, (status) => ({
      ...status,
      nonResourceRules: eachRule(status.nonResourceRules, (rule) => rule)
        .filter(({ nonResourceURLs }) =>
          !(Array.isArray(nonResourceURLs) && nonResourceURLs.includes("*"))
        ),
    })),
  },
  "reviews/rules-listed-for-all-verbs": {
    description: "A SelfSubjectRulesReview lists every rule with the verb `*`.",
    reason: "The verbs of all rules are merged, and `*` is among them.",
    breaks: "reviews.resource-rules-correct",
    install: changingStatus(RULES, (status) => ({
      ...status,
      resourceRules: eachRule(status.resourceRules, (rule) => ({ ...rule, verbs: ["*"] })),
    })),
  },
  "reviews/path-with-two-stars": {
    description: "A listed non-resource URL ends in `**` instead of `*`.",
    reason: "In other systems a single `*` matches one path segment.",
    breaks: "reviews.path-rule-wildcard-last",
    install: changingListedPaths((path) => [path.replace(/\*$/, "**")]),
  },
  "reviews/listed-paths-go-below": {
    description: "A rule for one non-resource URL is also listed for all paths below it.",
    reason: "Access to a document was assumed to include its parts.",
    breaks: "reviews.path-rules-correct",
    install: changingListedPaths((path) => path.includes("*") ? [path] : [path, `${path}/*`]),
  },
  "reviews/rules-namespace-defaulted": {
    description:
      "A SelfSubjectRulesReview without a namespace is answered for the namespace `default`.",
    reason: "Command-line tools use that namespace if none is given.",
    breaks: ["reviews.rules-namespace-required", "reviews.spec-required"],
    install: changingReviews(RULES, ({ answer }) => ({
      answer(object, place) {
        const spec = asObject(object.spec) ?? {};
        return answer(
          { ...object, spec: { ...spec, namespace: spec.namespace || "default" } },
          place,
        );
      },
    })),
  },
  "reviews/rules-without-spec": {
    description: "A SelfSubjectRulesReview without `spec` is answered.",
    reason: "A missing spec gets a default namespace.",
    breaks: "reviews.spec-required",
    install: changingReviews(RULES, ({ answer }) => ({
      answer: (object, place) =>
        answer(object.spec ? object : { ...object, spec: { namespace: "default" } }, place),
    })),
  },
  "reviews/paths-of-groups-unlisted": {
    description: "A SelfSubjectRulesReview lists the paths that a user has alone, not by a group.",
    reason: "Rules for paths were added for users first, and their loop has no groups.",
    breaks: ["access.rules-review-lists-granted", "reviews.path-rules-correct"],
    install: wrap("authorizer", "grantsOf", async ({ grantsOf }, user, namespace) => {
      const { grants, ...rest } = await grantsOf(user, namespace);
      const isPath = ({ nonResourceURLs = [] }: PolicyRule) => nonResourceURLs.length > 0;
      return {
        ...rest,
        grants: grants.map((grant) =>
          / to Group "/.test(grant.source)
            ? { ...grant, rules: grant.rules.filter((rule) => !isPath(rule)) }
            : grant
        ),
      };
    }),
  },
});
