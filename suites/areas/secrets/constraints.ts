/**
 * Checks of the constraints on secrets: keys, encoding, size, `type` and `immutable`.
 *
 * @module
 */
import fc from "fast-check";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Target } from "../../client/target.ts";
import { collectionPath } from "../../resources/path.ts";
import { secret } from "../../resources/secret.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse, expectError, expectSuccess } from "../../session/violation.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { pathOfObject, withGeneratedName, writeRequest } from "../../session/write_request.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { emptySecret } from "./data_writes.ts";
import { rejected } from "../../session/objects.ts";
import { verify } from "../../verify.ts";

const KEY_CHARACTERS = /^[A-Za-z0-9._-]*$/;

/** Strings that are not base64 (RFC 4648 section 4): wrong alphabet, length or padding. */
const NOT_BASE64 = ["!", "YQ", "YQ=", "YQ===", "Y", "_-8=", "a b c d ", "=", "YQ==YQ==", "%%%%"];

/** The status of a create whose `data` is too large by its own validation. */
const INVALID = 422;

const KIBIBYTE = 1024;

/** The bytes of a value that is larger than the maximum of real servers, 1 MiB. */
const LARGE = 1024 * KIBIBYTE + 1;

/** Returns a value of so many bytes, in base64. */
const text = (bytes: number): string => btoa("x".repeat(bytes));

/** The forms of creates: the server may handle those apart whose name it generates. */
const CREATES = ["create", "create a name"] as const;

/** A value that must be rejected, and the form of the write. */
interface RejectedCase {
  readonly form: typeof CREATES[number] | WriteForm;
}

/** Returns an arbitrary of the forms of writes, half of them creates. */
function writeForm(target: Target): fc.Arbitrary<RejectedCase["form"]> {
  const forms = WRITE_FORMS.filter((form) => supports(target, form));
  return fc.oneof(fc.constantFrom(...CREATES), fc.constantFrom(...forms));
}

