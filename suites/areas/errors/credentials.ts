/**
 * Requests of nobody the target knows.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer, expectStatus } from "../../session/violation.ts";
import type { Answer, Ask } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import {
  askFor,
  type Operation,
  type OperationOnType,
  OPERATIONS,
  operationsOn,
  typeOf,
} from "../../session/operations.ts";

const OPERATION_NAMES = [...new Set(OPERATIONS.map(({ operation }) => operation))];
const UNKNOWN = requirementsOf("unknown");
const MISSING = requirementsOf("missing");

/**
 * Tokens of nobody's that are almost somebody's. The case says only in which way they are, so that
 * no report tells what a true one looks like.
 */
const ALMOST = {
  "the beginning of a true one": (token: string) => token.slice(0, -1),
  "a true one and more": (token: string) => `${token}x`,
  "a true one in another case": (token: string) =>
    token === token.toLowerCase() ? token.toUpperCase() : token.toLowerCase(),
} as const;

/** Operations, with a token of nobody's. */
interface UnknownCase {
  readonly at: readonly OperationOnType[];
  readonly token: { readonly text: string } | { readonly like: keyof typeof ALMOST };
}

/** The operation is drawn before the type: that of one type is drawn as often as that of all. */
function anyOperation(target: Target): fc.Arbitrary<OperationOnType> {
  const all = operationsOn(target);
  return fc.oneof(
    ...OPERATION_NAMES.map((name) => all.filter(({ operation }) => operation === name))
      .filter((some) => some.length > 0)
      .map((some) => fc.constantFrom(...some)),
  );
}

/** Several, each on another type: an object of a type is made once a case. */
function someOperations(target: Target): fc.Arbitrary<OperationOnType[]> {
  return fc.uniqueArray(anyOperation(target), {
    selector: ({ resource }) => resource,
    minLength: 2,
    maxLength: 4,
    size: "max",
  });
}

const anyToken = (): fc.Arbitrary<UnknownCase["token"]> =>
  fc.oneof(
    fc.array(fc.constantFrom(..."abcXYZ019-_."), { minLength: 1, maxLength: 24 })
      .map((characters) => ({ text: `plumbline-${characters.join("")}` })),
    fc.constantFrom(...Object.keys(ALMOST) as (keyof typeof ALMOST)[]).map((like) => ({ like })),
  );

/** Checks of what is not authenticated. */
export const CREDENTIALS: readonly Check[] = [
  property<UnknownCase>({
    id: "errors/unknown-credentials",
    title: "Every operation answers 401 to a token nobody has, and does nothing",
    requirements: [
      "errors.unauthenticated-changes-nothing",
      ...OPERATION_NAMES.map((name) => UNKNOWN[name]),
    ],
    level: "must",
    arbitrary: (target) =>
      fc.record({
        at: someOperations(target),
        token: anyToken(),
      }),
    run: async (scope, { at, token }) => {
      const [{ token: own }] = scope.target.identities;
      if (own === "") {
        throw new Discard("who acts has no token: a certificate would speak for any other");
      }
      const text = "text" in token ? token.text : ALMOST[token.like](own);
      if (scope.target.identities.some((identity) => identity.token === text) || text === "") {
        throw new Discard("that token is somebody's, or none");
      }
      const headers = { authorization: `Bearer ${text}` };
      for (const each of at) {
        const answer = await askAsStranger(scope, each, { headers });
        expectStatus(UNKNOWN[each.operation], answer, 401);
      }
    },
  }),
  property<readonly OperationOnType[]>({
    id: "errors/missing-credentials",
    title: "No operation is open to a request without credentials",
    requirements: [
      "errors.unauthenticated-changes-nothing",
      ...OPERATION_NAMES.map((name) => MISSING[name]),
    ],
    level: "must",
    arbitrary: someOperations,
    run: async (scope, at) => {
      for (const each of at) {
        const answer = await askAsStranger(scope, each, { identity: "" });
        // Anonymous callers may be authenticated as such, and then be allowed to or not.
        expectStatus(MISSING[each.operation], answer, 401, 403);
      }
    },
  }),
  property<readonly OperationOnType[]>({
    id: "errors/missing-credentials-unauthorized",
    title: "A request without credentials is answered 401",
    requirements: ["errors.missing-credentials-unauthorized"],
    level: "convention",
    uses: ["reviews"],
    arbitrary: someOperations,
    run: async (scope, at) => {
      for (const each of at) {
        const answer = await scope.ask({ ...askFor(scope, each), identity: "" });
        expectStatus("errors.missing-credentials-unauthorized", answer, 401);
      }
    },
  }),
];

/** Asks as somebody unknown about an object that is there, and sees that it stays as it was. */
async function askAsStranger(
  scope: Scope,
  at: OperationOnType,
  as: Pick<Ask, "headers" | "identity">,
): Promise<Answer> {
  scope.note(at.operation);
  const type = typeOf(at);
  const ask = askFor(scope, at);
  const asked = { ...ask, ...as, headers: { ...ask.headers, ...as.headers } };
  // Only what a write could change is worth making.
  if (type === undefined || ask.method === "GET") return await scope.ask(asked);
  const made = await scope.create(type, scope.make(type));
  if (made.status >= 300) throw new Discard(`the object could not be made: ${made.status}`);
  const own = askFor(scope, { ...at, operation: "get" });
  const before = await scope.ask(own);
  const answer = await scope.ask(asked);
  const after = await scope.ask(own);
  if (after.status !== 200 || canonical(after.json ?? null) !== canonical(before.json ?? null)) {
    throw new Violation("errors.unauthenticated-changes-nothing", {
      expected: "the object as it was",
      actual: describeAnswer(after),
    });
  }
  return answer;
}

function requirementsOf<Word extends "unknown" | "missing">(
  word: Word,
): Readonly<Record<Operation, `errors.${Word}-${Operation}`>> {
  const entries = OPERATION_NAMES.map((name) => [name, `errors.${word}-${name}`]);
  return Object.fromEntries(entries);
}
