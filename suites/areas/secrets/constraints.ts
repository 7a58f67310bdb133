/**
 * Checks of the constraints on secrets: keys, encoding, size, `type` and `immutable`.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import { base64 } from "./model/data.ts";
import type { RequirementId } from "../../catalogue.ts";
import { collectionPath } from "../../resources/path.ts";
import { secret } from "../../resources/secret.ts";
import { describeResponse, expectError, expectSuccess } from "../../session/violation.ts";
import { pathOf, withMetadata, writeRequest } from "../../session/write_request.ts";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { emptySecret } from "./data_writes.ts";

const KEY_CHARACTERS = /^[A-Za-z0-9._-]*$/;

/** Strings that are not base64 (RFC 4648 section 4): wrong alphabet, length or padding. */
const NOT_BASE64 = ["!", "YQ", "YQ=", "YQ===", "Y", "_-8=", "a b c d ", "=", "YQ==YQ==", "%%%%"];

/** Writes that change an immutable secret's data, by the requirement that they are rejected. */
const DATA_CHANGES: Readonly<Record<string, (object: JsonObject) => Partial<HttpRequest>>> = {
  "secrets.immutable-rejects-update": (object) => ({
    method: "PUT",
    body: { ...object, data: { a: base64("changed") } },
  }),
  "secrets.immutable-rejects-patch": () => ({
    method: "PATCH",
    body: { data: { a: base64("changed") } },
    headers: { "content-type": "application/merge-patch+json" },
  }),
  "secrets.immutable-rejects-string-data": () => ({
    method: "PATCH",
    body: { stringData: { a: "changed" } },
    headers: { "content-type": "application/merge-patch+json" },
  }),
};

const JSON_PATCHES: readonly Json[] = [
  [{ op: "remove", path: "/data/a" }],
  [{ op: "add", path: "/data/b", value: "" }],
  [{ op: "replace", path: "/data", value: {} }],
  [{ op: "remove", path: "/data" }],
];

