/**
 * Decides whether a user has all permissions of a rule, by each action that it permits.
 *
 * @module
 */
import { allows, type Grant } from "./grants.ts";
import type { Actor, Rule } from "./policy.ts";

/** A word that no rule lists: `*` permits it, too. */
const ANY_OTHER = "plumbline-any-other";

/**
 * Returns true if a user has, in a namespace or everywhere (if it is empty), all that a rule for
 * resources permits.
 */
export function holds(
  grants: readonly Grant[],
  actor: Actor,
  rule: Rule,
  namespace: string,
): boolean {
  const listed = (pick: (rule: Rule) => readonly string[] | undefined, words: readonly string[]) =>
    words.includes("*")
      ? [...new Set([ANY_OTHER, ...grants.flatMap((grant) => pick(grant.rule) ?? [])])]
      : words;
  const verbs = listed((each) => each.verbs, rule.verbs);
  const groups = listed((each) => each.apiGroups, rule.apiGroups ?? []);
  const resources = listed((each) => each.resources, rule.resources ?? []);
  const { resourceNames = [] } = rule;
  const names = resourceNames.length === 0 ? [ANY_OTHER, ""] : resourceNames;
  return verbs.every((verb) =>
    groups.every((group) =>
      resources.every((whole) => {
        const [resource = "", subresource = ""] = whole.split("/");
        return names.every((name) =>
          allows(grants, actor, { verb, group, resource, subresource, name, namespace })
        );
      })
    )
  );
}
