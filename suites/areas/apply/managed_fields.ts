/**
 * Checks of `managedFields` after applies in YAML, dry runs and writes that clear it.
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
import { describeResponse } from "../../session/violation.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";

/** Checks of `managedFields`. */
export const MANAGED_FIELDS: readonly Check[] = [
  example({
    id: "apply/yaml",
    title: "The body of an apply may be YAML",
    requirements: ["apply.accepts-yaml"],
    level: "must",
    run: async (scope) => {
      const { objects, created } = await appliedSecret(scope);
      const labels = Object.entries(scope.labels).map(([key, value]) => `    ${key}: "${value}"`);
      const text = [
        "# A comment",
        "apiVersion: v1",
        "kind: Secret",
        "metadata:",
        `  name: ${nameOf(created)}`,
        "  labels:",
        ...labels,
        "data:",
        "  a: eQ==",
        "",
      ].join("\n");
      const response = await objects.apply(created, { fieldManager: "one" }, text);
      const actual = asObject(asObject(response.json)?.data)?.a;
      if (actual === "eQ==") return;
      throw new Violation("apply.accepts-yaml", {
        expected: "a: eQ==",
        actual: describeResponse(response),
      });
    },
  }),
  example({
    id: "apply/dry-run",
    title: "An apply with `dryRun=All` changes neither fields nor owners",
    requirements: ["apply.dry-run-changes-nothing"],
    level: "must",
    run: async (scope) => {
      const id = "apply.dry-run-changes-nothing";
      const { objects, created } = await appliedSecret(scope);
      const config = { ...objects.newObject("s0"), data: { a: "eQ==", b: "eA==" } };
      const query = { fieldManager: "two", force: "true", dryRun: "All" };
      accepted(await objects.apply(config, query), "an apply with dryRun=All was rejected");
      const missing = { ...objects.newObject("s1") };
      accepted(await objects.apply(missing, query), "an apply with dryRun=All was rejected");
      const [expected, actual] = [created, await objects.read(created)].map((each) =>
        JSON.stringify(each)
      );
      if (expected !== actual) {
        throw new Violation(id, { expected: expected!, actual: actual ?? "no object" });
      }
      if (await objects.read(missing) === undefined) return;
      throw new Violation(id, { expected: "no object", actual: "an object" });
    },
  }),
  managedFieldsAfter(
    "empty-entry",
    "An empty `managedFields` entry resets ownership",
    "apply.empty-entry-clears-managed-fields",
    [{}],
    {},
    "",
  ),
  managedFieldsAfter(
    "empty-list",
    "An empty `managedFields` list keeps ownership",
    "apply.empty-list-keeps-managed-fields",
    [],
    {},
    "Apply one: data/a",
  ),
  managedFieldsAfter(
    "cleared-and-fields-changed",
    "A write that resets ownership owns the fields it changes",
    "apply.clearing-write-owns-its-changes",
    [{}],
    { data: { b: "eA==" } },
    "Update two: data/b",
  ),
];

function managedFieldsAfter(
  name: string,
  title: string,
  requirement: RequirementId,
  managedFields: Json[],
  change: JsonObject,
  expected: string,
): Check {
  return example({
    id: `apply/managed-fields-${name}`,
    title,
    requirements: [requirement],
    level: "must",
    run: async (scope) => {
      const { objects, created } = await appliedSecret(scope);
      const response = await scope.send({
        method: "PATCH",
        path: objects.pathOf(created),
        query: { fieldManager: "two" },
        headers: { "content-type": "application/merge-patch+json" },
        body: { metadata: { managedFields }, ...change },
      });
      const object = accepted(response, "the write was rejected");
      const actual = [...ownersOf(object)]
        .map(([name, paths]) => `${name}: ${[...paths].sort().join(" ")}`).join("; ");
      if (actual === expected) return;
      throw new Violation(requirement, {
        expected: expected || "no owners",
        actual: actual || "no owners",
      });
    },
  });
}

async function appliedSecret(scope: Scope): Promise<{ objects: Objects; created: JsonObject }> {
  const objects = new Objects(scope, resourceType("secrets"));
  const config = { ...objects.newObject("s0"), data: { a: "eA==" } };
  const response = await objects.apply(config, { fieldManager: "one" });
  const created = accepted(response, "the apply was rejected");
  if (metadataOf(created).managedFields === undefined) {
    throw new Discard("the target does not return managedFields");
  }
  return { objects, created };
}