/** Checks of the constraints. */
export const CONSTRAINTS: readonly Check[] = [
  property<{ before: string; wrong: string; after: string; field: "data" | "stringData" }>({
    id: "secrets/key-other-rejected",
    title: "A key with a character other than letters, digits, `-`, `_` and `.` is rejected",
    requirements: ["secrets.key-other-rejected", "secrets.string-data-key-other-rejected"],
    level: "must",
    arbitrary: () => {
      const valid = fc.constantFrom("", "a", "B-2", "c_d", "e.f");
      return fc.record({
        before: valid,
        wrong: fc.oneof(
          fc.constantFrom("/", " ", ":", "@", "\\", "~", "+", "=", "é", "\n", "*", "ſ", "１"),
          fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 })
            .filter((character) => !KEY_CHARACTERS.test(character)),
        ),
        after: valid,
        field: fc.constantFrom("data" as const, "stringData" as const),
      });
    },
    run: async (scope, { before, wrong, after, field }) => {
      const object = { ...emptySecret(scope), [field]: { [before + wrong + after]: "YQ==" } };
      const requirement = field === "data"
        ? "secrets.key-other-rejected"
        : "secrets.string-data-key-other-rejected";
      expectError(requirement, await scope.create(secret, object));
    },
  }),
  property<{ value: string }>({
    id: "secrets/data-is-base64",
    title: "A value of `data` that is not base64 is rejected",
    requirements: ["secrets.data-is-base64"],
    level: "must",
    arbitrary: () => fc.record({ value: fc.constantFrom(...NOT_BASE64) }),
    run: async (scope, { value }) => {
      const response = await scope.create(secret, { ...emptySecret(scope), data: { a: value } });
      expectError("secrets.data-is-base64", response);
    },
  }),
  example({
    id: "secrets/data-array-rejected",
    title: "A value of `data` given as an array of bytes is rejected",
    requirements: ["secrets.data-array-rejected"],
    level: "must",
    run: async (scope) => {
      for (const value of [[], [1, 2]]) {
        const response = await scope.create(secret, { ...emptySecret(scope), data: { a: value } });
        expectError("secrets.data-array-rejected", response);
      }
    },
  }),
  example({
    id: "secrets/key-empty-rejected",
    title: "An empty key of `data` is rejected",
    requirements: ["secrets.key-empty-rejected"],
    level: "convention",
    run: async (scope) => {
      const response = await scope.create(secret, { ...emptySecret(scope), data: { "": "YQ==" } });
      expectError("secrets.key-empty-rejected", response);
    },
  }),
  property<{ change: number; value: string }>({
    id: "secrets/immutable",
    title:
      "An immutable secret rejects every change of its `data` and accepts changes of its metadata",
    requirements: [
      "secrets.immutable-rejects-update",
      "secrets.immutable-rejects-patch",
      "secrets.immutable-rejects-string-data",
      "secrets.immutable-data-unchanged",
      "secrets.immutable-metadata-updatable",
      "secrets.immutable-cannot-be-unset",
      "secrets.immutable-kept",
    ],
    level: "must",
    arbitrary: () =>
      fc.record({
        change: fc.nat({ max: Object.keys(DATA_CHANGES).length + JSON_PATCHES.length + 1 }),
        value: fc.constantFrom("one", "two"),
      }),
    run: async (scope, { change, value }) => {
      const object: JsonObject = {
        ...emptySecret(scope),
        data: { a: base64("kept") },
        immutable: true,
      };
      const created = await scope.create(secret, object);
      if (created.status >= 300) throw new Discard("the secret could not be created");
      expectImmutable(created);
      const path = pathOf(scope, secret, object);
      const { requirement, request } = numberedChange(object, change);
      const response = await scope.send({ method: "PATCH", path, ...request });
      expectError(requirement, response);
      const patch = { metadata: { annotations: { written: value } } };
      const updated = await scope.send({
        method: "PATCH",
        path,
        body: patch,
        headers: { "content-type": "application/merge-patch+json" },
      });
      expectSuccess("secrets.immutable-metadata-updatable", updated);
      const labels = { ...(asObject(object.metadata)?.labels as JsonObject), written: value };
      const update = writeRequest(scope, secret, "PUT", withMetadata(object, { labels }));
      expectSuccess("secrets.immutable-metadata-updatable", await scope.send(update));
      const after = await scope.send({ method: "GET", path });
      expectImmutable(after);
      const { data } = asObject(after.json) ?? {};
      if (canonical(data ?? null) === canonical(object.data ?? null)) return;
      throw new Violation("secrets.immutable-data-unchanged", {
        expected: JSON.stringify(object.data),
        actual: JSON.stringify(data),
      });
    },
  }),
  example({
    id: "secrets/immutable-may-be-deleted",
    title: "An immutable secret can be deleted",
    requirements: ["secrets.immutable-may-be-deleted"],
    level: "convention",
    run: async (scope) => {
      const object = { ...emptySecret(scope), immutable: true };
      const { status } = await scope.create(secret, object);
      if (status >= 300) throw new Discard("the secret could not be created");
      const path = pathOf(scope, secret, object);
      expectSuccess(
        "secrets.immutable-may-be-deleted",
        await scope.send({ method: "DELETE", path }),
      );
      const { status: then } = await scope.send({ method: "GET", path });
      if (then === 404) return;
      throw new Violation("secrets.immutable-may-be-deleted", {
        expected: "404 after the deletion",
        actual: `${then}`,
      });
    },
  }),
  property<{ type: string }>({
    id: "secrets/type-kept",
    title: "A secret keeps the `type` it was created with, whatever the string",
    requirements: ["secrets.type-kept"],
    level: "must",
    arbitrary: () =>
      fc.record({
        type: fc.constantFrom("Opaque", "plumbline.invalid/kind", "some words", "x", "Ü", "a=b"),
      }),
    run: async (scope, { type }) => {
      const response = await scope.create(secret, { ...emptySecret(scope), type });
      expectSuccess("secrets.type-kept", response);
      const read = await scope.send({
        method: "GET",
        path: pathOf(scope, secret, emptySecret(scope)),
      });
      expectType("secrets.type-kept", type, read);
    },
  }),
  example({
    id: "secrets/type-default-opaque",
    title: "The default `type` of a secret is `Opaque`",
    requirements: ["secrets.type-default-opaque"],
    level: "convention",
    run: async (scope) => {
      const { type: _type, ...object } = emptySecret(scope);
      const response = await scope.create(secret, object);
      if (response.status >= 300) throw new Discard("the secret could not be created");
      expectType("secrets.type-default-opaque", "Opaque", response);
    },
  }),
  example({
    id: "secrets/type-fixed",
    title: "The `type` of a secret cannot be changed",
    requirements: ["secrets.type-fixed"],
    level: "convention",
    run: async (scope) => {
      const object = emptySecret(scope);
      const { status } = await scope.create(secret, object);
      if (status >= 300) throw new Discard("the secret could not be created");
      const other = { ...object, type: "plumbline.invalid/other" };
      for (const method of ["PUT", "PATCH"] as const) {
        const response = await scope.send(writeRequest(scope, secret, method, other));
        expectError("secrets.type-fixed", response);
      }
    },
  }),
  example({
    id: "secrets/size",
    title: "`data` of more than 1 MiB in total is rejected and 512 KiB are accepted",
    requirements: [
      "secrets.size-limit",
      "secrets.size-limit-applies-to-total",
      "secrets.size-below-limit-accepted",
    ],
    level: "convention",
    run: async (scope) => {
      const kibibytes = (count: number) => btoa("x".repeat(count * 1024));
      const send = (data: Record<string, string>) =>
        scope.create(secret, { ...emptySecret(scope), data });
      expectError("secrets.size-limit", await send({ a: btoa("x".repeat(1024 * 1024 + 1)) }));
      // In base64 they are below 1.5 MiB, so that no limit on request bodies rejects them first.
      const two = { a: kibibytes(540), b: kibibytes(540) };
      expectError("secrets.size-limit-applies-to-total", await send(two));
      expectSuccess("secrets.size-below-limit-accepted", await send({ a: kibibytes(512) }));
    },
  }),
  example({
    id: "secrets/list-kind",
    title: "A list of secrets is a `SecretList`",
    requirements: ["secrets.list-kind"],
    level: "must",
    run: async (scope) => {
      const path = collectionPath(secret, scope.target.dialect, scope.namespaces[0]);
      // The first list is empty.
      for (const create of [false, true]) {
        if (create) await scope.create(secret, emptySecret(scope));
        const query = { labelSelector: scope.selector };
        const response = await scope.send({ method: "GET", path, query });
        const list = asObject(response.json);
        const isExpected = list?.kind === "SecretList" && list.apiVersion === "v1" &&
          asObject(list.metadata) !== undefined && Array.isArray(list.items);
        if (isExpected) continue;
        throw new Violation("secrets.list-kind", {
          expected: "a v1 SecretList with metadata and items",
          actual: describeResponse(response),
        });
      }
    },
  }),
];

