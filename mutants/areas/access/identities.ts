/**
 * Mutants of impersonation, default permissions and escalation checks.
 *
 * @module
 */
import { changingAttributes } from "./helpers.ts";
import { bugs } from "../../mutant.ts";
import { AUTHENTICATED, type impersonate } from "@plumbline/server/access";
import type { User } from "@plumbline/server/api";
import type { WriteAttributes } from "@plumbline/server/parts";
import type { Install } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Changes the impersonated user of a request; `caller` is the authenticated one. */
function actingAs(change: (user: User, caller: User, headers: Headers) => Partial<User>): Install {
  return wrap(
    "exchange",
    "impersonate",
    async ({ impersonate }, headers, caller, authorizer, suffix) => {
      const user = await impersonate(headers, caller, authorizer, suffix);
      return user === caller ? user : { ...user, ...change(user, caller, headers) };
    },
  );
}

/** Skips the permission checks of some impersonation headers. */
function skippingPermission(kind: RegExp): Install {
  return ({ exchange }) =>
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

/** Skips the escalation check for some writes of roles and bindings. */
function skippingEscalationCheck(passes: (write: WriteAttributes) => boolean): Install {
  return wrap("admission", "admit", async ({ admit }, write) => {
    const { user: _, ...unnamed } = write;
    await admit(passes(write) ? unnamed : write);
  });
}

export const identityMutants = bugs({
  "access/impersonated-groups-of-the-request-before": {
    description: "An impersonated user has the groups that a request before gave to this name.",
    reason: "Users are cached by name, and the cache is refreshed after each request.",
    breaks: "access.impersonated-groups",
    install(parts) {
      const known = new Map<string, readonly string[]>();
      actingAs(({ name, groups }) => {
        const before = known.get(name);
        known.set(name, groups);
        return before ? { groups: before } : {};
      })(parts);
    },
  },
  "access/user-star-is-everybody": {
    description: "A binding of the User `*` grants to every user.",
    reason: "The star means all in every list of a rule, and so it was taken in subjects.",
    breaks: "access.only-those-bound",
    install: wrap("authorizer", "decide", async ({ decide }, attributes) => {
      const decision = await decide(attributes);
      if (decision.allowed) return decision;
      const user = { ...attributes.user, name: "*", groups: [] };
      const ofAll = await decide({ ...attributes, user });
      return ofAll.allowed ? ofAll : decision;
    }),
  },
  "access/cluster-roles-readable-by-all": {
    description: "Every authenticated user may get ClusterRoles.",
    reason: "Cluster-scoped roles were considered public.",
    breaks: "access.nothing-by-default",
    install: wrap("authorizer", "decide", async ({ decide }, attributes) => {
      const decision = await decide(attributes);
      const { verb, isResource, resource, user } = attributes;
      const isShared = isResource && verb === "get" && resource === "clusterroles";
      return isShared && user.groups.includes(AUTHENTICATED)
        ? { ...decision, allowed: true }
        : decision;
    }),
  },
  "access/decisions-cached-per-token": {
    description:
      "Decisions are cached per token, so a new binding does not count for requests decided " +
      "before.",
    reason: "The permissions of a token are computed once, when it is first used.",
    breaks: ["access.binding-applies-to-identity", "access.removed-binding-revokes"],
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
  "access/acts-with-own-groups": {
    description: "An impersonated user also has the groups of the caller.",
    reason: "The user of the request is copied, and only the name is replaced.",
    breaks: ["access.impersonation-replaces-permissions", "access.impersonated-groups"],
    install: actingAs((user, caller) => ({ groups: [...caller.groups, ...user.groups] })),
  },
  "access/group-without-user": {
    description: "`Impersonate-Group` without `Impersonate-User` is ignored instead of rejected.",
    reason: "The headers are read only if `Impersonate-User` is present.",
    breaks: "access.impersonation-needs-user",
    install: wrap(
      "exchange",
      "impersonate",
      ({ impersonate }, headers, caller, authorizer, suffix) =>
        headers.has("impersonate-user")
          ? impersonate(headers, caller, authorizer, suffix)
          : Promise.resolve(caller),
    ),
  },
  "access/impersonated-user-not-authenticated": {
    description: "An impersonated user is not in the group `system:authenticated`.",
    reason: "The group is added where tokens are read.",
    breaks: ["access.authenticated-group", "access.impersonation-granted"],
    install: actingAs(({ groups }) => ({ groups: groups.filter((one) => one !== AUTHENTICATED) })),
  },
  "access/impersonated-service-account-without-namespace-group": {
    description: "An impersonated service account is not in the group of its namespace.",
    reason: "Service accounts have two groups, and only one of them is added.",
    breaks: "access.service-account-groups",
    install: actingAs(({ groups }) => ({
      groups: groups.filter((one) => !one.startsWith("system:serviceaccounts:")),
    })),
  },
  "access/impersonated-groups-not-authorized": {
    description: "A user who may impersonate a user may add any group without a permission.",
    reason: "Groups were considered attributes of the impersonated user.",
    breaks: "access.impersonation-of-group-needs-permission",
    install: skippingPermission(/^groups$/),
  },
  "access/impersonated-extra-not-authorized": {
    description:
      "A user who may impersonate a user may add any extra attribute without a permission.",
    reason: "Extra attributes do not affect decisions.",
    breaks: "access.impersonation-of-extra-needs-permission",
    install: skippingPermission(/^userextras$/),
  },
  "access/impersonated-uid-not-authorized": {
    description: "A user who may impersonate a user may set any uid without a permission.",
    reason: "`Impersonate-Uid` was added later than the other headers.",
    breaks: "access.impersonation-of-uid-needs-permission",
    install: skippingPermission(/^uids$/),
  },
  "access/impersonated-service-accounts-not-authorized": {
    description: "Impersonating a service account requires no permission.",
    reason: "The permission is checked for the resource `users`, and a service account is not one.",
    breaks: "access.impersonation-of-user-needs-permission",
    install: skippingPermission(/^serviceaccounts$/),
  },
  "access/impersonated-name-not-authorized": {
    description: "A user who may impersonate one user by name may impersonate every user.",
    reason: "The decision is made without the name, which is the value of a header.",
    breaks: "access.impersonation-of-user-needs-permission",
    install: wrap(
      "exchange",
      "impersonate",
      ({ impersonate }, headers, caller, authorizer, suffix) =>
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
    ),
  },
  "access/subject-reviews-not-authorized": {
    description:
      "Every authenticated user may create SubjectAccessReviews and LocalSubjectAccessReviews.",
    reason: "Self reviews are open to all users, and the permission covers the whole group.",
    breaks: "access.review-of-others-needs-permission",
    install: wrap("authorizer", "decide", async ({ decide }, attributes) => {
      const decision = await decide(attributes);
      const { verb, resource } = attributes;
      return verb === "create" && /^(local)?subjectaccessreviews$/.test(resource)
        ? { ...decision, allowed: true }
        : decision;
    }),
  },
  "access/escalation-by-update": {
    description: "An update of a role may add permissions that the user does not have.",
    reason: "Escalation is checked only when a role is created.",
    breaks: "access.no-escalation",
    install: skippingEscalationCheck(
      ({ verb, definition }) => verb === "update" && /^(cluster)?roles$/.test(definition.resource),
    ),
  },
  "access/escalation-by-role-binding": {
    description: "A user may create a RoleBinding to a role whose permissions they do not have.",
    reason: "Escalation is checked for roles only.",
    breaks: "access.no-escalation-by-binding",
    install: skippingEscalationCheck(({ definition }) => definition.resource === "rolebindings"),
  },
  "access/escalate-checked-in-cluster": {
    description: "The verb `escalate` granted in a namespace does not lift the escalation check.",
    reason: "The permission is checked without a namespace.",
    breaks: "access.escalate-permits-escalation",
    install: changingAttributes(({ verb }) => verb === "escalate" ? { namespace: "" } : {}),
  },
  "access/bind-checked-without-name": {
    description: "The verb `bind` lifts the escalation check only if it is granted for all roles.",
    reason: "The permission is checked without the name of the role.",
    breaks: "access.bind-permits-escalation",
    install: changingAttributes(({ verb }) => verb === "bind" ? { name: "" } : {}),
  },
  "access/impersonated-name-own-groups": {
    description: "An impersonated user has the groups of the caller instead of its own.",
    reason: "Only the name of the existing identity is replaced.",
    breaks: ["access.impersonated-groups", "access.impersonation-replaces-permissions"],
    install: wrap("exchange", "impersonate", async ({ impersonate }, headers, caller, ...rest) => {
      const user = await impersonate(headers, caller, ...rest);
      return user === caller ? user : { ...user, groups: caller.groups };
    }),
  },
  "access/service-accounts-by-prefix-of-namespace": {
    description:
      "A service account may do what one of its name in a namespace `a` may, if its own " +
      "namespace begins with `a`.",
    reason: "The key of a namespace is compared without the separator after it.",
    breaks: "access.only-those-bound",
    install: wrap("authorizer", "decide", async ({ decide }, attributes) => {
      const decision = await decide(attributes);
      const account = /^system:serviceaccount:([^:]+):(.+)$/.exec(attributes.user.name);
      if (decision.allowed || !account) return decision;
      const [, namespace = "", name] = account;
      for (let length = 1; length < namespace.length; length++) {
        const other = `system:serviceaccount:${namespace.slice(0, length)}:${name}`;
        const tried = await decide({
          ...attributes,
          user: { ...attributes.user, name: other, groups: [] },
        });
        if (tried.allowed) return tried;
      }
      return decision;
    }),
  },
});
