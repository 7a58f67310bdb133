/**
 * Cluster roles that gather their rules from others.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { objectPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { settled } from "../../session/access/attempts.ts";
import { putRole } from "../../session/access/policy_objects.ts";

const TYPE = resourceType("clusterroles");

/** Checks of aggregation. */
export const AGGREGATION: readonly Check[] = [
  example({
    id: "access/aggregation",
    title:
      "An aggregating ClusterRole contains the rules of the matching ClusterRoles and follows their changes",
    requirements: [
      "access.aggregation-combines-rules",
      "access.aggregation-any-selector",
      "access.aggregation-only-matching",
      "access.aggregation-follows-changes",
      "access.aggregation-blocks-direct-writes",
    ],
    level: "must",
    run: async (scope) => {
      await part(scope, "pipes", { "plumbline/feeds": "one" });
      await part(scope, "taps", { "plumbline/feeds": "two" });
      await part(scope, "drains", { "plumbline/feeds": "none" });
      const matching = (value: string) => ({
        matchLabels: { "plumbline/feeds": value, "plumbline/scope": scope.id },
      });
      const clusterRoleSelectors = [matching("one"), matching("two")];
      const made = await putRole(scope, { name: scope.name("whole"), rules: [] }, {
        aggregationRule: { clusterRoleSelectors },
      });
      if (made.status >= 300) throw new Discard(`nothing could be made: ${made.status}`);
      await holdRules(scope, ["pipes"], [], "access.aggregation-combines-rules");
      await holdRules(scope, ["pipes", "taps"], [], "access.aggregation-any-selector");
      await holdRules(scope, ["pipes", "taps"], ["drains"], "access.aggregation-only-matching");
      await patch(scope, "taps", { metadata: { labels: { "plumbline/feeds": "none" } } });
      await holdRules(scope, ["pipes"], ["taps"], "access.aggregation-follows-changes");
      await patch(scope, "pipes", { rules: rulesFor("valves") });
      await holdRules(scope, ["valves"], ["pipes", "taps"], "access.aggregation-follows-changes");
      await patch(scope, "whole", { rules: rulesFor("gutters") });
      await holdRules(scope, ["valves"], ["gutters"], "access.aggregation-blocks-direct-writes");
    },
  }),
];

async function part(scope: Scope, word: string, labels: Record<string, string>): Promise<void> {
  const body = { ...scope.make(TYPE, { name: word, labels }), rules: rulesFor(word) };
  const { status } = await scope.create(TYPE, body);
  if (status >= 300) throw new Discard(`nothing could be made: ${status}`);
}

/** A rule for something nobody serves. */
function rulesFor(word: string): Json[] {
  return [{ verbs: ["get"], apiGroups: ["plumbline.invalid"], resources: [word] }];
}

function pathOf(scope: Scope, word: string): string {
  return objectPath(TYPE, scope.target.dialect, { name: scope.name(word) });
}

async function patch(scope: Scope, word: string, body: JsonObject): Promise<void> {
  const headers = { "content-type": "application/merge-patch+json" };
  const ask = { method: "PATCH" as const, path: pathOf(scope, word), headers, body };
  const { status } = await scope.send(ask);
  // What is the controller's to write may be refused at once.
  if (status >= 300 && word !== "whole") {
    throw new Discard(`a role could not be changed: ${status}`);
  }
}

/** Waits for the rules of the gathering role to have some, and not to have others. */
async function holdRules(
  scope: Scope,
  due: readonly string[],
  not: readonly string[],
  requirement: RequirementId,
): Promise<void> {
  const found = await settled(scope, true, async () => {
    const { json } = await scope.send({ method: "GET", path: pathOf(scope, "whole") });
    const rules = asObject(json)?.rules ?? [];
    const text = canonical(rules);
    const has = (word: string) => text.includes(`"${word}"`);
    return { allowed: due.every(has) && !not.some(has), said: text };
  });
  if (found.allowed) return;
  const expected = `rules for ${due.join(", ")}${not.length > 0 ? `, none for ${not}` : ""}`;
  throw new Violation(requirement, { expected, actual: found.said });
}
