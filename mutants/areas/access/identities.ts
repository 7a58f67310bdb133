/**
 * Faults of who asks: acting as others, what nobody was given, and what may be given away.
 *
 * @module
 */
import type { impersonate } from "../../../server/access/impersonation.ts";
import { AUTHENTICATED } from "../../../server/access/rbac.ts";
import type { User } from "../../../server/context.ts";
import type { WriteAttributes } from "../../../server/registry/registry.ts";
import { decidingAbout } from "./tools.ts";
import type { Mutant } from "../../mutant.ts";
import type { Seams } from "../../../server/parts.ts";

/** Changes who a request acts as; `caller` is who sent it. */
function actingAs(
  { exchange }: Seams,
  change: (user: User, caller: User, headers: Headers) => Partial<User>,
): void {
  exchange(({ impersonate }) => ({
    async impersonate(headers, caller, authorizer, suffix) {
      const user = await impersonate(headers, caller, authorizer, suffix);
      return user === caller ? user : { ...user, ...change(user, caller, headers) };
    },
  }));
}

/** Takes some headers for absent when it is asked whether they are allowed. */
function notDemanding(
  { exchange }: Seams,
  kind: RegExp,
): void {
  exchange(({ impersonate }) => ({
    impersonate: ((headers, caller, authorizer, suffix) =>
      impersonate(headers, caller, {
        ...authorizer,
        decide: (attributes) =>
          attributes.verb === "impersonate" && kind.test(attributes.resource)
            ? Promise.resolve({ allowed: true, reason: "", errors: [] })
            : authorizer.decide(attributes),
      }, suffix)) as typeof impersonate,
  }));
}

/** Lets some writes of roles and bindings pass that give more than their writer has. */
function letting({ admission }: Seams, passes: (write: WriteAttributes) => boolean): void {
  admission(({ admit }) => ({
    async admit(write) {
      const { user: _, ...unnamed } = write;
      await admit(passes(write) ? unnamed : write);
    },
  }));
}

