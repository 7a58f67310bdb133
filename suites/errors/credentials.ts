/**
 * Requests of nobody the target knows.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../check.ts";
import { canonical } from "../model/content.ts";
import type { RequirementId } from "../requirements/mod.ts";
import type { Scope } from "../runner/scope.ts";
import { describeAnswer } from "../session/violation.ts";
import type { Answer, Ask } from "../target/http_client.ts";
import type { Target } from "../target/target.ts";
import {
  askFor,
  type Operation,
  type OperationOnType,
  OPERATIONS,
  operationsOn,
  typeOf,
} from "./operations.ts";

const OPERATION_NAMES = [...new Set(OPERATIONS.map(({ operation }) => operation))];
const UNKNOWN = requirementsOf("unknown");
const MISSING = requirementsOf("missing");

/** One operation, with a token of nobody's. */
interface UnknownCase {
  readonly at: OperationOnType;
  readonly token: string;
}

const anyOperation = (target: Target) => fc.constantFrom(...operationsOn(target));

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
        at: anyOperation(target),
        token: fc.array(fc.constantFrom(..."abcXYZ019-_."), { minLength: 1, maxLength: 24 })
          .map((characters) => `plumbline-${characters.join("")}`),
      }),
    run: async (scope, { at, token }) => {
      if (scope.target.identities[0].token === "") {
        throw new Discard("who acts has no token: a certificate would speak for any other");
      }
      const answer = await askAsStranger(scope, at, {
        headers: { authorization: `Bearer ${token}` },
      });
      expectOneOf(UNKNOWN[at.operation], answer, [401]);
    },
  }),
  property<OperationOnType>({
    id: "errors/missing-credentials",
    title: "No operation is open to a request without credentials",
    requirements: [
      "errors.unauthenticated-changes-nothing",
      ...OPERATION_NAMES.map((name) => MISSING[name]),
    ],
    level: "must",
    arbitrary: anyOperation,
    run: async (scope, at) => {
      const answer = await askAsStranger(scope, at, { identity: "" });
      // Anonymous callers may be authenticated as such, and then be allowed to or not.
      expectOneOf(MISSING[at.operation], answer, [401, 403]);
    },
  }),
  property<OperationOnType>({
    id: "errors/missing-credentials-unauthorized",
    title: "A request without credentials is answered 401",
    requirements: ["errors.missing-credentials-unauthorized"],
    level: "convention",
    uses: ["reviews"],
    arbitrary: anyOperation,
    run: async (scope, at) => {
      const answer = await scope.ask({ ...askFor(scope, at), identity: "" });
      expectOneOf("errors.missing-credentials-unauthorized", answer, [401]);
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

function expectOneOf(requirement: RequirementId, answer: Answer, statuses: number[]): void {
  if (statuses.includes(answer.status)) return;
  const expected = statuses.join(" or ");
  throw new Violation(requirement, { expected, actual: describeAnswer(answer) });
}

function requirementsOf<Word extends "unknown" | "missing">(
  word: Word,
): Readonly<Record<Operation, `errors.${Word}-${Operation}`>> {
  const entries = OPERATION_NAMES.map((name) => [name, `errors.${word}-${name}`]);
  return Object.fromEntries(entries);
}
