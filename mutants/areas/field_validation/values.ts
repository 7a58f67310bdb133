/**
 * Mutants that accept values of wrong types: each of one field, in one form of write.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import { bugs, type Mutant } from "../../mutant.ts";

/** The requests that a mutant changes. */
interface Concerned {
  readonly method: string;
  /** Matches the end of the path. */
  readonly path: RegExp;
  /** A part of the media type. */
  readonly type?: string;
}

/** Changes the JSON bodies of some requests before the server reads them. */
function changingBodies(
  { method, path, type = "" }: Concerned,
  change: (body: Json) => void,
): Mutant["install"] {
  return ({ wire }) =>
    wire(({ answer }) => ({
      async answer(request) {
        const { pathname } = new URL(request.url);
        const media = request.headers.get("content-type") ?? "";
        if (request.method !== method || !path.test(pathname) || !media.includes(type)) {
          return await answer(request);
        }
        const text = await request.text();
        return await answer(new Request(request, { body: changed(text, change) }));
      },
    }));
}

function changed(text: string, change: (body: Json) => void): string {
  try {
    const [before, body] = [JSON.parse(text), JSON.parse(text)];
    change(body);
    // A body that stays the same keeps its duplicate fields.
    return JSON.stringify(before) === JSON.stringify(body) ? text : JSON.stringify(body);
  } catch {
    return text;
  }
}

const within = (value: Json | undefined, ...keys: readonly string[]): JsonObject =>
  keys.reduce((each, key) => asObject(each[key]) ?? {}, asObject(value) ?? {});

const itemsOf = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.flatMap((item): JsonObject[] => [asObject(item) ?? {}]) : [];

const OBJECT_OF = (resource: string) => new RegExp(`/${resource}/[^/]+$`);
const COLLECTION_OF = (resource: string) => new RegExp(`/${resource}$`);
const STATUS = /\/deployments\/[^/]+\/status$/;
const STRATEGIC = "strategic-merge-patch";
const APPLY = "apply-patch";

