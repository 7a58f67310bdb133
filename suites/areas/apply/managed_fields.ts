/**
 * Checks of `managedFields` after applies in YAML, dry runs and writes that clear it.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { ownersOf } from "./model/object_fields.ts";
import { asObject, metadataOf, nameOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { namesOf, resourceType, typeNamed } from "../../resources/mod.ts";
import type { Target } from "../../client/target.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { describeResponse } from "../../session/violation.ts";
import { changeRequest, supports, type WriteForm } from "../../session/write_forms.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { stopUnless, verify } from "../../verify.ts";

/** The forms of a write that may set `managedFields`. */
const UPDATES = ["update", "merge-patch", "strategic-merge-patch", "json-patch"] as const;

const formsOf = ({ lacks = [] }: Target) => UPDATES.filter((form) => supports({ lacks }, form));

const lacksDryRun = ({ lacks = [] }: Target) => lacks.includes("dry-run");

/** A number beyond bounds of 10. */
const MANY_MANAGERS = 12;

/** Parameters beside `fieldManager`: they do not change whose the fields are. */
const OTHER_PARAMETERS = { dryRun: "All", fieldValidation: "Strict" } as const;

/** A write that is not an apply, by the manager that its parameter names. */
interface OtherWrite {
  readonly resource: string;
  readonly verb: "create" | "create with a generated name" | Exclude<WriteForm, "apply">;
  /** True if the request has other parameters, too. */
  readonly others: boolean;
}

/** Returns the fields that the causes of a Status name. */
function causedFields({ json }: HttpResponse): readonly string[] {
  const causes = asObject(asObject(json)?.details)?.causes;
  return (Array.isArray(causes) ? causes : []).map((cause) => String(asObject(cause)?.field));
}

