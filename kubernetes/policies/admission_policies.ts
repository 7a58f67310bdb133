/**
 * Applies ValidatingAdmissionPolicies, and compiles the expressions of policies and of webhooks'
 * match conditions when they are written. What evaluates expressions is loaded with the first one.
 *
 * @module
 */
import type { AdmissionPlugin } from "@plumbline/server/extension";
import type { Decide } from "../cel/authorizer.ts";
import { type ApiObject, invalid } from "@plumbline/server/api";
import type { Registry, WriteAttributes } from "@plumbline/server/parts";
import { asObject } from "@plumbline/server/resources";
import type { BoundPolicy } from "./bound_policy.ts";

/** The resources of the group whose objects have expressions. */
const POLICIES = "validatingadmissionpolicies";
const BINDINGS = "validatingadmissionpolicybindings";
const WEBHOOKS = ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"];

/**
 * Returns the plugins.
 *
 * @param registry returns the registry, which exists by the time of the first request
 * @param suffix the brand-bearing suffix of group names
 * @param decide answers what a user may do, for expressions
 */
export function admissionPolicies(
  registry: () => Registry,
  suffix: string,
  decide: Decide,
): readonly AdmissionPlugin[] {
  const group = `admissionregistration.${suffix}`;
  const key = (resource: string) => `${group}/${resource}`;
  const resources = [POLICIES, ...WEBHOOKS].map(key);
  const sources = [POLICIES, BINDINGS].map(key);
  let seen = "";
  let policies: readonly BoundPolicy[] = [];
  return [{ resources, verbs: ["create", "update"], admit: compileAll }, {
    admit: (write) => haveBeen() ? admit(write) : undefined,
  }];

  async function compileAll({ definition, name, object, subresource }: WriteAttributes) {
    if (!object || subresource || !hasExpressions(object)) return;
    const { expressionCauses } = await import("./expressions.ts");
    const causes = expressionCauses(object);
    if (causes.length > 0) throw invalid(definition, name, causes);
  }

  async function admit(write: WriteAttributes): Promise<void> {
    const { definition: { group: of, resource, views }, subresource = "" } = write;
    if (of === group && [POLICIES, BINDINGS].includes(resource) || views?.[subresource]) return;
    const bound = await boundPolicies();
    if (bound.length === 0) return;
    const { applyPolicy } = await import("./evaluate.ts");
    for (const one of bound) await applyPolicy(one, write, { registry: registry(), decide });
  }

  /** Returns false if no policy and no binding was ever written. */
  function haveBeen(): boolean {
    const { storage } = registry();
    return sources.some((source) => storage.lastChange(source) > 0);
  }

  async function boundPolicies(): Promise<readonly BoundPolicy[]> {
    const { storage } = registry();
    const change = sources.map((source) => storage.lastChange(source)).join();
    if (change === seen) return policies;
    const [all, bindings] = await Promise.all(
      sources.map(async (resource) =>
        (await storage.list({ resource })).versions.map(({ object }) => object)
      ),
    ) as [ApiObject[], ApiObject[]];
    policies = all.map((policy) => ({
      policy,
      bindings: bindings.filter(({ spec }) => asObject(spec)?.policyName === policy.metadata.name),
    })).filter(({ bindings }) => bindings.length > 0);
    seen = change;
    return policies;
  }
}

/** Returns true for a policy, and for webhooks with match conditions. */
const hasExpressions = ({ spec, webhooks }: ApiObject): boolean =>
  spec !== undefined ||
  Array.isArray(webhooks) &&
    webhooks.some((webhook) => asObject(webhook)?.matchConditions !== undefined);
