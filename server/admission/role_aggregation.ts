/**
 * Aggregates ClusterRoles (specification, "ClusterRole", `aggregationRule`): the server sets the rules
 * of an aggregated role, and updates them whenever a role that it selects changes.
 *
 * @module
 */
import { type ApiObject, equal, type Json } from "../object.ts";
import type { Registry, WriteAttributes } from "../registry/contracts.ts";
import { labelPredicate } from "../resources/label_selector.ts";
import { aggregationSelectors } from "../resources/rbac.ts";
import type { AdmissionPlugin } from "./chain.ts";

/**
 * Returns the plugin that keeps the rules of aggregated roles up to date.
 *
 * @param registry returns the registry, which exists by the time of the first request
 * @param rbacGroup the API group of roles
 */
export function roleAggregation(
  registry: () => Registry,
  rbacGroup: string,
): Required<Pick<AdmissionPlugin, "resources" | "admit" | "written" | "removed">> {
  const resource = `${rbacGroup}/clusterroles`;
  const list = async () => (await registry().storage.list({ resource })).versions;
  let last: Promise<void> = Promise.resolve();

  /** Overwrites the rules that a client sends, before the role is stored. */
  async function admit({ object }: WriteAttributes): Promise<void> {
    if (!object?.aggregationRule) return;
    const { name } = object.metadata;
    const others = (await list()).map((version) => version.object)
      .filter(({ metadata }) => metadata.name !== name);
    const roles = [...others, object].sort((a, b) => a.metadata.name < b.metadata.name ? -1 : 1);
    object.rules = aggregatedRules(roles).get(name)!;
  }

  /** Updates one after the other, so that none stores rules that a later change made obsolete. */
  function follow(): Promise<void> {
    last = last.then(update, update);
    return last;
  }

  async function update(): Promise<void> {
    const versions = await list();
    const aggregated = aggregatedRules(versions.map(({ object }) => object));
    for (const { key, revision, object } of versions) {
      const rules = aggregated.get(key.name);
      if (!rules || equal(rules, object.rules)) continue;
      // A concurrent change of the role causes an update of its own.
      await registry().storage
        .transact(key, { expected: revision, object: { ...object, rules } })
        .catch(() => undefined);
    }
  }

  return {
    resources: [resource],
    admit,
    written: follow,
    removed: follow,
  };
}

/**
 * Returns the rules of all aggregated roles by name. An aggregated role may select another one:
 * rules are propagated until none is added.
 *
 * @param roles all ClusterRoles in the order of their names
 */
function aggregatedRules(roles: readonly ApiObject[]): ReadonlyMap<string, Json[]> {
  const aggregated = new Map<string, Json[]>();
  const sources = new Map<string, readonly ApiObject[]>();
  for (const role of roles) {
    const selectors = aggregationSelectors(role);
    if (!selectors) continue;
    aggregated.set(role.metadata.name, []);
    sources.set(
      role.metadata.name,
      selectors.map(labelPredicate).flatMap((selects) =>
        roles.filter((other) => other !== role && selects(other.metadata.labels ?? NONE))
      ),
    );
  }
  for (let grows = true; grows;) {
    grows = false;
    for (const [name, others] of sources) {
      const rules = distinct(
        others.flatMap(({ metadata, rules }) =>
          aggregated.get(metadata.name) ?? (rules ?? []) as Json[]
        ),
      );
      grows ||= rules.length > aggregated.get(name)!.length;
      aggregated.set(name, rules);
    }
  }
  return aggregated;
}

const NONE: Readonly<Record<string, string>> = {};

/** The fields of a rule in a fixed order, so that equal rules have equal JSON. */
const FIELDS = ["verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs"];

/** Returns the rules without duplicates, in the order of their first occurrence. */
function distinct(rules: readonly Json[]): Json[] {
  const byText = new Map(rules.map((rule) => [JSON.stringify(rule, FIELDS), rule]));
  return [...byText.values()];
}
