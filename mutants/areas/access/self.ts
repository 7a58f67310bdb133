/**
 * Mutants of SelfSubjectReviews and SelfSubjectAccessReviews.
 *
 * @module
 */
import { AUTHENTICATED } from "../../../server/access/authorization.ts";
import type { User } from "../../../server/context.ts";
import type { JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { ofReviews } from "../reviews/tools.ts";
import type { PartChanges } from "../../../server/parts.ts";

const IDENTITY = /^selfsubjectreviews$/;
const OWN_ACCESS = /^selfsubjectaccessreviews$/;

/** SelfSubjectReview is an alpha API. */
const serves = ["authentication/v1alpha1"];

/** Answers some reviews for a changed user. */
function tellingOf(parts: PartChanges, names: RegExp, change: (user: User) => Partial<User>): void {
  ofReviews(parts, names, ({ answer }) => ({
    answer: (object, place) =>
      answer(object, { ...place, user: { ...place.user, ...change(place.user) } }),
  }));
}

const isAskedFor = (group: string) => group !== AUTHENTICATED;

export const selfMutants: readonly Mutant[] = [
  {
    id: "access/own-name-as-it-was-known",
    area: "access",
    description: "A SelfSubjectReview shows the user name with the prefix `token:`.",
    reason: "Names are stored with the authentication method, and the stored form is returned.",
    breaks: ["access.own-identity"],
    serves,
    install(parts) {
      const byToken = new WeakSet<User>();
      parts.exchange(({ authenticate }) => ({
        authenticate(request) {
          const user = authenticate(request);
          byToken.add(user);
          return user;
        },
      }));
      ofReviews(parts, IDENTITY, ({ answer }) => ({
        answer: (object, place) => {
          const { user } = place;
          const name = byToken.has(user) ? `token:${user.name}` : user.name;
          return answer(object, { ...place, user: { ...user, name } });
        },
      }));
    },
  },
  {
    id: "access/identities-kept-by-groups",
    area: "access",
    description: "A SelfSubjectReview shows the name of the first user seen with the same groups.",
    reason: "Identities are cached by their groups, since permissions usually come from those.",
    breaks: ["access.own-identity", "access.impersonated-user"],
    serves,
    install(parts) {
      const names = new Map<string, string>();
      tellingOf(parts, IDENTITY, ({ name, groups }) => {
        const key = groups.toSorted().join();
        if (!names.has(key)) names.set(key, name);
        return { name: names.get(key)! };
      });
    },
  },
  {
    id: "access/groups-told-of-the-caller",
    area: "access",
    description:
      "A SelfSubjectReview of an identity without groups lists its user name as a group.",
    reason: "An identity without groups was considered incomplete and is filled in.",
    breaks: ["access.impersonated-groups"],
    serves,
    install(parts) {
      tellingOf(
        parts,
        IDENTITY,
        ({ name, groups }) => groups.some(isAskedFor) ? {} : { groups: [...groups, name] },
      );
    },
  },
  {
    id: "access/uid-told-of-members-only",
    area: "access",
    description:
      "A SelfSubjectReview omits the uid of a user who has neither groups nor extra attributes.",
    reason: "Such an identity is treated as a plain name.",
    breaks: ["access.impersonated-uid"],
    serves,
    install(parts) {
      tellingOf(parts, IDENTITY, ({ uid, groups, extra }) => {
        const isMere = !groups.some(isAskedFor) && Object.keys(extra).length === 0;
        return { uid: isMere ? "" : uid };
      });
    },
  },
  {
    id: "access/first-of-extras-told",
    area: "access",
    description: "A SelfSubjectReview lists only the first value of an extra attribute.",
    reason: "Each header is read as a single value.",
    breaks: ["access.impersonated-extra"],
    serves,
    install(parts) {
      tellingOf(parts, IDENTITY, ({ extra }) => ({
        extra: Object.fromEntries(
          Object.entries(extra).map(([key, values]) => [key, values.slice(0, 1)]),
        ),
      }));
    },
  },
  {
    id: "access/extras-told-by-encoded-keys",
    area: "access",
    description:
      "A SelfSubjectReview shows the key of an extra attribute percent-encoded, as in the header.",
    reason: "Header names were assumed to need no decoding.",
    breaks: ["access.impersonated-extra"],
    serves,
    install(parts) {
      tellingOf(parts, IDENTITY, ({ extra }) => ({
        extra: Object.fromEntries(
          Object.entries(extra).map(([key, values]) => [key.replaceAll("/", "%2f"), values]),
        ),
      }));
    },
  },
  {
    id: "access/self-review-of-the-name",
    area: "access",
    description: "A SelfSubjectAccessReview ignores permissions that the user has through groups.",
    reason: "The identity is passed on as a user name without groups.",
    breaks: ["access.self-review-agrees"],
    install(parts) {
      tellingOf(parts, OWN_ACCESS, ({ groups }) => ({
        groups: groups.filter((group) => !isAskedFor(group)),
      }));
    },
  },
  {
    id: "access/self-review-of-the-resource",
    area: "access",
    description: "A SelfSubjectAccessReview for a subresource is decided for the resource.",
    reason: "The subresource is parsed from the request path, and a review has none.",
    breaks: ["access.self-review-agrees"],
    install(parts) {
      ofReviews(parts, OWN_ACCESS, ({ answer }) => ({
        answer(object, place) {
          const spec = asObject(object.spec);
          const { subresource: _, ...attributes } = asObject(spec?.resourceAttributes) ?? {};
          if (spec?.resourceAttributes === undefined) return answer(object, place);
          const asked: JsonObject = { ...spec, resourceAttributes: attributes };
          return answer({ ...object, spec: asked }, place);
        },
      }));
    },
  },
];
