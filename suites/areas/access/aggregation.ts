/**
 * Checks of ClusterRoles that aggregate the rules of others.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { collectionPath, objectPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { awaitDecision, type Decided } from "../../session/access/attempts.ts";
import { putRole } from "../../session/access/policy_objects.ts";
import { stopUnless, verify } from "../../verify.ts";
import { rejected } from "../../session/objects.ts";
import { changeRequest, supports, WRITE_FORMS } from "../../session/write_forms.ts";

const TYPE = resourceType("clusterroles");

/**
 * Checks of aggregation. Those of changes and deletions run alone: a server that follows a change only
 * with the next one would be right beside checks that change ClusterRoles.
 */
export const AGGREGATION: readonly Check[] = [
  example({
    id: "access/aggregation",
    version: 3,
    title:
      "An aggregating ClusterRole contains the rules of the matching ClusterRoles and follows their changes",
    requirements: [
      "access.aggregation-combines-rules",
      "access.aggregation-any-selector",
      "access.aggregation-only-matching",
      "access.aggregation-follows-changes",
      "access.aggregation-blocks-direct-writes",
    ],
    alone: true,
    run: async (scope) => {
      await createPart(scope, "pipes", { "plumbline/feeds": "one" });
      await createPart(scope, "taps", { "plumbline/feeds": "two" });
      await createPart(scope, "drains", { "plumbline/feeds": "none" });
      const matching = (value: string) => ({
        matchLabels: { "plumbline/feeds": value, "plumbline/scope": scope.id },
      });
      // More selectors than a pair, of which each counts by itself.
      for (const name of ["joints", "elbows"]) {
        await createPart(scope, name, { "plumbline/feeds": name });
      }
      const clusterRoleSelectors = ["one", "two", "joints", "elbows"].map(matching);
      const created = await putRole(scope, { name: scope.name("whole"), rules: [] }, {
        aggregationRule: { clusterRoleSelectors },
      });
      if (created.status >= 300) {
        throw rejected(created, "the ClusterRole could not be created");
      }
      const combines = await expectRules(
        scope,
        ["pipes"],
        [],
        "access.aggregation-combines-rules",
      );
      stopUnless(combines, "what else follows from aggregation");
      const any = ["pipes", "taps", "joints", "elbows"];
      await expectRules(scope, any, [], "access.aggregation-any-selector");
      await expectRules(scope, ["pipes", "taps"], ["drains"], "access.aggregation-only-matching");
      await patch(scope, "taps", { metadata: { labels: { "plumbline/feeds": "none" } } });
      await expectRules(scope, ["pipes"], ["taps"], "access.aggregation-follows-changes");
      await patch(scope, "pipes", { rules: rulesFor("valves") });
      await expectRules(scope, ["valves"], ["pipes", "taps"], "access.aggregation-follows-changes");
      await patch(scope, "taps", { metadata: { labels: { "plumbline/feeds": "two" } } });
      await expectRules(scope, ["valves", "taps"], [], "access.aggregation-follows-changes");
      await patch(scope, "taps", { metadata: { labels: { "plumbline/feeds": null } } });
      await expectRules(scope, ["valves"], ["taps"], "access.aggregation-follows-changes");
      await patch(scope, "whole", { rules: rulesFor("gutters") });
      await expectRules(scope, ["valves"], ["gutters"], "access.aggregation-blocks-direct-writes");
    },
  }),
  example({
    id: "access/aggregation-expressions",
    title: "The selectors of an aggregating ClusterRole may contain `matchExpressions`",
    requirements: ["access.aggregation-match-expressions"],
    run: async (scope) => {
      const feeds = "plumbline/feeds";
      for (
        const [name, value] of [["pipes", "one"], ["taps", "two"], ["drains", "none"]] as const
      ) {
        await createPart(scope, name, { [feeds]: value });
      }
      await createPart(scope, "meters", { "plumbline/meter": "yes" });
      for (
        const [name, labels] of [
          ["vents", { "plumbline/vent": "open" }],
          ["hatches", { "plumbline/vent": "shut" }],
          ["hoods", { "plumbline/hood": "old" }],
          ["grates", { "plumbline/hood": "old", "plumbline/grate": "yes" }],
          ["lids", { "plumbline/lid": "yes" }],
          ["caps", { "plumbline/lid": "yes", "plumbline/latch": "shut" }],
        ] as const
      ) {
        await createPart(scope, name, labels);
      }
      const own = { key: "plumbline/scope", operator: "In", values: [scope.id] };
      const selecting = (...expressions: Json[]) => ({ matchExpressions: [own, ...expressions] });
      const clusterRoleSelectors = [
        { matchLabels: { [feeds]: "one", "plumbline/scope": scope.id } },
        selecting({ key: feeds, operator: "In", values: ["two", "three"] }),
        selecting({ key: "plumbline/meter", operator: "Exists" }),
        selecting(
          { key: "plumbline/vent", operator: "Exists" },
          { key: "plumbline/vent", operator: "NotIn", values: ["shut"] },
        ),
        selecting(
          { key: "plumbline/hood", operator: "Exists" },
          { key: "plumbline/grate", operator: "DoesNotExist" },
        ),
        // Also selects what does not have the label.
        selecting(
          { key: "plumbline/lid", operator: "Exists" },
          { key: "plumbline/latch", operator: "NotIn", values: ["shut"] },
        ),
      ];
      const created = await putRole(scope, { name: scope.name("whole"), rules: [] }, {
        aggregationRule: { clusterRoleSelectors },
      });
      const isMade = created.status < 300;
      if (!isMade) throw rejected(created, "the ClusterRole could not be created");
      const rules = () => rulesOf(scope, ["pipes"], []);
      if (!(await awaitDecision(scope, true, rules)).allowed) {
        throw new Discard("no rules are aggregated");
      }
      const requirement = "access.aggregation-match-expressions";
      await expectRules(scope, ["pipes", "taps"], ["drains"], requirement);
      await expectRules(scope, ["pipes", "taps", "meters"], ["drains"], requirement);
      await expectRules(scope, ["vents", "hoods"], ["drains", "hatches", "grates"], requirement);
      await expectRules(scope, ["vents", "hoods", "lids"], ["drains", "caps"], requirement);
    },
  }),
  example({
    id: "access/aggregation-forms",
    title: "A ClusterRole that any form of a write makes or changes aggregates what it selects",
    requirements: ["access.aggregation-combines-rules", "access.aggregation-follows-selectors"],
    uses: ["strategic-merge-patch", "server-side-apply"],
    run: async (scope) => {
      await createPart(scope, "pipes", { "plumbline/feeds": "one" });
      await createPart(scope, "taps", { "plumbline/feeds": "two" });
      const selecting = (feeds: string): JsonObject => {
        const matchLabels = { "plumbline/feeds": feeds, "plumbline/scope": scope.id };
        return { aggregationRule: { clusterRoleSelectors: [{ matchLabels }] } };
      };
      let aggregates = false;
      for (const form of WRITE_FORMS.filter((form) => supports(scope.target, form))) {
        scope.note(form);
        const object = { ...scope.newObject(TYPE, { name: form }), rules: [] };
        // A patch makes no object.
        const isMade = form === "update" || form === "apply";
        const whole = { ...object, ...selecting("one") };
        const made = isMade
          ? await scope.send(changeRequest(scope, TYPE, object, form, whole))
          : await scope.create(TYPE, whole);
        // An update need not create.
        if (isMade && made.status === 404) continue;
        if (made.status >= 300) throw rejected(made, "the ClusterRole could not be created");
        const known = await awaitDecision(
          scope,
          true,
          () => rulesOf(scope, ["pipes"], ["taps"], form),
        );
        if (!known.allowed && !aggregates) throw new Discard("no rules are aggregated");
        aggregates = true;
        const combines = "access.aggregation-combines-rules";
        if (!await expectRules(scope, ["pipes"], ["taps"], combines, form)) continue;
        const changed = await scope.send(
          changeRequest(scope, TYPE, object, form, selecting("two")),
        );
        if (changed.status >= 300) throw rejected(changed, "the ClusterRole could not be changed");
        await expectRules(scope, ["taps"], ["pipes"], "access.aggregation-follows-selectors", form);
      }
    },
  }),
  example({
    id: "access/aggregation-removals",
    title:
      "An aggregating ClusterRole loses the rules of ClusterRoles that are deleted, one by one or together, and no dry run changes it",
    requirements: ["access.aggregation-follows-deletions", "access.aggregation-ignores-dry-runs"],
    alone: true,
    run: async (scope) => {
      const matchLabels = { "plumbline/feeds": "one", "plumbline/scope": scope.id };
      const feeds = { "plumbline/feeds": "one" };
      for (const name of ["pipes", "taps", "drains"]) await createPart(scope, name, feeds);
      const created = await putRole(scope, { name: scope.name("whole"), rules: [] }, {
        aggregationRule: { clusterRoleSelectors: [{ matchLabels }] },
      });
      if (created.status >= 300) throw rejected(created, "the ClusterRole could not be created");
      const rules = () => rulesOf(scope, ["pipes", "taps", "drains"], []);
      if (!(await awaitDecision(scope, true, rules)).allowed) {
        throw new Discard("no rules are aggregated");
      }
      const ignored = "access.aggregation-ignores-dry-runs";
      await tryDryRuns(scope, feeds);
      await expectRules(scope, ["pipes", "taps", "drains"], ["gutters"], ignored);
      // What follows from a later change does not precede what followed from a dry run.
      await patch(scope, "taps", { rules: rulesFor("valves") });
      await expectRules(scope, ["pipes", "valves", "drains"], ["gutters"], ignored);
      const follows = "access.aggregation-follows-deletions";
      await scope.send({ method: "DELETE", path: pathOf(scope, "drains") });
      await expectRules(scope, ["pipes", "valves"], ["drains"], follows);
      await scope.send({
        method: "DELETE",
        path: collectionPath(TYPE, scope.target.dialect),
        query: { labelSelector: `plumbline/feeds=one,${scope.selector}` },
      });
      await expectRules(scope, [], ["pipes", "valves"], follows);
      await createPart(scope, "hoses", feeds);
      await expectRules(scope, ["hoses"], ["pipes", "valves"], follows);
    },
  }),
];

