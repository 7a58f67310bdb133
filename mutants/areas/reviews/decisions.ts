/**
 * Faults of access reviews: how they are asked and decided. `rules.ts` has those of lists of
 * rules.
 *
 * @module
 */
import { ApiError } from "../../../server/api_error.ts";
import type { JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { ofReviews, saying } from "./tools.ts";
import type { Seams } from "../../../server/parts.ts";
import { lenient } from "../../changes.ts";

const SUBJECT = /^subjectaccessreviews$/;
const LOCAL = /^localsubjectaccessreviews$/;
const SELF = /^selfsubjectaccessreviews$/;
const ACCESS = /accessreviews$/;

/** Accepts some reviews in spite of what is wrong with them. */
function accepting(seams: Seams, names: RegExp, fields: RegExp): void {
  ofReviews(seams, names, ({ strategy }) => ({
    strategy: { ...strategy, ...lenient(({ field }) => fields.test(field))(strategy) },
  }));
}

/** The faults. */
export const decisionMutants: readonly Mutant[] = [
  {
    id: "reviews/local-namespace-overruled",
    area: "reviews",
    description: "A local review of another namespace is answered for the one in the path.",
    reason: "The path is what was authorized, so that the body's namespace is overwritten by it.",
    breaks: ["reviews.local-namespace-equal"],
    install(seams) {
      ofReviews(seams, LOCAL, ({ strategy, answer }) => ({
        strategy: { ...strategy, ...lenient(({ field }) => field.endsWith("namespace"))(strategy) },
        answer(object, place) {
          const attributes = asObject(asObject(object.spec)?.resourceAttributes);
          if (attributes) attributes.namespace = place.namespace;
          return answer(object, place);
        },
      }));
    },
  },
  {
    id: "reviews/local-namespace-required",
    area: "reviews",
    description: "A local review that names no namespace is refused.",
    reason: "Equal was written, and the default was thought to be the client's business.",
    breaks: ["reviews.local-namespace-defaulted"],
    install(seams) {
      ofReviews(seams, LOCAL, ({ strategy: { applyDefaults: _, ...strategy } }) => ({ strategy }));
    },
  },
  {
    id: "reviews/local-of-all-namespaces",
    area: "reviews",
    description: "A local review that names no namespace is about all of them.",
    reason: "In the other reviews an empty namespace means all.",
    breaks: ["reviews.local-namespace-defaulted", "access.local-review-agrees"],
    install(seams) {
      ofReviews(seams, LOCAL, ({ strategy, answer }) => {
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
      });
    },
  },
  {
    id: "reviews/self-of-both",
    area: "reviews",
    description: "A self review of both kinds of attributes is answered for the first.",
    reason: "Whether there is one was asked, and not whether there is just one.",
    breaks: ["reviews.self-one-attribute"],
    install: (seams) => accepting(seams, SELF, /nonResourceAttributes/),
  },
  {
    id: "reviews/subject-of-neither",
    area: "reviews",
    description: "A subject review of no attributes is answered: not allowed.",
    reason: "What asks for nothing is allowed nothing.",
    breaks: ["reviews.subject-one-attribute"],
    install: (seams) => accepting(seams, SUBJECT, /^spec\.resourceAttributes$/),
  },
  {
    id: "reviews/local-of-both",
    area: "reviews",
    description: "A local review of both kinds of attributes is answered for the first.",
    reason: "Paths are in no namespace, so that they are left out there.",
    breaks: ["reviews.local-one-attribute"],
    install: (seams) => accepting(seams, LOCAL, /nonResourceAttributes/),
  },
  {
    id: "reviews/nobody-reviewed",
    area: "reviews",
    description: "A subject review of nobody is answered for somebody without a name.",
    reason: "The user may be left out where there are groups, and so may the groups.",
    breaks: ["reviews.subject-needed"],
    install: (seams) => accepting(seams, /subjectaccessreviews$/, /^spec\.user$/),
  },
  {
    id: "reviews/refused-is-silent",
    area: "reviews",
    description: "A decision that is no lacks the field that says so.",
    reason: "False is left out, as other fields that say nothing are.",
    breaks: ["reviews.status-filled"],
    install(seams) {
      saying(seams, ACCESS, ({ allowed, ...status }) => allowed ? { ...status, allowed } : status);
    },
  },
  {
    id: "reviews/denied-is-not-allowed",
    area: "reviews",
    description: "A local review says denied as well as allowed where a reason is given.",
    reason: "The reason was taken for one of a refusal.",
    breaks: ["reviews.never-allowed-and-denied"],
    install(seams) {
      saying(
        seams,
        /^(local|self)subjectaccessreviews$/,
        (status) => status.reason || status.allowed ? { ...status, denied: true } : status,
      );
    },
  },
  {
    id: "reviews/reason-is-null",
    area: "reviews",
    description: "A decision without a reason has the reason null.",
    reason: "The field is filled from a value that may be missing.",
    breaks: ["reviews.status-types"],
    install(seams) {
      saying(seams, ACCESS, (status) => ({ reason: null, ...status }));
    },
  },
  {
    id: "reviews/status-alone",
    area: "reviews",
    description: "A self review is answered without the spec it was asked with.",
    reason: "Who asked knows what they asked.",
    breaks: ["reviews.spec-kept"],
    install(seams) {
      ofReviews(seams, SELF, ({ answer }) => ({
        async answer(object, place) {
          const { spec: _, ...answered } = await answer(object, place);
          return answered;
        },
      }));
    },
  },
  {
    id: "reviews/decided-in-turns",
    area: "reviews",
    description: "A review asked again after it was allowed is not: the answer was used up.",
    reason: "Decisions are tickets for one request each, in the system this was taken from.",
    breaks: [
      "reviews.deterministic",
      "reviews.superuser-allowed",
      "reviews.self-believes-no-subject",
      "reviews.self-agrees-with-attempt",
      "reviews.path-rules-can-be-trusted",
    ],
    install(seams) {
      const given = new Set<string>();
      saying(seams, ACCESS, (status, object) => {
        const text = JSON.stringify(object.spec);
        const again = status.allowed === true && given.delete(text);
        if (status.allowed === true && !again) given.add(text);
        return again ? { ...status, allowed: false } : status;
      });
    },
  },
  {
    id: "reviews/named-user-believed",
    area: "reviews",
    description: "A self review that names groups is decided for a member of those.",
    reason: "The two reviews share their reader, and one has more fields.",
    breaks: ["reviews.self-believes-no-subject"],
    install({ steps, ...seams }) {
      const sent = new WeakMap<object, JsonObject>();
      steps(({ decode }) => ({
        decode(document, schema) {
          const decoded = decode(document, schema);
          const spec = asObject(asObject(document.value)?.spec);
          if (spec && decoded.object.kind === "SelfSubjectAccessReview") {
            sent.set(asObject(decoded.object.spec) ?? decoded.object, spec);
          }
          return decoded;
        },
      }));
      ofReviews({ steps, ...seams }, SELF, ({ answer }) => ({
        answer(object, place) {
          const named = sent.get(asObject(object.spec) ?? object)?.groups;
          const groups = Array.isArray(named) ? named.map(String) : place.user.groups;
          return answer(object, { ...place, user: { ...place.user, groups } });
        },
      }));
    },
  },
  {
    id: "reviews/self-needs-a-role",
    area: "reviews",
    description: "Whoever has no role at all may not ask for their own access.",
    reason: "Self reviews were opened by a role for everybody, which nobody bound.",
    breaks: ["reviews.self-always-allowed"],
    install({ authorizer }) {
      authorizer(({ decide, grantsOf }) => ({
        async decide(attributes) {
          const decision = await decide(attributes);
          const isOwn = attributes.verb === "create" && /^selfsubject/.test(attributes.resource);
          if (!isOwn) return decision;
          const { grants } = await grantsOf(attributes.user, "");
          const some = grants.some(({ source }) => !source.includes("system:"));
          return {
            ...decision,
            allowed: some || attributes.user.groups.includes("system:masters"),
          };
        },
      }));
    },
  },
  {
    id: "reviews/patches-reviewed-as-updates",
    area: "reviews",
    description: "A self review of patch tells whether an update is allowed, and allows every one.",
    reason: "Interactive clients ask before they show a button, and should show it.",
    breaks: ["reviews.self-agrees-with-attempt", "reviews.rules-complete"],
    install(seams) {
      saying(seams, SELF, (status, object) => {
        const attributes = asObject(asObject(object.spec)?.resourceAttributes);
        return attributes?.verb === "patch" ? { ...status, allowed: true } : status;
      });
    },
  },
  {
    id: "reviews/masters-of-the-cluster-only",
    area: "reviews",
    description: "Members of system:masters are allowed nothing by local reviews.",
    reason: "The shortcut for them stands in front of the other handler only.",
    breaks: ["reviews.superuser-allowed"],
    install(seams) {
      saying(seams, LOCAL, (status, object) => {
        const groups = asObject(object.spec)?.groups;
        const isMaster = Array.isArray(groups) && groups.includes("system:masters");
        return isMaster ? { ...status, allowed: false } : status;
      });
    },
  },
  {
    id: "reviews/nobody-may-list",
    area: "reviews",
    description: "Users nobody has heard of may list, says a review.",
    reason: "A user who is not found was left to the webhook behind, which was open.",
    breaks: ["reviews.nobody-not-allowed"],
    install(seams) {
      saying(seams, SUBJECT, (status, object) => {
        const spec = asObject(object.spec);
        const verb = asObject(spec?.resourceAttributes)?.verb;
        return verb === "list" && !spec?.groups ? { ...status, allowed: true } : status;
      });
    },
  },
  {
    id: "reviews/answered-as-access-review",
    area: "reviews",
    description: "A local review is answered as a SubjectAccessReview.",
    reason: "The two share their handler, and the kind is written in it.",
    breaks: ["reviews.answered-in-kind"],
    install(seams) {
      ofReviews(seams, LOCAL, ({ answer }) => ({
        answer: async (object, place) => ({
          ...await answer(object, place),
          kind: "SubjectAccessReview",
        }),
      }));
    },
  },
  {
    id: "reviews/lists-of-reviews",
    area: "reviews",
    description: "A list of reviews is answered, and is empty.",
    reason: "There are none that are kept, so that the list of them is empty.",
    breaks: ["reviews.create-only"],
    install({ exchange }) {
      exchange(({ refuse }) => ({
        refuse(error, request, dialect) {
          const { pathname } = new URL(request.url);
          const isList = error instanceof ApiError && error.reason === "MethodNotAllowed" &&
            request.method === "GET" && pathname.endsWith("reviews");
          const list = { kind: "List", apiVersion: "v1", metadata: {}, items: [] };
          return isList ? Promise.resolve(Response.json(list)) : refuse(error, request, dialect);
        },
      }));
    },
  },
  {
    id: "reviews/names-remembered",
    area: "reviews",
    description: "A name that a review had cannot be had again.",
    reason: "Reviews went through the checks of creations, with a cache of names to be fast.",
    breaks: ["reviews.names-not-unique"],
    install(seams) {
      const names = new Set<string>();
      ofReviews(seams, SUBJECT, ({ strategy, answer }) => ({
        strategy: {
          ...strategy,
          validate: (object) =>
            (strategy.validate?.(object) ?? []).filter(({ field }) => field !== "metadata"),
        },
        answer(object, place) {
          const { name } = object.metadata;
          if (name && names.has(name)) {
            throw new ApiError("AlreadyExists", `A review of the name "${name}" was there`);
          }
          names.add(name);
          return answer(object, place);
        },
      }));
    },
  },
];
