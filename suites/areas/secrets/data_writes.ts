/**
 * Checks of `data` and `stringData` over sequences of writes, against a model.
 *
 * @module
 */
import fc from "fast-check";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { hasKey } from "../../model/field_injection.ts";
import { asObject, uidOf } from "../../model/object.ts";
import {
  base64,
  dataAfterWrite,
  firstDifference,
  type SecretData,
  type SecretWrite,
} from "./model/data.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Target } from "../../client/target.ts";
import { collectionPath } from "../../resources/path.ts";
import { secret } from "../../resources/secret.ts";
import type { Scope } from "../../scope.ts";
import { expectSuccess } from "../../session/violation.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { pathOfObject, writeRequest } from "../../session/write_request.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { rejected } from "../../session/objects.ts";
import { verify } from "../../verify.ts";

/** A write of an existing secret. */
interface WriteStep {
  readonly form: WriteForm;
  readonly data: Readonly<Record<string, string | null>>;
  readonly stringData: Readonly<Record<string, string>>;
}

/** The initial values of a secret, and the writes that follow. */
interface WriteCase {
  readonly data: SecretData;
  readonly stringData: Readonly<Record<string, string>>;
  /** Sends `immutable: false` if true, and no `immutable` otherwise. */
  readonly sendsImmutable: boolean;
  readonly steps: readonly WriteStep[];
}

/** A write of `stringData`. */
interface ResponseCase {
  readonly form: "create" | WriteForm;
  readonly dryRun: boolean;
}

const keys = () =>
  fc.constantFrom("a", "B2", "with-dash", "with_underscore", "with.dot", ".hidden");

const bytes = () =>
  fc.array(fc.nat({ max: 255 }), { maxLength: 5 }).map((values) => base64(values));

const strings = () => fc.constantFrom("", "a", "plain text", "é", "🜚\n", "YQ==", '"\\\u0000');

function arbitraryWrites(target: Target): fc.Arbitrary<WriteCase> {
  const stringData = fc.dictionary(keys(), strings(), { maxKeys: 2 });
  return fc.record({
    data: fc.dictionary(keys(), bytes(), { maxKeys: 3 }),
    stringData,
    sendsImmutable: fc.boolean(),
    steps: fc.array(
      fc.record({
        form: fc.constantFrom(...WRITE_FORMS.filter((form) => supports(target, form))),
        data: fc.dictionary(keys(), fc.option(bytes(), { freq: 3 }), { maxKeys: 2 }),
        stringData,
      }),
      { maxLength: 2 },
    ),
  });
}

/** Checks of the values of secrets. */
export const DATA_WRITES: readonly Check[] = [
  property<WriteCase>({
    id: "secrets/data-after-writes",
    title: "`data` after any sequence of writes equals `data` and `stringData` merged",
    requirements: [
      "secrets.data-kept",
      "secrets.key-alphanumerics",
      "secrets.key-dash",
      "secrets.key-underscore",
      "secrets.key-dot",
      "secrets.string-data-merged",
      "secrets.string-data-overwrites",
      "secrets.string-data-leaves-others",
      "secrets.string-data-not-in-reads",
      "secrets.immutable-default-unset",
      "secrets.immutable-kept",
      "secrets.mutable-data-updated",
      "secrets.update-replaces-data",
    ],
    version: 2,
    uses: ["strategic-merge-patch", "server-side-apply"],
    arbitrary: arbitraryWrites,
    run: async (scope, { data, stringData, sendsImmutable, steps }) => {
      const object: JsonObject = {
        ...emptySecret(scope),
        data,
        stringData,
        ...(sendsImmutable && { immutable: false }),
      };
      const created = await scope.create(secret, object);
      if (created.status >= 400) await expectKeysAccepted(scope, { data, stringData });
      expectAccepted(requirementOfKeys({ data, stringData }), created);
      let expected = dataAfterWrite({}, { data, stringData });
      await expectData(scope, object, expected, { data, stringData });
      for (const [at, step] of steps.entries()) {
        scope.note(step.form);
        const { data: removing, ...others } = step;
        // Only patches remove keys one by one.
        const write = { ...others, data: withNulls(step.form, removing, expected) };
        const { data: _data, stringData: _strings, ...rest } = object;
        // The field may be absent once it is empty.
        const current = Object.keys(expected).length > 0 ? { ...rest, data: expected } : rest;
        const change = { data: { ...write.data }, stringData: { ...write.stringData } };
        const manager = `plumbline-${at}`;
        const request = step.form === "update"
          ? { ...writeRequest(scope, secret, "PUT", { ...current, ...change }) }
          : changeRequest(scope, secret, current, step.form, change, { manager });
        const response = await scope.send(request);
        expectAccepted("secrets.mutable-data-updated", response);
        expected = dataAfterWrite(step.form === "update" ? {} : expected, write);
        await expectData(scope, object, expected, write, step.form);
      }
      const { json } = await scope.send({
        method: "GET",
        path: pathOfObject(scope, secret, object),
      });
      const actual = asObject(json)?.immutable;
      verify(sendsImmutable ? "secrets.immutable-kept" : "secrets.immutable-default-unset", {
        holds: sendsImmutable ? actual === false : actual === undefined || actual === null,
        expected: sendsImmutable ? "immutable: false" : "no field immutable",
        actual: `immutable: ${actual}`,
      });
    },
  }),
  property<ResponseCase>({
    id: "secrets/string-data-not-in-write-responses",
    title: "The response to a write, or to a dry run of it, does not contain `stringData`",
    version: 2,
    requirements: ["secrets.string-data-not-in-write-responses"],
    uses: ["strategic-merge-patch", "server-side-apply", "dry-run"],
    ...enumerated((target) =>
      combinations<ResponseCase>({
        form: ["create", ...WRITE_FORMS.filter((form) => supports(target, form))],
        dryRun: target.lacks?.includes("dry-run") ? [false] : [false, true],
      }, 0)
    ),
    run: async (scope, { form, dryRun }) => {
      scope.note(form);
      const query = dryRun ? { dryRun: "All" } : {};
      const object = emptySecret(scope);
      const change = { stringData: { a: "plain text", B2: "" } };
      if (form !== "create") await scope.create(secret, { ...object, data: { a: "YQ==" } });
      const response = await scope.send(
        form === "create"
          ? writeRequest(scope, secret, "POST", { ...object, ...change }, { query })
          : changeRequest(scope, secret, object, form, change, { query }),
      );
      if (response.status >= 300) throw rejected(response, "the write was rejected");
      expectNoStringData("secrets.string-data-not-in-write-responses", response.json);
    },
  }),
  property<{ first: string; then: string }>({
    id: "secrets/string-data-not-in-watch-events",
    share: 0.3,
    title: "Watch events contain the `data` of secrets and never `stringData`",
    requirements: ["secrets.string-data-not-in-watch-events"],
    arbitrary: () => fc.record({ first: strings(), then: strings() }),
    run: async (scope, { first, then }) => {
      const object = emptySecret(scope);
      const path = collectionPath(secret, scope.target.dialect, scope.namespaces[0]);
      const watch = await scope.watch({ path, query: { labelSelector: scope.selector } });
      const created = await scope.create(secret, { ...object, stringData: { first } });
      if (created.status >= 300) throw rejected(created, "the secret could not be created");
      const change = { ...object, stringData: { first, then } };
      await scope.send(writeRequest(scope, secret, "PATCH", change));
      const seen = await watch.waitFor(({ object }) => hasKey(object, "then"));
      for (const document of watch.documents) {
        expectNoStringData("secrets.string-data-not-in-watch-events", document.object);
      }
      if (seen === undefined) throw new Discard("the watch did not deliver the change");
    },
  }),
];

