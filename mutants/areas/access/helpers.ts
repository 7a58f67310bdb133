/**
 * Helpers of authorization mutants.
 *
 * @module
 */
import {
  type Attributes,
  type Authorizer,
  type Decision,
  type Grant,
  isSuperuser,
  type PolicyRule,
  rbacAuthorizer,
  ruleAllows,
} from "@plumbline/server/access";
import type { ApiObject, JsonObject, RequestContext } from "@plumbline/server/api";
import type { ObjectKey, Storage } from "@plumbline/server/storage";
import { over, type PartChanges } from "@plumbline/server/parts";
import type { Install } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Replaces the evaluation of rules; `grant` is the grant that contains the rule. */
export function evaluatingRules(
  allows: (rule: PolicyRule, attributes: Attributes, grant: Grant) => boolean,
): Install {
  return wrap("authorizer", "decide", async ({ decide, grantsOf }, attributes) => {
    const decision = await decide(attributes);
    // Default permissions and superusers do not depend on rules.
    if (isSuperuser(attributes.user) || isOwn(decision)) return decision;
    const { grants, errors } = await grantsOf(attributes.user, attributes.namespace);
    const found = grants.find((grant) =>
      grant.rules.some((rule) => allows(rule, attributes, grant))
    );
    const isRight = (found !== undefined) ===
      grants.some(({ rules }) => rules.some((rule) => ruleAllows(rule, attributes)));
    // Another bug of the server decides.
    if (isRight && decision.allowed !== (found !== undefined)) return decision;
    if (found) return { allowed: true, reason: `RBAC: allowed by ${found.source}`, errors };
    return { ...decision, allowed: false };
  });
}

const isOwn = ({ allowed, reason }: Decision) => allowed && !reason.startsWith("RBAC:");

/** Changes the attributes that a decision is made for. */
export function changingAttributes(
  change: (attributes: Attributes) => Partial<Attributes>,
): Install {
  return wrap(
    "authorizer",
    "decide",
    ({ decide }, attributes) => decide({ ...attributes, ...change(attributes) }),
  );
}

/** Changes each rule before it is evaluated as usual. */
export function changingRules(
  change: (rule: PolicyRule, attributes: Attributes) => Partial<PolicyRule>,
): Install {
  return evaluatingRules(
    (rule, attributes) => ruleAllows({ ...rule, ...change(rule, attributes) }, attributes),
  );
}

/** Returns a function that returns the storage, once the server is assembled. */
export function storageOf({ storage }: PartChanges): () => Storage {
  let found: Storage;
  storage((original) => {
    found = original;
    return {};
  });
  return () => found;
}

/**
 * Decides denied requests again in each namespace that has RoleBindings. `concerns` selects the
 * requests, `counts` the decisions that are accepted.
 */
export function decidingInNamespaces(
  concerns: (attributes: Attributes) => boolean,
  counts: (decision: Decision) => boolean = () => true,
): Install {
  return (parts) => {
    const storage = storageOf(parts);
    let resource = "";
    parts.resource((definition) => {
      if (definition.resource === "rolebindings") resource = `${definition.group}/rolebindings`;
      return {};
    });
    parts.authorizer(({ decide }) => ({
      async decide(attributes) {
        const decision = await decide(attributes);
        if (decision.allowed || !concerns(attributes)) return decision;
        const { versions } = await storage().list({ resource });
        for (const namespace of new Set(versions.map(({ key }) => key.namespace))) {
          const there = await decide({ ...attributes, namespace });
          if (there.allowed && counts(there)) return there;
        }
        return decision;
      },
    }));
  };
}

/** Changes the storage as seen by the authorizer only. */
export function changingPolicyStorage(change: (storage: Storage) => Partial<Storage>): Install {
  return (parts) => {
    const original = storageOf(parts);
    let suffix = "";
    parts.resource(({ group }) => {
      suffix = /^rbac\.authorization\.(.*)$/.exec(group)?.[1] ?? suffix;
      return {};
    });
    parts.authorizer((before) => {
      let made: { readonly changed: Authorizer; readonly right: Authorizer } | undefined;
      const authorizers = () =>
        made ??= {
          changed: rbacAuthorizer(over(original(), change(original())), suffix),
          right: rbacAuthorizer(original(), suffix),
        };
      return {
        async decide(attributes) {
          const { changed, right } = authorizers();
          const decision = await changed.decide(attributes);
          const isRight = decision.allowed === (await right.decide(attributes)).allowed;
          const earlier = await before.decide(attributes);
          // Another bug of the server decides.
          return isRight && earlier.allowed !== decision.allowed ? earlier : decision;
        },
        async grantsOf(user, namespace) {
          const { changed, right } = authorizers();
          const found = await changed.grantsOf(user, namespace);
          const expected = await right.grantsOf(user, namespace);
          const isRight = JSON.stringify(found) === JSON.stringify(expected);
          return isRight ? await before.grantsOf(user, namespace) : found;
        },
      };
    });
  };
}

/** Changes bindings as seen by the authorizer only. */
export function changingBindings(change: (binding: ApiObject) => ApiObject): Install {
  return changingPolicyStorage(({ list }) => ({
    async list(collection, options) {
      const found = await list(collection, options);
      const versions = found.versions.map((version) => ({
        ...version,
        object: change(version.object),
      }));
      return { ...found, versions };
    },
  }));
}

/** Returns the subjects of a binding. */
export const subjectsOf = ({ subjects }: ApiObject): readonly JsonObject[] =>
  (subjects ?? []) as unknown as JsonObject[];

/**
 * Returns a function that finds the request being authorized. It must be called before any `await`.
 */
export function currentRequest({ exchange }: PartChanges): (
  attributes: Attributes,
) => RequestContext | undefined {
  let current: RequestContext | undefined;
  exchange(({ receive }) => ({
    receive(context) {
      current = context;
      return receive?.(context);
    },
  }));
  return ({ user, path, verb }) =>
    current?.user === user && current.info.path === path && current.info.verb === verb
      ? current
      : undefined;
}

/** Returns true if a key is that of a Role or ClusterRole. */
export const isRole = ({ resource }: Pick<ObjectKey, "resource">): boolean =>
  /^rbac\..*\/(cluster)?roles$/.test(resource);
