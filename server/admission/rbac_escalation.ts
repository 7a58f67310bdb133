/**
 * Forbids privilege escalation: a user cannot grant permissions that they do not have, unless they
 * may `escalate` roles or `bind` the role. The specification does not show this; real servers do it.
 *
 * @module
 */
import { describeRule, missingRules, type PolicyRule, rulesOf } from "../access/policy_rule.ts";
import { type Authorizer, isSuperuser } from "../access/authorization.ts";
import { type ApiError, forbidden, notFound } from "../api_error.ts";
import type { User } from "../context.ts";
import { type ApiObject, equal } from "../object.ts";
import type { Registry, WriteAttributes } from "../registry/contracts.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import type { AdmissionPlugin } from "./chain.ts";

/** A create or update by a user. */
type Attempt = WriteAttributes & { readonly user: User; readonly object: ApiObject };

/** The most permissions that an error lists. */
const LISTED = 1_000;

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/**
 * Returns the plugin that checks writes of roles and bindings.
 *
 * @param registry returns the registry, which exists by the time of the first request
 * @param rbacGroup the API group of roles and bindings
 */
export function rbacEscalation(
  registry: () => Registry,
  authorizer: Authorizer,
  rbacGroup: string,
): Required<Pick<AdmissionPlugin, "resources" | "admit">> {
  const checks: Readonly<Record<string, (attempt: Attempt) => Promise<void>>> = {
    roles: checkRole,
    clusterroles: checkRole,
    rolebindings: checkBinding,
    clusterrolebindings: checkBinding,
  };

  async function admit(write: WriteAttributes): Promise<void> {
    const { definition, user, object, old } = write;
    if (!user || !object || isSuperuser(user)) return;
    if (old && changesNoGrant(object, old)) return;
    await checks[definition.resource]!({ ...write, user, object });
  }

  async function checkRole(attempt: Attempt): Promise<void> {
    const { user, verb, object, old, definition, namespace } = attempt;
    // A create request names no object, so that a permission for one name does not reach it.
    const name = verb === "update" ? attempt.name : "";
    if (await may(user, "escalate", definition.resource, namespace, name)) return;
    await checkRules(attempt, rulesOf(object));
    // An aggregated role may receive any rule later, whatever its rules are now.
    if (object.aggregationRule || old?.aggregationRule) await checkRules(attempt, EVERYTHING);
  }

  async function checkBinding(attempt: Attempt): Promise<void> {
    const { user, object, namespace } = attempt;
    const { kind, name } = object.roleRef as { kind: string; name: string };
    const resource = kind === "Role" ? "roles" : "clusterroles";
    if (await may(user, "bind", resource, namespace, name)) return;
    const role = await registry().storage.get({
      resource: `${rbacGroup}/${resource}`,
      namespace: kind === "Role" ? namespace : "",
      name,
    });
    if (!role) throw notFound({ group: rbacGroup, resource }, name);
    await checkRules(attempt, rulesOf(role.object));
  }

  async function checkRules(
    { user, namespace, definition, object }: Attempt,
    wanted: readonly PolicyRule[],
  ): Promise<void> {
    const { grants, errors } = await authorizer.grantsOf(user, namespace);
    const missing = missingRules(grants.flatMap(({ rules }) => rules), wanted, LISTED + 1);
    if (missing.length > 0) throw escalationError({ user, definition, object }, missing, errors);
  }

  const may = async (
    user: User,
    verb: string,
    resource: string,
    namespace: string,
    name: string,
  ) => {
    const place = { group: rbacGroup, resource, subresource: "", namespace, name, path: "" };
    return (await authorizer.decide({ user, verb, isResource: true, ...place })).allowed;
  };

  return {
    resources: Object.keys(checks).map((resource) => `${rbacGroup}/${resource}`),
    admit,
  };
}

/** Returns true if only finalizers, owners or managed fields change, which grants nothing. */
function changesNoGrant(object: ApiObject, old: ApiObject): boolean {
  const rest = ({ metadata, ...content }: ApiObject) => {
    const {
      finalizers: _,
      ownerReferences: __,
      managedFields: ___,
      resourceVersion: ____,
      ...meta
    } = metadata;
    return { ...content, metadata: meta };
  };
  return equal(rest(object), rest(old));
}

function escalationError(
  { user, definition, object }: { user: User; definition: ResourceDefinition; object: ApiObject },
  missing: readonly PolicyRule[],
  errors: readonly string[],
): ApiError {
  const listed = [...new Set(missing.slice(0, LISTED).map(describeRule))].sort();
  const lines = [...listed, ...(missing.length > LISTED ? ["and others"] : [])].join("\n");
  const unresolved = errors.length > 0 ? `; resolution errors: ${errors.join(", ")}` : "";
  return forbidden(
    definition,
    object.metadata.name,
    `user "${user.name}" (groups=${JSON.stringify(user.groups)}) is attempting to grant RBAC ` +
      `permissions not currently held:\n${lines}${unresolved}`,
  );
}