/** Sends a dry run of each write, none of which may have an effect on the aggregating role. */
async function tryDryRuns(scope: Scope, labels: Record<string, string>): Promise<void> {
  if (scope.target.lacks?.includes("dry-run")) return;
  const query = { dryRun: "All" };
  const rules = rulesFor("gutters");
  const whole = (name: string) => ({ ...scope.newObject(TYPE, { name, labels }), rules });
  const headers = { "content-type": "application/merge-patch+json" };
  await scope.create(TYPE, whole("gutters"), query);
  await scope.send({ method: "PUT", path: pathOf(scope, "taps"), query, body: whole("taps") });
  const body = { rules };
  await scope.send({ method: "PATCH", path: pathOf(scope, "pipes"), query, headers, body });
  await scope.send({ method: "DELETE", path: pathOf(scope, "pipes"), query });
  const labelSelector = `plumbline/feeds=one,${scope.selector}`;
  await scope.send({
    method: "DELETE",
    path: collectionPath(TYPE, scope.target.dialect),
    query: { ...query, labelSelector },
  });
}

async function createPart(
  scope: Scope,
  name: string,
  labels: Record<string, string>,
): Promise<void> {
  const body = { ...scope.newObject(TYPE, { name, labels }), rules: rulesFor(name) };
  const created = await scope.create(TYPE, body);
  if (created.status >= 300) throw rejected(created, "the ClusterRole could not be created");
}

