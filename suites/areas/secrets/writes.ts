/**
 * Secrets written in every way, held against the model of what they hold.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { hasKey } from "../../model/field_validation/injection.ts";
import { asObject, uidOf } from "../../model/object.ts";
import {
  base64,
  firstDifference,
  type SecretData,
  type SecretWrite,
  written,
} from "./model/data.ts";
import type { RequirementId } from "../../catalogue.ts";
import { collectionPath } from "../../resources/path.ts";
import { secret } from "../../resources/secret.ts";
import type { ObjectJson, Scope } from "../../scope.ts";
import { expectSuccess } from "../../session/violation.ts";
import { pathOf, writeAsk } from "../../session/write_ask.ts";
import type { Answer, Json } from "../../client/http_client.ts";

/** A write of a secret that is there. */
interface DrawnStep {
  readonly verb: "update" | "patch";
  readonly data: Readonly<Record<string, string | null>>;
  readonly stringData: Readonly<Record<string, string>>;
}

/** A secret as it is made, and what is written then. */
interface Life {
  readonly data: SecretData;
  readonly stringData: Readonly<Record<string, string>>;
  /** Given as false, or not at all. */
  readonly saysMutable: boolean;
  readonly steps: readonly DrawnStep[];
}

const keys = () =>
  fc.constantFrom("a", "B2", "with-dash", "with_underscore", "with.dot", ".hidden");

const bytes = () => fc.array(fc.nat({ max: 255 }), { maxLength: 5 }).map((drawn) => base64(drawn));

const texts = () => fc.constantFrom("", "a", "plain text", "é", "🜚\n", "YQ==", '"\\\u0000');

function life(): fc.Arbitrary<Life> {
  const stringData = fc.dictionary(keys(), texts(), { maxKeys: 2 });
  return fc.record({
    data: fc.dictionary(keys(), bytes(), { maxKeys: 3 }),
    stringData,
    saysMutable: fc.boolean(),
    steps: fc.array(
      fc.record({
        verb: fc.constantFrom("update" as const, "patch" as const),
        data: fc.dictionary(keys(), fc.option(bytes(), { freq: 3 }), { maxKeys: 2 }),
        stringData,
      }),
      { maxLength: 2 },
    ),
  });
}

/** Checks of what secrets hold. */
export const WRITES: readonly Check[] = [
  property<Life>({
    id: "secrets/lives",
    title: "A secret holds what data and stringData said, whichever way they were written",
    requirements: [
      "secrets.data-kept",
      "secrets.key-alphanumerics",
      "secrets.key-dash",
      "secrets.key-underscore",
      "secrets.key-dot",
      "secrets.string-data-merged",
      "secrets.string-data-overwrites",
      "secrets.string-data-leaves-others",
      "secrets.string-data-never-returned",
      "secrets.immutable-default-unset",
      "secrets.immutable-kept",
      "secrets.mutable-data-updated",
    ],
    level: "must",
    arbitrary: life,
    run: async (scope, drawn) => {
      const { data, stringData, saysMutable, steps } = drawn;
      const object: ObjectJson = {
        ...bare(scope),
        data,
        stringData,
        ...(saysMutable && { immutable: false }),
      };
      const created = await scope.create(secret, object);
      if (created.status >= 400) await expectKeys(scope, { data, stringData });
      expectDone(requirementOfKeys({ data, stringData }), created);
      let due = written({}, { data, stringData });
      await expectHolds(scope, object, due, { data, stringData });
      for (const step of steps) {
        scope.note(step.verb);
        const write = soundFor(step, due);
        const answer = await scope.ask(askFor(scope, object, step.verb, write, saysMutable));
        expectDone("secrets.mutable-data-updated", answer);
        due = written(step.verb === "patch" ? due : {}, write);
        await expectHolds(scope, object, due, write);
      }
      const { json } = await scope.ask({ method: "GET", path: pathOf(scope, secret, object) });
      const told = asObject(json)?.immutable;
      if (saysMutable ? told === false : told === undefined || told === null) return;
      throw new Violation(
        saysMutable ? "secrets.immutable-kept" : "secrets.immutable-default-unset",
        { expected: saysMutable ? "immutable false" : "no immutable", actual: `${told}` },
      );
    },
  }),
  property<{ stringData: Record<string, string>; verb: "POST" | "PUT" | "PATCH" }>({
    id: "secrets/string-data-never-answered",
    title: "The answer to a write with stringData does not repeat it",
    requirements: ["secrets.string-data-never-answered"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        stringData: fc.dictionary(keys(), texts(), { minKeys: 1, maxKeys: 2 }),
        verb: fc.constantFrom("POST", "PUT", "PATCH"),
      }),
    run: async (scope, { stringData, verb }) => {
      if (verb !== "POST") await scope.create(secret, bare(scope));
      const object = { ...bare(scope), stringData };
      const answer = await scope.ask(writeAsk(scope, secret, verb, object));
      if (answer.status >= 300) throw new Discard("the write was refused");
      expectNoStringData("secrets.string-data-never-answered", answer.json);
    },
  }),
  property<{ first: string; then: string }>({
    id: "secrets/string-data-never-watched",
    title: "A watch of secrets shows their data and never their stringData",
    requirements: ["secrets.string-data-never-watched"],
    level: "must",
    arbitrary: () => fc.record({ first: texts(), then: texts() }),
    run: async (scope, { first, then }) => {
      const object = bare(scope);
      const path = collectionPath(secret, scope.target.dialect, scope.namespaces[0]);
      const watch = await scope.watch({ path, query: { labelSelector: scope.selector } });
      const { status } = await scope.create(secret, { ...object, stringData: { first } });
      if (status >= 300) throw new Discard("the secret could not be made");
      const change = { ...object, stringData: { first, then } };
      await scope.ask(writeAsk(scope, secret, "PATCH", change));
      const seen = await watch.waitFor(({ object }) => hasKey(object, "then"));
      for (const document of watch.documents) {
        expectNoStringData("secrets.string-data-never-watched", document.object);
      }
      if (seen === undefined) throw new Discard("the watch did not tell of the change");
    },
  }),
];

