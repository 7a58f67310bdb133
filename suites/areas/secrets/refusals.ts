/**
 * Secrets that are refused: bad keys, bad values, too much, and changes of what is fixed.
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
import type { ObjectJson } from "../../scope.ts";
import { describeAnswer, expectRefusal, expectSuccess } from "../../session/violation.ts";
import { pathOf, withMetadata, writeAsk } from "../../session/write_ask.ts";
import type { Answer, Ask, Json } from "../../client/http_client.ts";
import { bare } from "./writes.ts";

const KEY_CHARACTERS = /^[A-Za-z0-9._-]*$/;

/** Texts that are no base64 of RFC 4648, section 4: a wrong alphabet, length or padding. */
const NOT_BASE64 = ["!", "YQ", "YQ=", "YQ===", "Y", "_-8=", "a b c d ", "=", "YQ==YQ==", "%%%%"];

/** Changes of an immutable secret's data, by how. */
const CHANGES: Readonly<Record<string, (object: ObjectJson) => Partial<Ask>>> = {
  "secrets.immutable-holds-update": (object) => ({
    method: "PUT",
    body: { ...object, data: { a: base64("changed") } },
  }),
  "secrets.immutable-holds-patch": () => ({
    method: "PATCH",
    body: { data: { a: base64("changed") } },
    headers: { "content-type": "application/merge-patch+json" },
  }),
  "secrets.immutable-holds-string-data": () => ({
    method: "PATCH",
    body: { stringData: { a: "changed" } },
    headers: { "content-type": "application/merge-patch+json" },
  }),
};

const MORE_CHANGES: readonly Json[] = [
  [{ op: "remove", path: "/data/a" }],
  [{ op: "add", path: "/data/b", value: "" }],
  [{ op: "replace", path: "/data", value: {} }],
  [{ op: "remove", path: "/data" }],
];

