/**
 * What becomes of the records of ownership: YAML, dry applies, and clearing.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import { ownersOf } from "./model/secret_fields.ts";
import { asObject, metadataOf, nameOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { describeAnswer } from "../../session/violation.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { apply } from "./requests.ts";

/** Records. */
export const RECORDS: readonly Check[] = [
  example({
    id: "apply/yaml",
    title: "An apply may be written in YAML",
    requirements: ["apply.takes-yaml"],
    level: "must",
    run: async (scope) => {
      const { objects, made } = await appliedSecret(scope);
      const labels = Object.entries(scope.labels).map(([key, value]) => `    ${key}: "${value}"`);
      const text = [
        "# A comment",
        "apiVersion: v1",
        "kind: Secret",
        "metadata:",
        `  name: ${nameOf(made)}`,
        "  labels:",
        ...labels,
        "data:",
        "  a: eQ==",
        "",
      ].join("\n");
      const answer = await apply(objects, made, { fieldManager: "one" }, text);
      const actual = asObject(asObject(answer.json)?.data)?.a;
      if (actual === "eQ==") return;
      throw new Violation("apply.takes-yaml", {
        expected: "a: eQ==",
        actual: describeAnswer(answer),
      });
    },
  }),
  example({
    id: "apply/dry-run",
    title: "A dry apply changes nothing",
    requirements: ["apply.dry-run-leaves-no-trace"],
    level: "must",
    run: async (scope) => {
      const id = "apply.dry-run-leaves-no-trace";
      const { objects, made } = await appliedSecret(scope);
      const config = { ...objects.make("s0"), data: { a: "eQ==", b: "eA==" } };
      const query = { fieldManager: "two", force: "true", dryRun: "All" };
      accepted(await apply(objects, config, query), "a dry apply was refused");
      const missing = { ...objects.make("s1") };
      accepted(await apply(objects, missing, query), "a dry apply was refused");
      const [expected, actual] = [made, await objects.read(made)].map((each) =>
        JSON.stringify(each)
      );
      if (expected !== actual) {
        throw new Violation(id, { expected: expected!, actual: actual ?? "gone" });
      }
      if (await objects.read(missing) === undefined) return;
      throw new Violation(id, { expected: "no object", actual: "an object" });
    },
  }),
  clearing("one-empty-entry", "apply.one-empty-entry-clears", [{}], {}, ""),
  clearing("empty-list", "apply.empty-list-keeps", [], {}, "Apply one: data/a"),
  clearing(
    "clear-and-change",
    "apply.clearing-writer-owns-its-changes",
    [{}],
    { data: { b: "eA==" } },
    "Update two: data/b",
  ),
];

function clearing(
  words: string,
  requirement: RequirementId,
  managedFields: Json[],
  change: JsonObject,
  expected: string,
): Check {
  return example({
    id: `apply/${words}`,
    title: `Records after a write with ${JSON.stringify(managedFields)} and ${
      JSON.stringify(change)
    }`,
    requirements: [requirement],
    level: "must",
    run: async (scope) => {
      const { objects, made } = await appliedSecret(scope);
      const answer = await scope.send({
        method: "PATCH",
        path: objects.pathOf(made),
        query: { fieldManager: "two" },
        headers: { "content-type": "application/merge-patch+json" },
        body: { metadata: { managedFields }, ...change },
      });
      const object = accepted(answer, "the write was refused");
      const actual = [...ownersOf(object)]
        .map(([name, paths]) => `${name}: ${[...paths].sort().join(" ")}`).join("; ");
      if (actual === expected) return;
      throw new Violation(requirement, {
        expected: expected || "no records",
        actual: actual || "no records",
      });
    },
  });
}

async function appliedSecret(scope: Scope): Promise<{ objects: Objects; made: JsonObject }> {
  const objects = new Objects(scope, resourceType("secrets"));
  const config = { ...objects.make("s0"), data: { a: "eA==" } };
  const answer = await apply(objects, config, { fieldManager: "one" });
  const made = accepted(answer, "an apply was refused");
  if (metadataOf(made).managedFields === undefined) throw new Discard("no records are shown");
  return { objects, made };
}