/** The faults. */
export const identityMutants: readonly Mutant[] = [
  {
    id: "access/nobody-may-read",
    area: "access",
    description: "Whoever is known may read what is in no namespace.",
    reason: "What is shared by all was thought to be no secret.",
    breaks: ["access.nothing-by-default"],
    install({ authorizer }) {
      authorizer(({ decide }) => ({
        async decide(attributes) {
          const decision = await decide(attributes);
          const { verb, isResource, resource, user } = attributes;
          const isShared = isResource && verb === "get" && resource === "clusterroles";
          return isShared && user.groups.includes(AUTHENTICATED)
            ? { ...decision, allowed: true }
            : decision;
        },
      }));
    },
  },
  {
    id: "access/bindings-for-acted-only",
    area: "access",
    description: "A binding that is new counts for somebody when the server next starts.",
    reason: "What a token permits is worked out when the token is first seen.",
    breaks: ["access.binding-counts-for-identity", "access.removed-binding-counts"],
    install({ authorizer }) {
      authorizer(({ decide }) => {
        const known = new WeakMap<User, Map<string, ReturnType<typeof decide>>>();
        return {
          decide(attributes) {
            const { user, ...rest } = attributes;
            const decisions = known.get(user) ?? new Map();
            known.set(user, decisions);
            const key = JSON.stringify(rest);
            if (!decisions.has(key)) decisions.set(key, decide(attributes));
            return decisions.get(key)!;
          },
        };
      });
    },
  },
  {
    id: "access/acts-with-own-groups",
    area: "access",
    description: "Who acts as another keeps their own groups.",
    reason: "The user of the request was copied, and its name replaced.",
    breaks: ["access.acts-as-another", "access.impersonated-groups"],
    install(seams) {
      actingAs(seams, (user, caller) => ({ groups: [...caller.groups, ...user.groups] }));
    },
  },
  {
    id: "access/group-without-user",
    area: "access",
    description: "A request to act as a group without a user acts as oneself.",
    reason: "Without a user there is nobody to act as, so the headers were skipped.",
    breaks: ["access.impersonation-needs-user"],
    install({ exchange }) {
      exchange(({ impersonate }) => ({
        impersonate: (headers, caller, authorizer, suffix) =>
          headers.has("impersonate-user")
            ? impersonate(headers, caller, authorizer, suffix)
            : Promise.resolve(caller),
      }));
    },
  },
  {
    id: "access/acted-as-is-not-authenticated",
    area: "access",
    description: "Who is acted as is in no group that everybody known is in.",
    reason: "The group is added where a token is read.",
    breaks: ["access.authenticated-group", "access.impersonation-granted"],
    install(seams) {
      actingAs(seams, ({ groups }) => ({ groups: groups.filter((one) => one !== AUTHENTICATED) }));
    },
  },
  {
    id: "access/accounts-of-all-namespaces",
    area: "access",
    description: "A service account that is acted as is not in the group of its namespace.",
    reason: "There are two groups for accounts, and one was taken for the other.",
    breaks: ["access.account-groups"],
    install(seams) {
      actingAs(seams, ({ groups }) => ({
        groups: groups.filter((one) => !one.startsWith("system:serviceaccounts:")),
      }));
    },
  },
  {
    id: "access/groups-not-demanded",
    area: "access",
    description: "Whoever may act as a user may do so in any group.",
    reason: "Groups were taken for what the user has.",
    breaks: ["access.impersonation-of-group-needs-permission"],
    install: (seams) => notDemanding(seams, /^groups$/),
  },
  {
    id: "access/extra-not-demanded",
    area: "access",
    description: "Whoever may act as a user may do so with any extra attributes.",
    reason: "Extra attributes count for nothing here.",
    breaks: ["access.impersonation-of-extra-needs-permission"],
    install: (seams) => notDemanding(seams, /^userextras$/),
  },
  {
    id: "access/uid-not-demanded",
    area: "access",
    description: "Whoever may act as a user may do so under any uid.",
    reason: "The header came later than the others.",
    breaks: ["access.impersonation-of-uid-needs-permission"],
    install: (seams) => notDemanding(seams, /^uids$/),
  },
  {
    id: "access/accounts-are-not-users",
    area: "access",
    description: "Acting as a service account takes no permission.",
    reason: "Users are looked for under `users`, and an account is none.",
    breaks: ["access.impersonation-of-user-needs-permission"],
    install: (seams) => notDemanding(seams, /^serviceaccounts$/),
  },
  {
    id: "access/any-of-the-names",
    area: "access",
    description: "Who may act as somebody by name may act as anybody.",
    reason: "The name is a header's value, and the decision was made before it was read.",
    breaks: ["access.impersonation-of-user-needs-permission"],
    install({ exchange }) {
      exchange(({ impersonate }) => ({
        impersonate: (headers, caller, authorizer, suffix) =>
          impersonate(headers, caller, {
            ...authorizer,
            async decide(attributes) {
              const decision = await authorizer.decide(attributes);
              if (decision.allowed || attributes.resource !== "users") return decision;
              const { grants } = await authorizer.grantsOf(caller, "");
              const allowed = grants.some(({ rules }) =>
                rules.some(({ verbs, resources = [] }) =>
                  verbs.includes("impersonate") && resources.includes("users")
                )
              );
              return { ...decision, allowed };
            },
          }, suffix),
      }));
    },
  },
  {
    id: "access/reviews-for-everybody",
    area: "access",
    description: "Whoever is known may ask for the access of others.",
    reason: "Self reviews are open to all, and reviews are one group.",
    breaks: ["access.review-of-others-needs-permission"],
    install({ authorizer }) {
      authorizer(({ decide }) => ({
        async decide(attributes) {
          const decision = await decide(attributes);
          const { verb, resource } = attributes;
          return verb === "create" && /^(local)?subjectaccessreviews$/.test(resource)
            ? { ...decision, allowed: true }
            : decision;
        },
      }));
    },
  },
  {
    id: "access/roles-updated-beyond",
    area: "access",
    description: "A role can be changed to permit more than its writer holds.",
    reason: "The bounds are held where roles are made.",
    breaks: ["access.no-escalation"],
    install(seams) {
      letting(
        seams,
        ({ verb, definition }) =>
          verb === "update" && /^(cluster)?roles$/.test(definition.resource),
      );
    },
  },
  {
    id: "access/bindings-unbounded",
    area: "access",
    description: "A RoleBinding can give what its writer does not hold.",
    reason: "The bounds were thought to be those of roles.",
    breaks: ["access.no-escalation-by-binding"],
    install(seams) {
      letting(seams, ({ definition }) => definition.resource === "rolebindings");
    },
  },
  {
    id: "access/escalate-of-nothing",
    area: "access",
    description: "The verb escalate does not lift the bounds of roles in a namespace.",
    reason: "The permission was asked for across the cluster.",
    breaks: ["access.escalate-lifts-bounds"],
    install(seams) {
      decidingAbout(seams, ({ verb }) => verb === "escalate" ? { namespace: "" } : {});
    },
  },
  {
    id: "access/bind-all-names",
    area: "access",
    description: "The verb bind counts only where it is for all roles.",
    reason: "The permission was asked for without the role's name.",
    breaks: ["access.bind-lifts-bounds"],
    install(seams) {
      decidingAbout(seams, ({ verb }) => verb === "bind" ? { name: "" } : {});
    },
  },
];
