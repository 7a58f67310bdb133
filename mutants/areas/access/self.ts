/**
 * Faults of what the server tells its callers of themselves: who they are, and what they may do.
 *
 * @module
 */
import { AUTHENTICATED } from "../../../server/access/rbac.ts";
import type { User } from "../../../server/context.ts";
import type { JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { ofReviews } from "../reviews/tools.ts";
import type { Seams } from "../../../server/parts.ts";

const IDENTITY = /^selfsubjectreviews$/;
const OWN_ACCESS = /^selfsubjectaccessreviews$/;

/** The review of one's identity is an alpha. */
const serves = ["authentication/v1alpha1"];

/** Tells callers of somebody else. */
function tellingOf(seams: Seams, names: RegExp, change: (user: User) => Partial<User>): void {
  ofReviews(seams, names, ({ answer }) => ({
    answer: (object, place) =>
      answer(object, { ...place, user: { ...place.user, ...change(place.user) } }),
  }));
}

const isAskedFor = (group: string) => group !== AUTHENTICATED;

/** The faults. */
export const selfMutants: readonly Mutant[] = [
  {
    id: "access/own-name-as-it-was-known",
    area: "access",
    description: "Who is known by a token is told a name that says so.",
    reason: "Names are kept apart by how they were found, and the answer takes what is kept.",
    breaks: ["access.own-identity"],
    serves,
    install(seams) {
      const byToken = new WeakSet<User>();
      seams.exchange(({ authenticate }) => ({
        authenticate(request) {
          const user = authenticate(request);
          byToken.add(user);
          return user;
        },
      }));
      ofReviews(seams, IDENTITY, ({ answer }) => ({
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
    description: "Of those who are in the same groups all are told the name of the first.",
    reason: "Permissions come by groups mostly, so that these are what identities are kept by.",
    breaks: ["access.own-identity", "access.impersonated-user"],
    serves,
    install(seams) {
      const names = new Map<string, string>();
      tellingOf(seams, IDENTITY, ({ name, groups }) => {
        const key = groups.toSorted().join();
        if (!names.has(key)) names.set(key, name);
        return { name: names.get(key)! };
      });
    },
  },
  {
    id: "access/groups-told-of-the-caller",
    area: "access",
    description: "Who acts as somebody without naming groups is told a group of theirs.",
    reason: "Without groups the identity was thought to be incomplete, and was filled in.",
    breaks: ["access.impersonated-groups"],
    serves,
    install(seams) {
      tellingOf(
        seams,
        IDENTITY,
        ({ name, groups }) => groups.some(isAskedFor) ? {} : { groups: [...groups, name] },
      );
    },
  },
  {
    id: "access/uid-told-of-members-only",
    area: "access",
    description: "Who acts as somebody in no group is not told their uid.",
    reason: "What has neither groups nor extras was taken for a mere name.",
    breaks: ["access.impersonated-uid"],
    serves,
    install(seams) {
      tellingOf(seams, IDENTITY, ({ uid, groups, extra }) => {
        const isMere = !groups.some(isAskedFor) && Object.keys(extra).length === 0;
        return { uid: isMere ? "" : uid };
      });
    },
  },
  {
    id: "access/first-of-extras-told",
    area: "access",
    description: "Of an extra with several values the first is told.",
    reason: "A header is read as one value.",
    breaks: ["access.impersonated-extra"],
    serves,
    install(seams) {
      tellingOf(seams, IDENTITY, ({ extra }) => ({
        extra: Object.fromEntries(
          Object.entries(extra).map(([key, values]) => [key, values.slice(0, 1)]),
        ),
      }));
    },
  },
  {
    id: "access/extras-told-by-encoded-keys",
    area: "access",
    description: "The key of an extra is told as the header spells it.",
    reason: "The name of a header was thought to need no decoding.",
    breaks: ["access.impersonated-extra"],
    serves,
    install(seams) {
      tellingOf(seams, IDENTITY, ({ extra }) => ({
        extra: Object.fromEntries(
          Object.entries(extra).map(([key, values]) => [key.replaceAll("/", "%2f"), values]),
        ),
      }));
    },
  },
  {
    id: "access/self-review-of-the-name",
    area: "access",
    description: "Who asks what they may do is told what they may without their groups.",
    reason: "A review of somebody else takes a user or groups, and here the user was taken.",
    breaks: ["access.self-review-agrees"],
    install(seams) {
      tellingOf(seams, OWN_ACCESS, ({ groups }) => ({
        groups: groups.filter((group) => !isAskedFor(group)),
      }));
    },
  },
  {
    id: "access/self-review-of-the-resource",
    area: "access",
    description: "Who asks what they may do with a subresource is told of the resource.",
    reason: "The subresource was split off the path, and reviews have no path.",
    breaks: ["access.self-review-agrees"],
    install(seams) {
      ofReviews(seams, OWN_ACCESS, ({ answer }) => ({
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
