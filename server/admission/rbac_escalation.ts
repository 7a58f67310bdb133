/**
 * Nobody gives more than they have: a role or a binding that would is refused, unless its writer
 * may `escalate` roles or `bind` that role. The interface does not show this; servers of it do so.
 *
 * @module
 */
import { describeRule, missingRules, type PolicyRule, rulesOf } from "../access/policy_rule.ts";
import { type Authorizer, isSuperuser } from "../access/authorization.ts";
import { type ApiError, forbidden, notFound } from "../api_error.ts";
import type { User } from "../context.ts";
import { equal } from "../json_equal.ts";
import type { ApiObject } from "../object.ts";
import type { Admission, Registry, WriteAttributes } from "../registry/contracts.ts";
import type { ResourceDefinition } from "../registry/resource.ts";

/** A write by somebody, of an object. */
type Attempt = WriteAttributes & { readonly user: User; readonly object: ApiObject };

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/** Watches over roles and bindings, for a registry that is there by the time of the first request. */
export function rbacEscalation(
  registry: () => Registry,
  authorizer: Authorizer,
  rbacGroup: string,
): Pick<Admission, "admit"> {
  const CHECKS: Readonly<Record<string, (attempt: Attempt) => Promise<void>>> = {
    roles: checkRole,
    clusterroles: checkRole,
    rolebindings: checkBinding,
    clusterrolebindings: checkBinding,
  };

  async function admit(write: WriteAttributes): Promise<void> {
    const { definition, user, object, old } = write;
    if (definition.group !== rbacGroup || !user || !object || isSuperuser(user)) return;
    if (old && changesNoGrant(object, old)) return;
    await CHECKS[definition.resource]?.({ ...write, user, object });
  }

  async function checkRole(attempt: Attempt): Promise<void> {
    const { user, verb, object, old, definition, namespace } = attempt;
    // A create request names no object, so that a permission for one name does not reach it.
    const name = verb === "update" ? attempt.name : "";
    if (await may(user, "escalate", definition.resource, namespace, name)) return;
    await checkRules(attempt, rulesOf(object));
    // Such a role may come to hold anything, whatever it holds now.
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
    const missing = missingRules(grants.flatMap(({ rules }) => rules), wanted);
    if (missing.length > 0) throw refusal({ user, definition, object }, missing, errors);
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

  return { admit };
}

/** Finalizers, owners and ownership of fields may be changed without a look at the rules. */
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

function refusal(
  { user, definition, object }: { user: User; definition: ResourceDefinition; object: ApiObject },
  missing: readonly PolicyRule[],
  errors: readonly string[],
): ApiError {
  const lines = [...new Set(missing.map(describeRule))].sort().join("\n");
  const findings = errors.length > 0 ? `; resolution errors: ${errors.join(", ")}` : "";
  return forbidden(
    definition,
    object.metadata.name,
    `user "${user.name}" (groups=${JSON.stringify(user.groups)}) is attempting to grant RBAC ` +
      `permissions not currently held:\n${lines}${findings}`,
  );
}
