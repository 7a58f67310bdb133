/**
 * Mutants that accept values of wrong types: each of one field, in one form of write.
 *
 * @module
 */
import { asObject } from "@plumbline/server/resources";
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import { objectsOf, within } from "../../vocabulary/json.ts";

export const valueMutants = bugs({
  "field-validation/strategic-replicas-as-text": {
    description: "A strategic merge patch converts `replicas` from text to a number.",
    reason: "The merge library of this patch type is lenient.",
    breaks: "field-validation.strategic-merge-wrong-type-rejected",
    install: on("strategic-merge-patch deployments").changeBody((body) => {
      const spec = within(body, "spec");
      if (typeof spec.replicas === "string") spec.replicas = Number(spec.replicas);
    }),
  },
  "field-validation/apply-immutable-as-number": {
    description: "An apply of a Secret converts `immutable` from 0 and 1 to a boolean.",
    reason: "The YAML parser of an older specification had no fixed words for booleans.",
    breaks: "field-validation.apply-wrong-type-rejected",
    install: on("apply secrets").changeBody((secret) => {
      if (typeof secret.immutable === "number") secret.immutable = secret.immutable !== 0;
    }),
  },
  "field-validation/subjects-as-object": {
    description: "An update of a ClusterRoleBinding converts an object of `subjects` to a list.",
    reason: "Clients that send one subject leave the brackets out.",
    breaks: "field-validation.wrong-type-rejected",
    install: on("update clusterrolebindings").changeBody((binding) => {
      if (asObject(binding.subjects)) binding.subjects = [];
    }),
  },
  "field-validation/null-rules-dropped": {
    description: "An update of a ClusterRole leaves out rules that are null.",
    reason: "Null is taken for an absent item.",
    breaks: "field-validation.wrong-type-rejected",
    install: on("update clusterroles").changeBody((role) => {
      if (Array.isArray(role.rules)) role.rules = role.rules.filter((rule) => rule !== null);
    }),
  },
  "field-validation/one-rule-without-a-list": {
    description: "A merge patch of a Role takes a single rule for a list of one.",
    reason: "The lenient decoder of another interface was used.",
    breaks: "field-validation.wrong-type-rejected",
    install: on("merge-patch roles").changeBody((role) => {
      const rule = asObject(role.rules);
      if (rule?.verbs !== undefined) role.rules = [rule];
    }),
  },
  "field-validation/verb-as-text": {
    description: "A create of a Role accepts a text as the list of `verbs`.",
    reason: "A single verb is common, so both forms are read.",
    breaks: "field-validation.wrong-type-rejected",
    install: on("create roles").changeBody((body) => {
      for (const rule of objectsOf(body.rules)) {
        if (typeof rule.verbs === "string") rule.verbs = [rule.verbs];
      }
    }),
  },
  "field-validation/merge-patch-wraps-min-ready-seconds": {
    description: "A merge patch with a `minReadySeconds` of 2^31 or more stores the lower 32 bits.",
    reason: "The number is converted without a check of its range.",
    breaks: "field-validation.wrong-type-rejected",
    install: on("merge-patch deployments").changeBody((body) => {
      const spec = within(body, "spec");
      const { minReadySeconds } = spec;
      if (typeof minReadySeconds === "number" && Number.isInteger(minReadySeconds)) {
        spec.minReadySeconds = minReadySeconds & 0x7fffffff;
      }
    }),
  },
  "field-validation/strategy-type-in-any-case": {
    description: "A merge patch accepts a `strategy.type` in any letter case.",
    reason: "Names are compared without their case.",
    breaks: "field-validation.wrong-type-rejected",
    install: on("merge-patch deployments").changeBody((body) => {
      const strategy = within(body, "spec", "strategy");
      const words = ["Recreate", "RollingUpdate"];
      const given = String(strategy.type).toLowerCase();
      const word = words.find((each) => each.toLowerCase() === given);
      if (word) strategy.type = word;
    }),
  },
  "field-validation/status-time-is-any-text": {
    description:
      "An update of a Deployment's status drops a `lastUpdateTime` that is no time instead of " +
      "rejecting it.",
    reason: "Times of conditions are for people only.",
    breaks: "field-validation.status-wrong-type-rejected",
    install: on("update deployments/status").changeBody((body) => {
      for (const condition of objectsOf(within(body, "status").conditions)) {
        const { lastUpdateTime } = condition;
        if (typeof lastUpdateTime === "string" && Number.isNaN(Date.parse(lastUpdateTime))) {
          delete condition.lastUpdateTime;
        }
      }
    }),
  },
  "field-validation/annotations-as-list": {
    description: "A create of a RoleBinding with a list of annotations drops them.",
    reason: "Annotations are opaque to the server.",
    breaks: "field-validation.undocumented-type-rejected",
    install: on("create rolebindings").changeBody((body) => {
      const metadata = within(body, "metadata");
      if (Array.isArray(metadata.annotations)) delete metadata.annotations;
    }),
  },
  "field-validation/review-uid-as-number": {
    description: "A SubjectAccessReview converts a number of `uid` to text.",
    reason: "Some authentication components have numeric identifiers.",
    breaks: "field-validation.review-wrong-type-rejected",
    install: on("create subjectaccessreviews").changeBody((body) => {
      const spec = within(body, "spec");
      if (typeof spec.uid === "number") spec.uid = String(spec.uid);
    }),
  },
  "field-validation/review-extra-as-text": {
    description: "A LocalSubjectAccessReview accepts a text as a list of values of `extra`.",
    reason: "Most attributes have one value.",
    breaks: "field-validation.review-wrong-type-rejected",
    install: on("create localsubjectaccessreviews").changeBody((body) => {
      const extra = within(body, "spec", "extra");
      for (const [key, value] of Object.entries(extra)) {
        if (typeof value === "string") extra[key] = [value];
      }
    }),
  },
  "field-validation/self-review-drops-groups-silently": {
    description: "A SelfSubjectAccessReview drops `groups` without an error or a warning.",
    reason: "The spec of all access reviews is read by one function.",
    breaks: "field-validation.review-fields",
    install: on("create selfsubjectaccessreviews").changeBody((body) => {
      delete within(body, "spec").groups;
    }),
  },
  "field-validation/empty-subject-name": {
    description: "An update of a ClusterRoleBinding replaces an empty name of a subject.",
    reason: "An empty name stands for everybody in an older API.",
    breaks: "field-validation.empty-required-rejected",
    install: on("update clusterrolebindings").changeBody((body) => {
      for (const subject of objectsOf(body.subjects)) {
        if (subject.name === "") subject.name = "system:unauthenticated";
      }
    }),
  },
  "field-validation/apply-clamps-replicas": {
    description: "An apply with a `replicas` beyond 32 bits stores the largest int32.",
    reason: "Too large numbers are cut to the range of the type.",
    breaks: "field-validation.apply-integer-range-checked",
    install: on("apply deployments").changeBody((body) => {
      const spec = within(body, "spec");
      if (typeof spec.replicas === "number") spec.replicas = Math.min(spec.replicas, 2147483647);
    }),
  },
  "field-validation/strategic-clamps-collision-count": {
    description:
      "A strategic merge patch of the status with a `collisionCount` beyond 32 bits stores the " +
      "largest int32.",
    reason: "Too large numbers are cut to the range of the type.",
    breaks: "field-validation.strategic-merge-integer-range-checked",
    install: on("strategic-merge-patch deployments/status").changeBody((body) => {
      const status = within(body, "status");
      if (typeof status.collisionCount === "number") {
        status.collisionCount = Math.min(status.collisionCount, 2147483647);
      }
    }),
  },
  "field-validation/strategic-skips-structured-keys": {
    description: "A strategic merge patch skips conditions whose `type` is an object or a list.",
    reason: "Items without a usable merge key are not merged.",
    breaks: "field-validation.merge-key-wrong-type-rejected",
    install: on("strategic-merge-patch deployments/status").changeBody((body) => {
      const status = within(body, "status");
      if (!Array.isArray(status.conditions)) return;
      status.conditions = status.conditions.filter((each) =>
        typeof (asObject(each)?.type ?? "") !== "object"
      );
    }),
  },
  "field-validation/rejected-role-patch-sets-labels": {
    description: "A merge patch of a Role with wrong types in its rules still sets the labels.",
    reason: "Metadata is written before the rules are decoded.",
    breaks: "field-validation.wrong-type-changes-nothing",
    install: on("merge-patch roles").replace(422, async (response, { next }) => {
      await next({ body: JSON.stringify({ metadata: { labels: { refused: "yes" } } }) });
      return response;
    }),
  },
});