/** Checks of refusals. */
export const REFUSALS: readonly Check[] = [
  property<{ before: string; wrong: string; after: string; field: "data" | "stringData" }>({
    id: "secrets/key-other-refused",
    title: "A key with a character other than letters, digits, dash, underscore and dot is refused",
    requirements: ["secrets.key-other-refused", "secrets.string-data-key-other-refused"],
    level: "must",
    arbitrary: () => {
      const sound = fc.constantFrom("", "a", "B-2", "c_d", "e.f");
      return fc.record({
        before: sound,
        wrong: fc.oneof(
          fc.constantFrom("/", " ", ":", "@", "\\", "~", "+", "=", "é", "\n", "*", "ſ", "１"),
          fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 })
            .filter((character) => !KEY_CHARACTERS.test(character)),
        ),
        after: sound,
        field: fc.constantFrom("data" as const, "stringData" as const),
      });
    },
    run: async (scope, { before, wrong, after, field }) => {
      const object = { ...bare(scope), [field]: { [before + wrong + after]: "YQ==" } };
      const requirement = field === "data"
        ? "secrets.key-other-refused"
        : "secrets.string-data-key-other-refused";
      expectRefusal(requirement, await scope.create(secret, object));
    },
  }),
  property<{ value: string }>({
    id: "secrets/data-is-base64",
    title: "A value that is no base64 is refused",
    requirements: ["secrets.data-is-base64"],
    level: "must",
    arbitrary: () => fc.record({ value: fc.constantFrom(...NOT_BASE64) }),
    run: async (scope, { value }) => {
      const answer = await scope.create(secret, { ...bare(scope), data: { a: value } });
      expectRefusal("secrets.data-is-base64", answer);
    },
  }),
  example({
    id: "secrets/data-array-refused",
    title: "A value of data is a text: an array of bytes is refused",
    requirements: ["secrets.data-array-refused"],
    level: "must",
    run: async (scope) => {
      for (const value of [[], [1, 2]]) {
        const answer = await scope.create(secret, { ...bare(scope), data: { a: value } });
        expectRefusal("secrets.data-array-refused", answer);
      }
    },
  }),
  example({
    id: "secrets/key-empty-refused",
    title: "An empty key is refused",
    requirements: ["secrets.key-empty-refused"],
    level: "convention",
    run: async (scope) => {
      const answer = await scope.create(secret, { ...bare(scope), data: { "": "YQ==" } });
      expectRefusal("secrets.key-empty-refused", answer);
    },
  }),
  property<{ change: number; value: string }>({
    id: "secrets/immutable",
    title: "An immutable secret keeps its data against every write; its metadata may change",
    requirements: [
      "secrets.immutable-holds-update",
      "secrets.immutable-holds-patch",
      "secrets.immutable-holds-string-data",
      "secrets.immutable-data-stays",
      "secrets.immutable-metadata-free",
      "secrets.immutable-for-good",
      "secrets.immutable-kept",
    ],
    level: "must",
    arbitrary: () =>
      fc.record({
        change: fc.nat({ max: Object.keys(CHANGES).length + MORE_CHANGES.length + 1 }),
        value: fc.constantFrom("one", "two"),
      }),
    run: async (scope, { change, value }) => {
      const object: ObjectJson = {
        ...bare(scope),
        data: { a: base64("kept") },
        immutable: true,
      };
      const created = await scope.create(secret, object);
      if (created.status >= 300) throw new Discard("the secret could not be made");
      expectImmutable(created);
      const path = pathOf(scope, secret, object);
      const { requirement, ask } = changeOf(object, change);
      const answer = await scope.ask({ method: "PATCH", path, ...ask });
      expectRefusal(requirement, answer);
      const patch = { metadata: { annotations: { written: value } } };
      const free = await scope.ask({
        method: "PATCH",
        path,
        body: patch,
        headers: { "content-type": "application/merge-patch+json" },
      });
      expectSuccess("secrets.immutable-metadata-free", free);
      const labels = { ...(asObject(object.metadata)?.labels as ObjectJson), written: value };
      const update = writeAsk(scope, secret, "PUT", withMetadata(object, { labels }));
      expectSuccess("secrets.immutable-metadata-free", await scope.ask(update));
      const after = await scope.ask({ method: "GET", path });
      expectImmutable(after);
      const { data } = asObject(after.json) ?? {};
      if (canonical(data ?? null) === canonical(object.data ?? null)) return;
      throw new Violation("secrets.immutable-data-stays", {
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
      const object = { ...bare(scope), immutable: true };
      const { status } = await scope.create(secret, object);
      if (status >= 300) throw new Discard("the secret could not be made");
      const path = pathOf(scope, secret, object);
      expectSuccess(
        "secrets.immutable-may-be-deleted",
        await scope.ask({ method: "DELETE", path }),
      );
      const { status: then } = await scope.ask({ method: "GET", path });
      if (then === 404) return;
      throw new Violation("secrets.immutable-may-be-deleted", {
        expected: "404 afterwards",
        actual: `${then}`,
      });
    },
  }),
  property<{ type: string }>({
    id: "secrets/type-kept",
    title: "A secret keeps its type, whatever it is called",
    requirements: ["secrets.type-kept"],
    level: "must",
    arbitrary: () =>
      fc.record({
        type: fc.constantFrom("Opaque", "plumbline.invalid/kind", "some words", "x", "Ü", "a=b"),
      }),
    run: async (scope, { type }) => {
      const answer = await scope.create(secret, { ...bare(scope), type });
      expectSuccess("secrets.type-kept", answer);
      const read = await scope.ask({ method: "GET", path: pathOf(scope, secret, bare(scope)) });
      expectType("secrets.type-kept", type, read);
    },
  }),
  example({
    id: "secrets/type-default-opaque",
    title: "A secret without a type is Opaque",
    requirements: ["secrets.type-default-opaque"],
    level: "convention",
    run: async (scope) => {
      const { type: _type, ...object } = bare(scope);
      const answer = await scope.create(secret, object);
      if (answer.status >= 300) throw new Discard("the secret could not be made");
      expectType("secrets.type-default-opaque", "Opaque", answer);
    },
  }),
  example({
    id: "secrets/type-fixed",
    title: "The type of a secret cannot be changed",
    requirements: ["secrets.type-fixed"],
    level: "convention",
    run: async (scope) => {
      const object = bare(scope);
      const { status } = await scope.create(secret, object);
      if (status >= 300) throw new Discard("the secret could not be made");
      const other = { ...object, type: "plumbline.invalid/other" };
      for (const method of ["PUT", "PATCH"] as const) {
        const answer = await scope.ask(writeAsk(scope, secret, method, other));
        expectRefusal("secrets.type-fixed", answer);
      }
    },
  }),
  example({
    id: "secrets/size",
    title: "What a secret may hold in all is bounded at 1 MiB, and half of that is accepted",
    requirements: [
      "secrets.size-bounded",
      "secrets.size-is-of-the-total",
      "secrets.size-room",
    ],
    level: "convention",
    run: async (scope) => {
      const kibibytes = (count: number) => btoa("x".repeat(count * 1024));
      const send = (data: Record<string, string>) => scope.create(secret, { ...bare(scope), data });
      expectRefusal("secrets.size-bounded", await send({ a: btoa("x".repeat(1024 * 1024 + 1)) }));
      // As base64 they are below 1.5 MiB, so that no bound on whole objects hides this one.
      const two = { a: kibibytes(540), b: kibibytes(540) };
      expectRefusal("secrets.size-is-of-the-total", await send(two));
      expectSuccess("secrets.size-room", await send({ a: kibibytes(512) }));
    },
  }),
  example({
    id: "secrets/list-kind",
    title: "A list of secrets is a SecretList",
    requirements: ["secrets.list-kind"],
    level: "must",
    run: async (scope) => {
      const path = collectionPath(secret, scope.target.dialect, scope.namespaces[0]);
      // A list of nothing is a list too.
      for (const make of [false, true]) {
        if (make) await scope.create(secret, bare(scope));
        const query = { labelSelector: scope.selector };
        const answer = await scope.ask({ method: "GET", path, query });
        const list = asObject(answer.json);
        const right = list?.kind === "SecretList" && list.apiVersion === "v1" &&
          asObject(list.metadata) !== undefined && Array.isArray(list.items);
        if (right) continue;
        throw new Violation("secrets.list-kind", {
          expected: "a SecretList of v1 with metadata and items",
          actual: describeAnswer(answer),
        });
      }
    },
  }),
];

/** A change by its number, and the requirement that says it is refused. */
function changeOf(
  object: ObjectJson,
  change: number,
): { requirement: RequirementId; ask: Partial<Ask> } {
  const named = Object.entries(CHANGES)[change];
  if (named !== undefined) {
    return { requirement: named[0] as RequirementId, ask: named[1](object) };
  }
  const patch = MORE_CHANGES[change - Object.keys(CHANGES).length];
  if (patch !== undefined) {
    const headers = { "content-type": "application/json-patch+json" };
    return { requirement: "secrets.immutable-holds-patch", ask: { body: patch, headers } };
  }
  const immutable = change % 2 === 0 ? false : null;
  const headers = { "content-type": "application/merge-patch+json" };
  return { requirement: "secrets.immutable-for-good", ask: { body: { immutable }, headers } };
}

function expectImmutable(answer: Answer): void {
  const told = asObject(answer.json)?.immutable;
  if (told === true) return;
  throw new Violation("secrets.immutable-kept", { expected: "immutable true", actual: `${told}` });
}

function expectType(requirement: RequirementId, type: string, answer: Answer): void {
  const told = asObject(answer.json)?.type;
  if (told === type) return;
  throw new Violation(requirement, { expected: `type ${type}`, actual: `${told}` });
}