/** Checks of the constraints. */
export const CONSTRAINTS: readonly Check[] = [
  property<
    RejectedCase & {
      before: string;
      wrong: string;
      after: string;
      field: "data" | "stringData";
      value: string;
    }
  >({
    id: "secrets/key-other-rejected",
    version: 3,
    title: "A key with a character other than letters, digits, `-`, `_` and `.` is rejected",
    requirements: ["secrets.key-other-rejected", "secrets.string-data-key-other-rejected"],
    uses: ["strategic-merge-patch", "server-side-apply"],
    arbitrary: (target) => {
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
        // A key is one without a value, too.
        value: fc.constantFrom("YQ==", "YQ==", ""),
        form: writeForm(target),
      });
    },
    run: async (scope, { before, wrong, after, field, form, value }) => {
      const requirement = field === "data"
        ? "secrets.key-other-rejected"
        : "secrets.string-data-key-other-rejected";
      await expectRejected(scope, requirement, form, {
        [field]: { [before + wrong + after]: value },
      });
    },
  }),
  property<RejectedCase & { value: string }>({
    id: "secrets/data-is-base64",
    version: 3,
    title: "A value of `data` that is not base64 is rejected",
    requirements: ["secrets.data-is-base64"],
    uses: ["strategic-merge-patch", "server-side-apply"],
    ...enumerated((target) =>
      combinations<RejectedCase & { value: string }>({
        value: NOT_BASE64,
        form: [...CREATES, ...WRITE_FORMS.filter((form) => supports(target, form))],
      }, 0)
    ),
    run: (scope, { value, form }) =>
      expectRejected(scope, "secrets.data-is-base64", form, { data: { a: value } }),
  }),
  example({
    id: "secrets/data-array-rejected",
    title: "A value of `data` given as an array of bytes is rejected",
    requirements: ["secrets.data-array-rejected"],
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
    run: async (scope) => {
      const response = await scope.create(secret, { ...emptySecret(scope), data: { "": "YQ==" } });
      expectError("secrets.key-empty-rejected", response);
    },
  }),
  example({
    id: "secrets/immutable-may-be-deleted",
    title: "An immutable secret can be deleted",
    requirements: ["secrets.immutable-may-be-deleted"],
    run: async (scope) => {
      const object = { ...emptySecret(scope), immutable: true };
      const created = await scope.create(secret, object);
      if (created.status >= 300) throw rejected(created, "the secret could not be created");
      const path = pathOfObject(scope, secret, object);
      expectSuccess(
        "secrets.immutable-may-be-deleted",
        await scope.send({ method: "DELETE", path }),
      );
      const { status: then } = await scope.send({ method: "GET", path });
      verify("secrets.immutable-may-be-deleted", {
        holds: then === 404,
        expected: "404 after the deletion",
        actual: `${then}`,
      });
    },
  }),
  property<{ type: string }>({
    id: "secrets/type-kept",
    title: "A secret keeps the `type` it was created with, whatever the string",
    requirements: ["secrets.type-kept"],
    ...enumerated(() =>
      ["Opaque", "plumbline.invalid/kind", "some words", "x", "Ü", "a=b"].map((type) => ({ type }))
    ),
    run: async (scope, { type }) => {
      const response = await scope.create(secret, { ...emptySecret(scope), type });
      expectSuccess("secrets.type-kept", response);
      const read = await scope.send({
        method: "GET",
        path: pathOfObject(scope, secret, emptySecret(scope)),
      });
      expectType("secrets.type-kept", type, read);
    },
  }),
  example({
    id: "secrets/type-default-opaque",
    title: "The default `type` of a secret is `Opaque`",
    requirements: ["secrets.type-default-opaque"],
    run: async (scope) => {
      const { type: _type, ...object } = emptySecret(scope);
      const response = await scope.create(secret, object);
      if (response.status >= 300) throw rejected(response, "the secret could not be created");
      expectType("secrets.type-default-opaque", "Opaque", response);
    },
  }),
  example({
    id: "secrets/type-fixed",
    title: "The `type` of a secret cannot be changed",
    requirements: ["secrets.type-fixed"],
    run: async (scope) => {
      const object = emptySecret(scope);
      const created = await scope.create(secret, object);
      if (created.status >= 300) throw rejected(created, "the secret could not be created");
      const other = { ...object, type: "plumbline.invalid/other" };
      for (const method of ["PUT", "PATCH"] as const) {
        const response = await scope.send(writeRequest(scope, secret, method, other));
        expectError("secrets.type-fixed", response);
      }
    },
  }),
  example({
    id: "secrets/size",
    title: "Values of more than 1 MiB in total are rejected, and of less are accepted",
    version: 4,
    requirements: ["secrets.size-limit", "secrets.size-below-limit-accepted"],
    run: async (scope) => {
      const tooLarge = { ...emptySecret(scope, "large"), data: { a: text(LARGE) } };
      expectError("secrets.size-limit", await scope.create(secret, tooLarge));
      // Each value has two characters of padding: in base64 they are a third larger, and some more.
      const padded = Object.fromEntries(
        Array.from({ length: 1_000 }, (_, at) => [`a${at}`, text(1_048)]),
      );
      const forms: readonly JsonObject[] = [
        { data: { a: text(512 * KIBIBYTE) } },
        { data: { a: text(LARGE - 2) } },
        { stringData: { a: "x".repeat(LARGE - 2) } },
        { data: padded },
      ];
      for (const [at, fields] of forms.entries()) {
        const small = { ...emptySecret(scope, `small ${at}`), ...fields };
        expectSuccess("secrets.size-below-limit-accepted", await scope.create(secret, small));
      }
    },
  }),
  example({
    id: "secrets/size-of-several-values",
    title: "Several values that are larger than one that is invalid are rejected, too",
    requirements: ["secrets.size-limit-applies-to-total"],
    run: async (scope) => {
      let count = 0;
      // What is accepted takes no name from the others.
      const send = (data: Record<string, string>, stringData: Record<string, string> = {}) =>
        scope.create(secret, { ...emptySecret(scope, `sized ${count++}`), data, stringData });
      const { status } = await send({ a: text(LARGE) });
      if (status !== INVALID) throw new Discard("no create shows what is too large");
      // In base64 they are below 1.5 MiB, so that no limit on request bodies rejects them first.
      const half = "x".repeat(540 * KIBIBYTE);
      const forms = [
        await send({ a: btoa(half), b: btoa(half) }),
        // What is merged into the data counts, alone and beside it.
        await send({}, { a: half, b: half }),
        await send({ a: btoa(half) }, { b: half }),
      ];
      for (const response of forms) expectError("secrets.size-limit-applies-to-total", response);
    },
  }),
  example({
    id: "secrets/list-kind",
    title: "A list of secrets is a `SecretList`",
    requirements: ["secrets.list-kind"],
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
        verify("secrets.list-kind", {
          holds: isExpected,
          expected: "a v1 SecretList with metadata and items",
          actual: describeResponse(response),
        });
      }
    },
  }),
];

/** Writes fields of a secret in one form and expects an error, and no effect. */
async function expectRejected(
  scope: Scope,
  requirement: RequirementId,
  form: RejectedCase["form"],
  fields: JsonObject,
): Promise<void> {
  const object = emptySecret(scope);
  scope.note(form);
  if (form === "create" || form === "create a name") {
    const named = form === "create" ? object : withGeneratedName(object);
    expectError(requirement, await scope.create(secret, { ...named, ...fields }));
    return;
  }
  const created = await scope.create(secret, { ...object, data: { kept: "YQ==" } });
  if (created.status >= 300) throw rejected(created, "the secret could not be created");
  const request = changeRequest(scope, secret, asObject(created.json) ?? {}, form, fields);
  const response = await scope.send(request);
  // Real servers convert the result of an apply late, and report 500 for what they cannot convert.
  if (form !== "apply" || response.status < 400) expectError(requirement, response);
}

function expectType(requirement: RequirementId, type: string, response: HttpResponse): void {
  const actual = asObject(response.json)?.type;
  verify(requirement, {
    holds: actual === type,
    expected: `type: ${type}`,
    actual: `type: ${actual}`,
  });
}