/** A secret that holds nothing. */
export function bare(scope: Scope): ObjectJson {
  const { data: _data, ...object } = scope.make(secret);
  return object;
}

function askFor(
  scope: Scope,
  object: ObjectJson,
  verb: DrawnStep["verb"],
  { data, stringData }: SecretWrite,
  saysMutable: boolean,
): ReturnType<typeof writeAsk> {
  if (verb === "patch") {
    const ask = writeAsk(scope, secret, "PATCH", object);
    return { ...ask, body: { data: { ...data }, stringData: { ...stringData } } };
  }
  const { immutable: _immutable, ...rest } = object;
  return writeAsk(scope, secret, "PUT", {
    ...rest,
    data: { ...data },
    stringData: { ...stringData },
    ...(saysMutable && { immutable: false }),
  });
}

/** An update says all that is to be there: what it leaves out could be meant to stay. */
function soundFor(step: DrawnStep, before: SecretData): SecretWrite {
  if (step.verb === "patch") return { data: step.data, stringData: step.stringData };
  const said = Object.entries({ ...before, ...step.data });
  return {
    data: Object.fromEntries(said.map(([key, value]) => [key, value ?? "AA=="])),
    stringData: step.stringData,
  };
}

/** Of a secret that was refused, finds a key that is refused by itself. */
async function expectKeys(scope: Scope, { data = {}, stringData = {} }: SecretWrite) {
  for (const [at, key] of Object.keys({ ...data, ...stringData }).entries()) {
    const alone = { ...scope.make(secret, { name: `key${at}` }), data: { [key]: "YQ==" } };
    expectDone(requirementOfKeys({ data: alone.data }), await scope.create(secret, alone));
  }
}

/** Whose requirement is broken where a sound secret is refused: the rarest character's. */
function requirementOfKeys({ data = {}, stringData = {} }: SecretWrite): RequirementId {
  const text = Object.keys({ ...data, ...stringData }).join("");
  if (text.includes(".")) return "secrets.key-dot";
  if (text.includes("_")) return "secrets.key-underscore";
  if (text.includes("-")) return "secrets.key-dash";
  return "secrets.key-alphanumerics";
}

function expectDone(requirement: RequirementId, answer: Answer): void {
  if (answer.status === 409) throw new Discard("somebody else wrote it");
  expectSuccess(requirement, answer);
}

async function expectHolds(
  scope: Scope,
  object: ObjectJson,
  due: SecretData,
  write: SecretWrite,
): Promise<void> {
  const answer = await scope.ask({ method: "GET", path: pathOf(scope, secret, object) });
  const told = asObject(answer.json);
  if (answer.status !== 200 || told === undefined || uidOf(told) === undefined) {
    throw new Discard("the secret could not be read");
  }
  expectNoStringData("secrets.string-data-never-returned", told);
  const wrong = firstDifference(due, told.data);
  if (wrong === undefined) return;
  const { stringData = {}, data = {} } = write;
  throw new Violation(
    wrong.key in stringData
      ? (wrong.key in data ? "secrets.string-data-overwrites" : "secrets.string-data-merged")
      : Object.keys(stringData).length > 0 && wrong.told === undefined
      ? "secrets.string-data-leaves-others"
      : "secrets.data-kept",
    { expected: `data.${wrong.key} ${wrong.due}`, actual: `${wrong.told}` },
  );
}

function expectNoStringData(requirement: RequirementId, json: Json | undefined): void {
  const object = asObject(json);
  // Who applied which fields may be told of: that is no value.
  if (object === undefined || !("stringData" in object) || object.stringData === null) return;
  throw new Violation(requirement, {
    expected: "no stringData",
    actual: JSON.stringify(object.stringData),
  });
}