/** Returns a secret without data, not yet created. @param name the words of its name */
export function emptySecret(scope: Scope, name?: string): JsonObject {
  const { data: _data, ...object } = scope.newObject(secret, name === undefined ? {} : { name });
  return object;
}

/** Returns the data to write; only patches can remove keys, which nulls stand for. */
function withNulls(
  form: WriteForm,
  data: WriteStep["data"],
  before: SecretData,
): WriteStep["data"] {
  if (form === "merge-patch" || form === "json-patch") return data;
  // Old servers set a key that a strategic merge patch removes and that does not exist.
  const mayRemove = (key: string) => form === "strategic-merge-patch" && key in before;
  return Object.fromEntries(
    Object.entries(data).filter(([key, value]) => value !== null || mayRemove(key)),
  );
}

/** After a rejected create, finds a key that is rejected on its own. */
async function expectKeysAccepted(scope: Scope, { data = {}, stringData = {} }: SecretWrite) {
  for (const [at, key] of Object.keys({ ...data, ...stringData }).entries()) {
    const alone = { ...scope.newObject(secret, { name: `key${at}` }), data: { [key]: "YQ==" } };
    expectAccepted(requirementOfKeys({ data: alone.data }), await scope.create(secret, alone));
  }
}

/** Returns the requirement for the rarest character, violated by rejecting valid keys. */
function requirementOfKeys({ data = {}, stringData = {} }: SecretWrite): RequirementId {
  const text = Object.keys({ ...data, ...stringData }).join("");
  if (text.includes(".")) return "secrets.key-dot";
  if (text.includes("_")) return "secrets.key-underscore";
  if (text.includes("-")) return "secrets.key-dash";
  return "secrets.key-alphanumerics";
}

function expectAccepted(requirement: RequirementId, response: HttpResponse): void {
  if (response.status === 409) throw new Discard("another client changed the secret");
  expectSuccess(requirement, response);
}

async function expectData(
  scope: Scope,
  object: JsonObject,
  expected: SecretData,
  write: SecretWrite,
  form?: WriteForm,
): Promise<void> {
  const response = await scope.send({ method: "GET", path: pathOfObject(scope, secret, object) });
  const actual = asObject(response.json);
  if (response.status !== 200 || actual === undefined || uidOf(actual) === undefined) {
    throw new Discard("the secret could not be read");
  }
  expectNoStringData("secrets.string-data-not-in-reads", actual);
  const difference = firstDifference(expected, actual.data);
  if (difference === undefined) return;
  const { stringData = {}, data = {} } = write;
  throw new Violation(
    form === "update" && difference.expected === undefined
      ? "secrets.update-replaces-data"
      : difference.key in stringData
      ? (difference.key in data ? "secrets.string-data-overwrites" : "secrets.string-data-merged")
      : Object.keys(stringData).length > 0 && difference.actual === undefined
      ? "secrets.string-data-leaves-others"
      : "secrets.data-kept",
    {
      expected: `data.${difference.key}: ${difference.expected}`,
      actual: `data.${difference.key}: ${difference.actual}`,
    },
  );
}

function expectNoStringData(requirement: RequirementId, json: Json | undefined): void {
  const object = asObject(json);
  // A search of the whole object would match managedFields, which may name the field.
  verify(requirement, {
    holds: object === undefined || !("stringData" in object) || object.stringData === null,
    expected: "no field stringData",
    actual: JSON.stringify(object?.stringData),
  });
}