export const valueMutants = bugs({
  "field-validation/strategic-replicas-as-text": {
    description: "A strategic merge patch converts `replicas` from text to a number.",
    reason: "The merge library of this patch type is lenient.",
    breaks: "field-validation.strategic-merge-wrong-type-rejected",
    install: changingBodies(
      { method: "PATCH", path: OBJECT_OF("deployments"), type: STRATEGIC },
      (body) => {
        const spec = within(body, "spec");
        if (typeof spec.replicas === "string") spec.replicas = Number(spec.replicas);
      },
    ),
  },
  "field-validation/apply-immutable-as-number": {
    description: "An apply of a Secret converts `immutable` from 0 and 1 to a boolean.",
    reason: "The YAML parser of an older specification had no fixed words for booleans.",
    breaks: "field-validation.apply-wrong-type-rejected",
    install: changingBodies(
      { method: "PATCH", path: OBJECT_OF("secrets"), type: APPLY },
      (body) => {
        const secret = within(body);
        if (typeof secret.immutable === "number") secret.immutable = secret.immutable !== 0;
      },
    ),
  },
  "field-validation/subjects-as-object": {
    description: "An update of a ClusterRoleBinding converts an object of `subjects` to a list.",
    reason: "Clients that send one subject leave the brackets out.",
    breaks: "field-validation.wrong-type-rejected",
    install: changingBodies({ method: "PUT", path: OBJECT_OF("clusterrolebindings") }, (body) => {
      const binding = within(body);
      if (asObject(binding.subjects)) binding.subjects = [];
    }),
  },
  "field-validation/null-rules-dropped": {
    description: "An update of a ClusterRole leaves out rules that are null.",
    reason: "Null is taken for an absent item.",
    breaks: "field-validation.wrong-type-rejected",
    install: changingBodies({ method: "PUT", path: OBJECT_OF("clusterroles") }, (body) => {
      const role = within(body);
      if (Array.isArray(role.rules)) role.rules = role.rules.filter((rule) => rule !== null);
    }),
  },
  "field-validation/one-rule-without-a-list": {
    description: "A merge patch of a Role takes a single rule for a list of one.",
    reason: "The lenient decoder of another interface was used.",
    breaks: "field-validation.wrong-type-rejected",
    install: changingBodies(
      { method: "PATCH", path: OBJECT_OF("roles"), type: "/merge-patch" },
      (body) => {
        const role = within(body);
        const rule = asObject(role.rules);
        if (rule?.verbs !== undefined) role.rules = [rule];
      },
    ),
  },
  "field-validation/verb-as-text": {
    description: "A create of a Role accepts a text as the list of `verbs`.",
    reason: "A single verb is common, so both forms are read.",
    breaks: "field-validation.wrong-type-rejected",
    install: changingBodies({ method: "POST", path: COLLECTION_OF("roles") }, (body) => {
      for (const rule of itemsOf(within(body).rules)) {
        if (typeof rule.verbs === "string") rule.verbs = [rule.verbs];
      }
    }),
  },
  "field-validation/merge-patch-wraps-min-ready-seconds": {
    description: "A merge patch with a `minReadySeconds` of 2^31 or more stores the lower 32 bits.",
    reason: "The number is converted without a check of its range.",
    breaks: "field-validation.wrong-type-rejected",
    install: changingBodies({
      method: "PATCH",
      path: OBJECT_OF("deployments"),
      type: "/merge-patch",
    }, (body) => {
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
    install: changingBodies({
      method: "PATCH",
      path: OBJECT_OF("deployments"),
      type: "/merge-patch",
    }, (body) => {
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
    install: changingBodies({ method: "PUT", path: STATUS }, (body) => {
      for (const condition of itemsOf(within(body, "status").conditions)) {
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
    install: changingBodies({ method: "POST", path: COLLECTION_OF("rolebindings") }, (body) => {
      const metadata = within(body, "metadata");
      if (Array.isArray(metadata.annotations)) delete metadata.annotations;
    }),
  },
  "field-validation/review-uid-as-number": {
    description: "A SubjectAccessReview converts a number of `uid` to text.",
    reason: "Some authentication components have numeric identifiers.",
    breaks: "field-validation.review-wrong-type-rejected",
    install: changingBodies(
      { method: "POST", path: COLLECTION_OF("subjectaccessreviews") },
      (body) => {
        const spec = within(body, "spec");
        if (typeof spec.uid === "number") spec.uid = String(spec.uid);
      },
    ),
  },
  "field-validation/review-extra-as-text": {
    description: "A LocalSubjectAccessReview accepts a text as a list of values of `extra`.",
    reason: "Most attributes have one value.",
    breaks: "field-validation.review-wrong-type-rejected",
    install: changingBodies(
      { method: "POST", path: COLLECTION_OF("localsubjectaccessreviews") },
      (body) => {
        const extra = within(body, "spec", "extra");
        for (const [key, value] of Object.entries(extra)) {
          if (typeof value === "string") extra[key] = [value];
        }
      },
    ),
  },
  "field-validation/self-review-drops-groups-silently": {
    description: "A SelfSubjectAccessReview drops `groups` without an error or a warning.",
    reason: "The spec of all access reviews is read by one function.",
    breaks: "field-validation.review-fields",
    install: changingBodies(
      { method: "POST", path: COLLECTION_OF("selfsubjectaccessreviews") },
      (body) => {
        delete within(body, "spec").groups;
      },
    ),
  },
  "field-validation/empty-subject-name": {
    description: "An update of a ClusterRoleBinding replaces an empty name of a subject.",
    reason: "An empty name stands for everybody in an older API.",
    breaks: "field-validation.empty-required-rejected",
    install: changingBodies({ method: "PUT", path: OBJECT_OF("clusterrolebindings") }, (body) => {
      for (const subject of itemsOf(within(body).subjects)) {
        if (subject.name === "") subject.name = "system:unauthenticated";
      }
    }),
  },
  "field-validation/apply-clamps-replicas": {
    description: "An apply with a `replicas` beyond 32 bits stores the largest int32.",
    reason: "Too large numbers are cut to the range of the type.",
    breaks: "field-validation.apply-integer-range-checked",
    install: changingBodies(
      { method: "PATCH", path: OBJECT_OF("deployments"), type: APPLY },
      (body) => {
        const spec = within(body, "spec");
        if (typeof spec.replicas === "number") spec.replicas = Math.min(spec.replicas, 2147483647);
      },
    ),
  },
  "field-validation/strategic-clamps-collision-count": {
    description:
      "A strategic merge patch of the status with a `collisionCount` beyond 32 bits stores the " +
      "largest int32.",
    reason: "Too large numbers are cut to the range of the type.",
    breaks: "field-validation.strategic-merge-integer-range-checked",
    install: changingBodies({ method: "PATCH", path: STATUS, type: STRATEGIC }, (body) => {
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
    install: changingBodies({ method: "PATCH", path: STATUS, type: STRATEGIC }, (body) => {
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
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const copy = request.clone();
          const response = await answer(request);
          const { pathname } = new URL(request.url);
          const media = request.headers.get("content-type") ?? "";
          if (
            response.status !== 422 || request.method !== "PATCH" ||
            !OBJECT_OF("roles").test(pathname) || !media.includes("/merge-patch")
          ) return response;
          const body = JSON.stringify({ metadata: { labels: { refused: "yes" } } });
          await copy.body?.cancel();
          const { headers, url } = request;
          await answer(new Request(url, { method: "PATCH", headers, body }));
          return response;
        },
      }));
    },
  },
});
