/**
 * Mutants of access reviews. Those of SelfSubjectRulesReviews are in `rules_reviews.ts`.
 *
 * @module
 */
import { changingReviews, changingStatus } from "./helpers.ts";
import { bugs } from "../../mutant.ts";
import { ApiError, type ApiObject, type JsonObject } from "@plumbline/server/api";
import { isSuperuser } from "@plumbline/server/access";
import { asObject } from "@plumbline/server/resources";
import { type Install, on } from "../../vocabulary/on.ts";
import { without } from "../../vocabulary/json.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { ignoringCauses } from "../../vocabulary/kinds.ts";

const SUBJECT = /^subjectaccessreviews$/;
const LOCAL = /^localsubjectaccessreviews$/;
const SELF = /^selfsubjectaccessreviews$/;
const ACCESS = /accessreviews$/;

/** Ignores some validation errors of reviews. */
function accepting(names: RegExp, fields: RegExp): Install {
  return changingReviews(names, ({ strategy }) => ({
    strategy: { ...strategy, ...ignoringCauses(({ field }) => fields.test(field))(strategy) },
  }));
}

export const accessReviewMutants = bugs({
  "reviews/dry-run-needs-permission": {
    description: "A dry-run SelfSubjectAccessReview needs a permission.",
    reason: "Everybody may create these reviews, and a dry run is taken for something else.",
    breaks: "reviews.self-always-allowed",
    install: on("create selfsubjectaccessreviews", { dryRun: "All" }).serve(({ request, next }) => {
      if (isSuperuser(request.context.user)) return next();
      throw new ApiError("Forbidden", "the review is not allowed");
    }),
  },
  "reviews/local-namespace-overwritten": {
    description:
      "A LocalSubjectAccessReview for another namespace is decided for the namespace in the path.",
    reason: "The path was authorized, so its namespace overwrites the one in the body.",
    breaks: "reviews.local-namespace-equal",
    install: changingReviews(LOCAL, ({ strategy, answer }) => ({
      strategy: {
        ...strategy,
        ...ignoringCauses(({ field }) => field.endsWith("namespace"))(strategy),
      },
      answer(object, place) {
        const attributes = asObject(asObject(object.spec)?.resourceAttributes);
        if (attributes) attributes.namespace = place.namespace;
        return answer(object, place);
      },
    })),
  },
  "reviews/local-namespace-required": {
    description: "A LocalSubjectAccessReview without a namespace is rejected.",
    reason: "The namespaces must be equal, and the default is not implemented.",
    breaks: "reviews.local-namespace-defaulted",
    install: changingReviews(
      LOCAL,
      ({ strategy: { applyDefaults: _, ...strategy } }) => ({ strategy }),
    ),
  },
  "reviews/local-of-all-namespaces": {
    description: "A LocalSubjectAccessReview without a namespace is decided for all namespaces.",
    reason: "In other reviews an empty namespace means all.",
    breaks: ["reviews.local-namespace-defaulted", "access.local-review-agrees"],
    install: changingReviews(LOCAL, ({ strategy, answer }) => {
      const empty = new WeakSet<object>();
      const attributesOf = (object: JsonObject) =>
        asObject(asObject(object.spec)?.resourceAttributes);
      return {
        strategy: {
          ...strategy,
          applyDefaults(object) {
            const attributes = attributesOf(object);
            if (attributes && !attributes.namespace) empty.add(object);
            strategy.applyDefaults?.(object);
          },
        },
        answer(object, place) {
          const attributes = attributesOf(object);
          if (attributes && empty.has(object)) attributes.namespace = "";
          return answer(object, place);
        },
      };
    }),
  },
  "reviews/self-of-both": {
    description: "A SelfSubjectAccessReview with both kinds of attributes is decided by the first.",
    reason: "The presence of attributes is checked, but not that there is only one kind.",
    breaks: "reviews.self-one-attribute",
    install: accepting(SELF, /nonResourceAttributes/),
  },
  "reviews/subject-without-attributes": {
    description: "A SubjectAccessReview without attributes is answered as not allowed.",
    reason: "An empty request permits nothing.",
    breaks: "reviews.subject-one-attribute",
    install: accepting(SUBJECT, /^spec\.resourceAttributes$/),
  },
  "reviews/local-of-both": {
    description:
      "A LocalSubjectAccessReview with both kinds of attributes is decided by the first.",
    reason: "Non-resource attributes have no namespace and are ignored.",
    breaks: "reviews.local-one-attribute",
    install: accepting(LOCAL, /nonResourceAttributes/),
  },
  "reviews/review-without-user-and-groups": {
    description: "A SubjectAccessReview without user and groups is decided for an empty user name.",
    reason: "Each of the two fields is optional, so neither is required.",
    breaks: "reviews.subject-required",
    install: accepting(/subjectaccessreviews$/, /^spec\.user$/),
  },
  "reviews/denied-without-allowed-field": {
    description: "A status with a negative decision has no `allowed` field.",
    reason: "False values are omitted.",
    breaks: "reviews.status-filled",
    install: changingStatus(
      ACCESS,
      ({ allowed, ...status }) => allowed ? { ...status, allowed } : status,
    ),
  },
  "reviews/empty-attributes-are-none": {
    description: "A SelfSubjectAccessReview with an empty `nonResourceAttributes` is accepted.",
    reason: "An empty object counts as absent.",
    breaks: "reviews.self-one-attribute",
    install: changingReviews(/^selfsubjectaccessreviews$/, ({ strategy }) => ({
      strategy: {
        ...strategy,
        validate(object) {
          const { nonResourceAttributes, ...spec } = asObject(object.spec) ?? {};
          const isEmpty = Object.keys(asObject(nonResourceAttributes) ?? {}).length === 0;
          return strategy.validate?.(isEmpty ? { ...object, spec } : object) ?? [];
        },
      },
    })),
  },
  "reviews/denied-beside-errors": {
    description: "A review that is allowed has `denied: true`, too, if a binding has an error.",
    reason: "An error is a reason to deny, and `allowed` was set before.",
    breaks: "reviews.never-allowed-and-denied",
    install: changingStatus(
      /accessreviews$/,
      (status) => status.allowed && status.evaluationError ? { ...status, denied: true } : status,
    ),
  },
  "reviews/allowed-and-denied": {
    description: "A status with `allowed: true` or a `reason` also has `denied: true`.",
    reason: "The reason was assumed to be that of a denial.",
    breaks: "reviews.never-allowed-and-denied",
    install: changingStatus(
      /^(local|self)subjectaccessreviews$/,
      (status) => status.reason || status.allowed ? { ...status, denied: true } : status,
    ),
  },
  "reviews/reason-is-null": {
    description: "A status without a reason has `reason: null`.",
    reason: "The field is set from an optional value.",
    breaks: "reviews.status-types",
    install: changingStatus(ACCESS, (status) => ({ reason: null, ...status })),
  },
  "reviews/status-alone": {
    description: "The response to a SelfSubjectAccessReview has no `spec`.",
    reason: "The client knows what it sent.",
    breaks: "reviews.spec-kept",
    install: changingReviews(SELF, ({ answer }) => ({
      async answer(object, place) {
        const { spec: _, ...answered } = await answer(object, place);
        return answered;
      },
    })),
  },
  "reviews/repeated-review-denied": {
    description: "A review that was allowed is not allowed when it is repeated.",
    reason: "In the system this was copied from, a decision is a ticket for one request.",
    breaks: [
      "reviews.deterministic",
      "reviews.superuser-allowed",
      "reviews.self-review-ignores-subject",
      "reviews.self-review-matches-request",
      "reviews.path-rules-correct",
    ],
    install(parts) {
      const given = new Set<string>();
      changingStatus(ACCESS, (status, object) => {
        const text = JSON.stringify(object.spec);
        const again = status.allowed === true && given.delete(text);
        if (status.allowed === true && !again) given.add(text);
        return again ? { ...status, allowed: false } : status;
      })(parts);
    },
  },
  "reviews/self-with-groups": {
    description: "A SelfSubjectAccessReview with `groups` in its spec is decided for these groups.",
    reason: "It shares a decoder with SubjectAccessReview, which has more fields.",
    breaks: "reviews.self-review-ignores-subject",
    install(parts) {
      const sent = new WeakMap<object, JsonObject>();
      parts.steps(({ decode }) => ({
        decode(write) {
          decode(write);
          const { document, decoded: { object }, type: { kind } } = write;
          const spec = asObject(asObject(document.value)?.spec);
          if (spec && kind === "SelfSubjectAccessReview") {
            sent.set(asObject(object.spec) ?? object, spec);
          }
        },
      }));
      changingReviews(SELF, ({ answer }) => ({
        answer(object, place) {
          const named = sent.get(asObject(object.spec) ?? object)?.groups;
          const groups = Array.isArray(named) ? named.map(String) : place.user.groups;
          return answer(object, { ...place, user: { ...place.user, groups } });
        },
      }))(parts);
    },
  },
  "reviews/self-needs-a-role": {
    description: "A user without any role may not create self reviews.",
    reason: "Self reviews are permitted by a default role that is not bound to all users.",
    breaks: "reviews.self-always-allowed",
    install: wrap("authorizer", "decide", async ({ decide, grantsOf }, attributes) => {
      const decision = await decide(attributes);
      const isOwn = attributes.verb === "create" && /^selfsubject/.test(attributes.resource);
      if (!isOwn) return decision;
      const { grants } = await grantsOf(attributes.user, "");
      const some = grants.some(({ source }) => !source.includes("system:"));
      return {
        ...decision,
        allowed: some || attributes.user.groups.includes("system:masters"),
      };
    }),
  },
  "reviews/self-patch-always-allowed": {
    description: "A SelfSubjectAccessReview for the verb `patch` is always allowed.",
    reason: "Interactive clients use it only to decide whether to show a button.",
    breaks: ["reviews.self-review-matches-request", "reviews.rules-complete"],
    install: changingStatus(SELF, (status, object) => {
      const attributes = asObject(asObject(object.spec)?.resourceAttributes);
      return attributes?.verb === "patch" ? { ...status, allowed: true } : status;
    }),
  },
  "reviews/local-without-superusers": {
    description: "A LocalSubjectAccessReview for a member of `system:masters` is not allowed.",
    reason: "The shortcut for this group is implemented in another handler only.",
    breaks: "reviews.superuser-allowed",
    install: changingStatus(LOCAL, (status, object) => {
      const groups = asObject(object.spec)?.groups;
      const isMaster = Array.isArray(groups) && groups.includes("system:masters");
      return isMaster ? { ...status, allowed: false } : status;
    }),
  },
  "reviews/list-always-allowed": {
    description: "A SubjectAccessReview for the verb `list` without groups is always allowed.",
    reason: "Unknown users are passed on to a webhook that allows everything.",
    breaks: "reviews.unbound-user-not-allowed",
    install: changingStatus(SUBJECT, (status, object) => {
      const spec = asObject(object.spec);
      const verb = asObject(spec?.resourceAttributes)?.verb;
      return verb === "list" && !spec?.groups ? { ...status, allowed: true } : status;
    }),
  },
  "reviews/local-answered-as-subject-review": {
    description: "The response to a LocalSubjectAccessReview has the kind `SubjectAccessReview`.",
    reason: "Both kinds share a handler, which sets the kind.",
    breaks: "reviews.same-kind-returned",
    install: changingReviews(LOCAL, ({ answer }) => ({
      answer: async (object, place) => ({
        ...await answer(object, place),
        kind: "SubjectAccessReview",
      }),
    })),
  },
  "reviews/lists-of-reviews": {
    description: "A GET of reviews is answered with an empty list instead of 405.",
    reason: "Reviews are not stored, so their list is empty.",
    breaks: "reviews.create-only",
    install: wrap("exchange", "refuse", ({ refuse }, error, request, dialect) => {
      const { pathname } = new URL(request.url);
      const isList = error instanceof ApiError && error.reason === "MethodNotAllowed" &&
        request.method === "GET" && pathname.endsWith("reviews");
      const list = { kind: "List", apiVersion: "v1", metadata: {}, items: [] };
      return isList ? Promise.resolve(Response.json(list)) : refuse(error, request, dialect);
    }),
  },
  "reviews/names-remembered": {
    description: "A review with the name of an earlier review is rejected.",
    reason: "Reviews pass the checks of a create, including a cache of names.",
    breaks: "reviews.names-not-unique",
    install(parts) {
      const names = new Set<string>();
      changingReviews(SUBJECT, ({ strategy, answer }) => ({
        strategy: {
          ...strategy,
          validate: (object) =>
            (strategy.validate?.(object) ?? []).filter(({ field }) => field !== "metadata"),
        },
        answer(object, place) {
          const { name } = object.metadata;
          if (name && names.has(name)) {
            throw new ApiError("AlreadyExists", `a review named "${name}" already exists`);
          }
          names.add(name);
          return answer(object, place);
        },
      }))(parts);
    },
  },
  "reviews/local-default-not-used": {
    description: "A LocalSubjectAccessReview without a namespace is decided for all namespaces.",
    reason: "The default is set in the response, after the decision.",
    breaks: "reviews.local-namespace-defaulted",
    install({ resource }) {
      const defaulted = new WeakSet<ApiObject>();
      resource(({ kind, strategy, answer }) =>
        kind !== "LocalSubjectAccessReview" ? {} : {
          strategy: {
            ...strategy,
            applyDefaults(review) {
              const { namespace } = asObject(asObject(review.spec)?.resourceAttributes) ?? {};
              if (!namespace) defaulted.add(review);
              strategy.applyDefaults?.(review);
            },
          },
          async answer(review, place) {
            if (!defaulted.has(review)) return await answer!(review, place);
            const everywhere = structuredClone(review);
            delete asObject(asObject(everywhere.spec)?.resourceAttributes)?.namespace;
            const { status = {} } = await answer!(everywhere, place);
            return { ...review, status };
          },
        }
      );
    },
  },
  "reviews/answer-without-extra": {
    description: "The response to a SubjectAccessReview has no `extra` in its `spec`.",
    reason: "The spec is copied field by field, and this one is rarely used.",
    breaks: "reviews.spec-kept",
    install: changingReviews(SUBJECT, ({ answer }) => ({
      async answer(object, place) {
        const answered = await answer(object, place);
        return { ...answered, spec: without(asObject(answered.spec) ?? {}, "extra") };
      },
    })),
  },
});