/** Returns the change with this number, and the requirement that it is rejected. */
function numberedChange(
  object: JsonObject,
  change: number,
): { requirement: RequirementId; request: Partial<HttpRequest> } {
  const named = Object.entries(DATA_CHANGES)[change];
  if (named !== undefined) {
    return { requirement: named[0] as RequirementId, request: named[1](object) };
  }
  const patch = JSON_PATCHES[change - Object.keys(DATA_CHANGES).length];
  if (patch !== undefined) {
    const headers = { "content-type": "application/json-patch+json" };
    return { requirement: "secrets.immutable-rejects-patch", request: { body: patch, headers } };
  }
  const immutable = change % 2 === 0 ? false : null;
  const headers = { "content-type": "application/merge-patch+json" };
  return {
    requirement: "secrets.immutable-cannot-be-unset",
    request: { body: { immutable }, headers },
  };
}

function expectImmutable(response: HttpResponse): void {
  const actual = asObject(response.json)?.immutable;
  if (actual === true) return;
  throw new Violation("secrets.immutable-kept", {
    expected: "immutable: true",
    actual: `immutable: ${actual}`,
  });
}

function expectType(requirement: RequirementId, type: string, response: HttpResponse): void {
  const actual = asObject(response.json)?.type;
  if (actual === type) return;
  throw new Violation(requirement, { expected: `type: ${type}`, actual: `type: ${actual}` });
}