/** Returns a rule for an unserved resource. */
function rulesFor(name: string): Json[] {
  return [{ verbs: ["get"], apiGroups: ["plumbline.invalid"], resources: [name] }];
}

function pathOf(scope: Scope, name: string): string {
  return objectPath(TYPE, scope.target.dialect, { name: scope.name(name) });
}

async function patch(scope: Scope, name: string, body: JsonObject): Promise<void> {
  const headers = { "content-type": "application/merge-patch+json" };
  const request = { method: "PATCH" as const, path: pathOf(scope, name), headers, body };
  const response = await scope.send(request);
  // A server may reject direct writes of aggregated rules.
  if (response.status >= 300 && name !== "whole") {
    throw rejected(response, "the ClusterRole could not be changed");
  }
}

/** Waits until the aggregating role contains rules for some resources and not for others. */
async function expectRules(
  scope: Scope,
  present: readonly string[],
  absent: readonly string[],
  requirement: RequirementId,
  name = "whole",
): Promise<boolean> {
  const decision = await awaitDecision(scope, true, () => rulesOf(scope, present, absent, name));
  return verify(requirement, {
    holds: decision.allowed === true,
    expected: `rules for ${present.join(", ")}${absent.length > 0 ? `, none for ${absent}` : ""}`,
    actual: decision.description,
  });
}

/** Reads the aggregating role; allowed if it has rules for some resources and not for others. */
async function rulesOf(
  scope: Scope,
  present: readonly string[],
  absent: readonly string[],
  name = "whole",
): Promise<Decided> {
  const { json } = await scope.send({ method: "GET", path: pathOf(scope, name) });
  const text = canonical(asObject(json)?.rules ?? []);
  const has = (resource: string) => text.includes(`"${resource}"`);
  return { allowed: present.every(has) && !absent.some(has), description: text };
}
