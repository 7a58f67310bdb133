/**
 * Mutants of single verbs and resource types: names of rules, groups of impersonated and of reviewed
 * users.
 *
 * @module
 */
import { changingRules } from "./helpers.ts";
import { changingReviews } from "../reviews/helpers.ts";
import { bugs } from "../../mutant.ts";
import type { User } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { wrap } from "../../vocabulary/wrap.ts";

export const detailMutants = bugs({
  "access/names-not-checked-by-delete-of-roles": {
    description: "A rule with `resourceNames` permits deleting Roles of every name.",
    reason: "The check of names was forgotten where deletion is authorized.",
    breaks: "access.only-names-listed",
    install: changingRules(
      (_, { verb, resource }) =>
        verb === "delete" && resource === "roles" ? { resourceNames: [] } : {},
    ),
  },
  "access/names-of-status-matched-by-prefix": {
    description: "A rule with `resourceNames` permits updating the status of longer names too.",
    reason: "The names of rules are compared by their beginning.",
    breaks: "access.only-names-listed",
    install: changingRules(
      ({ resourceNames = [] }, { verb, subresource, name }) =>
        verb === "update" && subresource === "status" &&
          resourceNames.some((one) => name.startsWith(one))
          ? { resourceNames: [] }
          : {},
    ),
  },
  "access/last-impersonated-group-lost": {
    description: "Reviews of the own access ignore the last of three impersonated groups.",
    reason: "An index that starts at one is used as an offset.",
    breaks: "access.all-impersonated-groups",
    install: changingReviews(/^selfsubjectaccessreviews$/, ({ answer }) => ({
      answer: (object, place) => answer(object, { ...place, user: withoutThird(place.user) }),
    })),
  },
  "access/impersonation-ignored": {
    description: "The header `Impersonate-User` has no effect.",
    reason: "Impersonation is not implemented, and unknown headers are ignored.",
    breaks: "access.impersonation-has-an-effect",
    install: wrap("exchange", "impersonate", (_, _headers, caller) => Promise.resolve(caller)),
  },
  "access/reviewed-user-gets-known-groups": {
    description: "A SubjectAccessReview of a user with a token is decided with the user's groups.",
    reason: "The user is looked up among the credentials, to complete what the review lacks.",
    breaks: "access.review-without-groups",
    install(parts) {
      const known = new Map<string, User>();
      parts.exchange(({ authenticate }) => ({
        authenticate(request) {
          const user = authenticate(request);
          known.set(user.name, user);
          return user;
        },
      }));
      changingReviews(/^subjectaccessreviews$/, ({ answer }) => ({
        async answer(object, place) {
          const spec = asObject(object.spec) ?? {};
          const groups = known.get(String(spec.user))?.groups;
          if (groups === undefined) return await answer(object, place);
          const changed = { ...object, spec: { ...spec, groups: [...groups] } };
          return { ...await answer(changed, place), spec };
        },
      }))(parts);
    },
  },
  "access/self-review-of-the-impersonator": {
    description: "A SelfSubjectAccessReview is answered for the user who impersonates another.",
    reason: "The own user is taken to be that of the credentials.",
    breaks: ["access.self-review-agrees", "access.impersonation-replaces-permissions"],
    install(parts) {
      const callers = new WeakMap<User, User>();
      parts.exchange(({ impersonate }) => ({
        async impersonate(headers, caller, authorizer, suffix) {
          const user = await impersonate(headers, caller, authorizer, suffix);
          if (user !== caller) callers.set(user, caller);
          return user;
        },
      }));
      changingReviews(/^selfsubjectaccessreviews$/, ({ answer }) => ({
        answer: (object, place) =>
          answer(object, { ...place, user: callers.get(place.user) ?? place.user }),
      }))(parts);
    },
  },
});

/** Returns a user without the third of the groups that are not groups of the system. */
function withoutThird(user: User): User {
  const third = user.groups.filter((group) => !group.startsWith("system:"))[2];
  return { ...user, groups: user.groups.filter((group) => group !== third) };
}