/** Checks of `managedFields`. */
export const MANAGED_FIELDS: readonly Check[] = [
  example({
    id: "apply/yaml",
    version: 2,
    types: ["secrets"],
    title: "The body of an apply may be YAML",
    requirements: ["apply.accepts-yaml"],
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
      const spellings = [
        text,
        text.replaceAll("\n", "\r\n"),
        `---\n${text}`,
        text.replace("a: eQ==", `"a": 'eQ==' # another comment`),
        text.replace("data:\n  a: eQ==", 'data: {a: "eQ=="}'),
        text.replace("a: eQ==", "a: |-\n    eQ=="),
        text.replace("a: eQ==", "a: >-\n    eQ==").replaceAll("\n", "\r\n"),
        text.replace("a: eQ==", 'a: "\\x65Q=="'),
      ];
      for (const spelling of spellings) {
        const before = { ...objects.newObject("s0"), data: { a: "eA==" } };
        const reset = await objects.apply(before, { fieldManager: "one" });
        accepted(reset, "an apply was rejected");
        const response = await objects.apply(created, { fieldManager: "one" }, spelling);
        const actual = asObject(asObject(response.json)?.data)?.a;
        verify("apply.accepts-yaml", {
          holds: actual === "eQ==",
          expected: `a: eQ== after an apply of ${JSON.stringify(spelling)}`,
          actual: describeResponse(response),
        });
      }
    },
  }),
  example({
    id: "apply/many-managers",
    types: ["secrets"],
    title: "Each of twelve managers keeps the field that it applied",
    requirements: ["apply.conflict-reported", "apply.every-conflict-reported"],
    run: async (scope) => {
      const { objects } = await appliedSecret(scope);
      const keys = Array.from({ length: MANY_MANAGERS }, (_, at) => `plumbline.invalid/${at}x`);
      const annotated = (keys: readonly string[], value: string): JsonObject => {
        const annotations = Object.fromEntries(keys.map((key) => [key, value]));
        const object = objects.newObject("s0");
        return { ...object, metadata: { ...metadataOf(object), annotations } };
      };
      for (const [at, key] of keys.entries()) {
        const response = await objects.apply(annotated([key], "own"), {
          fieldManager: `plumbline-${at}`,
        });
        accepted(response, "an apply was rejected");
      }
      const response = await objects.apply(annotated(keys, "other"), {
        fieldManager: "plumbline-other",
      });
      const isReported = verify("apply.conflict-reported", {
        holds: response.status >= 400,
        expected: `a conflict with ${keys.length} managers`,
        actual: describeResponse(response),
      });
      stopUnless(isReported, "the causes of the conflict");
      const fields = causedFields(response);
      const unnamed = keys.filter((key) => !fields.some((field) => field.endsWith(key)));
      verify("apply.every-conflict-reported", {
        holds: unnamed.length === 0 || unnamed.length === keys.length,
        expected: `causes for ${keys.join()}`,
        actual: `none for ${unnamed.join()}`,
      });
    },
  }),
  example({
    id: "apply/conflicting-items",
    types: ["deployments"],
    title: "A conflict over an item of a list names the item",
    requirements: ["apply.conflict-reported", "apply.conflict-names-fields"],
    run: async (scope) => {
      const objects = new Objects(scope, resourceType("deployments"));
      const withImage = (image: string): JsonObject => {
        const object = objects.newObject("s0");
        const spec = asObject(object.spec)!;
        const template = asObject(spec.template)!;
        const others = asObject(template.spec)!;
        const containers = ["first", "second"].map((name) => ({
          name,
          image: `plumbline.invalid/${name === "second" ? image : name}`,
        }));
        return {
          ...object,
          spec: { ...spec, template: { ...template, spec: { ...others, containers } } },
        };
      };
      accepted(
        await objects.apply(withImage("one"), { fieldManager: "one" }),
        "an apply was rejected",
      );
      const response = await objects.apply(withImage("two"), { fieldManager: "two" });
      const isReported = verify("apply.conflict-reported", {
        holds: response.status >= 400,
        expected: "a conflict over the image of one container",
        actual: describeResponse(response),
      });
      stopUnless(isReported, "the causes of the conflict");
      verify("apply.conflict-names-fields", {
        holds: causedFields(response).some((field) =>
          field.endsWith('containers[name="second"].image')
        ),
        expected: 'a cause for containers[name="second"].image',
        actual: describeResponse(response),
      });
    },
  }),
  property<{ resource: string; force: boolean }>({
    id: "apply/dry-run",
    version: 2,
    title: "An apply with `dryRun=All` changes neither fields nor owners",
    requirements: ["apply.dry-run-changes-nothing"],
    ...enumerated((target) => combinations({ resource: namesOf(target), force: [false, true] }, 0)),
    run: async (scope, { resource, force }) => {
      const id = "apply.dry-run-changes-nothing";
      const { objects, created } = await appliedAnnotation(scope, resource);
      const annotations: JsonObject = force ? { a: "z", b: "y" } : { b: "y" };
      const config = objects.newObject("s0", { annotations }, { content: 1 });
      const query = { fieldManager: "two", force: "true", dryRun: "All" };
      accepted(await objects.apply(config, query), "an apply with dryRun=All was rejected");
      const missing = objects.newObject("s1");
      accepted(await objects.apply(missing, query), "an apply with dryRun=All was rejected");
      const [expected, actual] = [created, await objects.read(created)].map((each) =>
        JSON.stringify(each)
      );
      verify(id, { holds: expected === actual, expected, actual: actual ?? "no object" });
      verify(id, {
        holds: await objects.read(missing) === undefined,
        expected: "no object",
        actual: "an object",
      });
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
    "Apply one: annotations/a",
  ),
  managedFieldsAfter(
    "cleared-and-fields-changed",
    "A write that resets ownership owns the fields it changes",
    "apply.clearing-write-owns-its-changes",
    [{}],
    { metadata: { annotations: { b: "y" } } },
    "Update two: annotations/b",
  ),
  property<OtherWrite>({
    id: "apply/manager-of-other-writes",
    version: 2,
    title: "`fieldManager` names the owner of the fields that a create, update or patch sets",
    requirements: ["apply.manager-of-other-writes"],
    ...enumerated((target) =>
      combinations<OtherWrite>({
        resource: namesOf(target),
        verb: ["create", "create with a generated name", ...formsOf(target)],
        others: [false, ...(lacksDryRun(target) ? [] : [true])],
      }, 0)
    ),
    run: async (scope, { resource, verb, others }) => {
      scope.note(verb);
      const { objects, created } = await appliedAnnotation(scope, resource);
      const query = { fieldManager: "two", ...(others && OTHER_PARAMETERS) };
      const written = { annotations: { b: "y" } };
      const response = verb === "create"
        ? await scope.create(objects.type, objects.newObject("s1", written), query)
        : verb === "create with a generated name"
        ? await scope.create(
          objects.type,
          objects.newObject("s1", { ...written, generateName: `${scope.id}-`, name: null }),
          query,
        )
        : await scope.send(
          changeRequest(scope, objects.type, created, verb, { metadata: written }, { query }),
        );
      const object = accepted(response, "the write was rejected");
      const owned = ownersOf(object).get("Update two") ?? new Set();
      verify("apply.manager-of-other-writes", {
        holds: owned.has("annotations/b") && !owned.has("annotations/a"),
        expected: "an entry of operation Update by the manager two with annotations/b",
        actual: JSON.stringify(metadataOf(object).managedFields ?? null),
      });
    },
  }),
];

function managedFieldsAfter(
  name: string,
  title: string,
  requirement: RequirementId,
  managedFields: Json[],
  change: JsonObject,
  expected: string,
): Check {
  return property<{ resource: string; form: Exclude<WriteForm, "apply"> }>({
    id: `apply/managed-fields-${name}`,
    version: 2,
    title,
    requirements: [requirement],
    ...enumerated((target) =>
      combinations<{ resource: string; form: Exclude<WriteForm, "apply"> }>({
        resource: namesOf(target),
        form: formsOf(target),
      }, 0)
    ),
    run: async (scope, { resource, form }) => {
      scope.note(form);
      const { objects, created } = await appliedAnnotation(scope, resource);
      const metadata = { managedFields, ...asObject(change.metadata) };
      const response = await scope.send(
        changeRequest(scope, objects.type, created, form, { metadata }, {
          query: { fieldManager: "two" },
        }),
      );
      const object = accepted(response, "the write was rejected");
      const actual = [...ownersOf(object)].map(([name, paths]) =>
        [name, [...paths].filter((path) => path.startsWith("annotations/")).sort()] as const
      ).filter(([, paths]) => paths.length > 0)
        .map(([name, paths]) => `${name}: ${paths.join(" ")}`).join("; ");
      verify(requirement, {
        holds: actual === expected,
        expected: expected || "no owners",
        actual: actual || "no owners",
      });
    },
  });
}

/** Applies an annotation to a new object. */
async function appliedAnnotation(
  scope: Scope,
  resource: string,
): Promise<{ objects: Objects; created: JsonObject }> {
  const objects = new Objects(scope, typeNamed(scope.target, resource));
  const object = objects.newObject("s0", { annotations: { a: "x" } });
  const response = await objects.apply(object, { fieldManager: "one" });
  const created = accepted(response, "the apply was rejected");
  if (metadataOf(created).managedFields === undefined) {
    throw new Discard("the target does not return managedFields");
  }
  return { objects, created };
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
