/**
 * Cluster roles that gather their rules from others (interface, "ClusterRole", `aggregationRule`):
 * their rules are the server's to write, and follow whatever becomes of the others.
 *
 * @module
 */
import { equal } from "../json_equal.ts";
import type { ApiObject, Json } from "../object.ts";
import type { Admission, Registry, WriteAttributes } from "../registry/contracts.ts";
import { type ResourceDefinition, storageKey } from "../registry/resource.ts";
import { labelPredicate } from "../resources/label_selector.ts";
import { aggregationSelectors } from "../resources/rbac.ts";

/** Keeps the rules of such roles, for a registry that is there by the time of the first request. */
export function roleAggregation(
  registry: () => Registry,
  rbacGroup: string,
): Pick<Admission, "admit" | "written" | "removed"> {
  const resource = `${rbacGroup}/clusterroles`;
  const list = async () => (await registry().storage.list({ resource })).versions;
  let last: Promise<void> = Promise.resolve();

  /** What a writer says of the rules is overwritten before it is stored. */
  async function admit({ definition, object }: WriteAttributes): Promise<void> {
    if (storageKey(definition) !== resource || !object?.aggregationRule) return;
    const { name } = object.metadata;
    const others = (await list()).map((version) => version.object)
      .filter(({ metadata }) => metadata.name !== name);
    const roles = [...others, object].sort((a, b) => a.metadata.name < b.metadata.name ? -1 : 1);
    object.rules = gatheredRules(roles).get(name)!;
  }

  /** One round after the other, so that none writes what it gathered before a later change. */
  function follow(definition: ResourceDefinition): Promise<void> {
    if (storageKey(definition) !== resource) return Promise.resolve();
    last = last.then(update, update);
    return last;
  }

  async function update(): Promise<void> {
    const versions = await list();
    const gathered = gatheredRules(versions.map(({ object }) => object));
    for (const { key, revision, object } of versions) {
      const rules = gathered.get(key.name);
      if (!rules || equal(rules, object.rules)) continue;
      // Somebody else may have changed it meanwhile; they then come here as well.
      await registry().storage
        .transact(key, { expected: revision, object: { ...object, rules } })
        .catch(() => undefined);
    }
  }

  return { admit, written: follow, removed: follow };
}

/**
 * The rules of all roles that gather theirs, by name. Such a role may gather from another one:
 * rules are handed on until nobody has any to add.
 *
 * @param roles all cluster roles in the order of their names
 */
function gatheredRules(roles: readonly ApiObject[]): ReadonlyMap<string, Json[]> {
  const gathered = new Map<string, Json[]>();
  const sources = new Map<string, readonly ApiObject[]>();
  for (const role of roles) {
    const selectors = aggregationSelectors(role);
    if (!selectors) continue;
    gathered.set(role.metadata.name, []);
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
          gathered.get(metadata.name) ?? (rules ?? []) as Json[]
        ),
      );
      grows ||= rules.length > gathered.get(name)!.length;
      gathered.set(name, rules);
    }
  }
  return gathered;
}

const NONE: Readonly<Record<string, string>> = {};

/** In this order, so that rules are told apart by what they say and not by how it is ordered. */
const FIELDS = ["verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs"];

/** Each rule once, where it came first. */
function distinct(rules: readonly Json[]): Json[] {
  const byText = new Map(rules.map((rule) => [JSON.stringify(rule, FIELDS), rule]));
  return [...byText.values()];
}
