/**
 * Checks of requests with unknown credentials or without any.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse, expectStatus } from "../../session/violation.ts";
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import {
  type Operation,
  type OperationOnType,
  OPERATIONS,
  operationsOn,
  requestFor,
  typeOf,
} from "../../session/operations.ts";

const OPERATION_NAMES = [...new Set(OPERATIONS.map(({ operation }) => operation))];
const UNKNOWN = requirementsByOperation("unknown");
const MISSING = requirementsByOperation("missing");

/**
 * Invalid tokens derived from a valid one. A generated case contains only the name of the change,
 * so that no report reveals a valid token.
 */
const NEAR_MISSES = {
  "a valid token without its last character": (token: string) => token.slice(0, -1),
  "a valid token with a character added": (token: string) => `${token}x`,
  "a valid token in another letter case": (token: string) =>
    token === token.toLowerCase() ? token.toUpperCase() : token.toLowerCase(),
} as const;

/** Operations, and the invalid token to send. */
interface UnknownCase {
  readonly at: readonly OperationOnType[];
  readonly token: { readonly text: string } | { readonly like: keyof typeof NEAR_MISSES };
}

/** Generates the operation first, so that operations of one type are as frequent as others. */
function arbitraryOperation(target: Target): fc.Arbitrary<OperationOnType> {
  const all = operationsOn(target);
  return fc.oneof(
    ...OPERATION_NAMES.map((name) => all.filter(({ operation }) => operation === name))
      .filter((some) => some.length > 0)
      .map((some) => fc.constantFrom(...some)),
  );
}

/** Generates operations on distinct types, since a case creates one object per type. */
function arbitraryOperations(target: Target): fc.Arbitrary<OperationOnType[]> {
  return fc.uniqueArray(arbitraryOperation(target), {
    selector: ({ resource }) => resource,
    minLength: 2,
    maxLength: 4,
    size: "max",
  });
}

const invalidToken = (): fc.Arbitrary<UnknownCase["token"]> =>
  fc.oneof(
    fc.array(fc.constantFrom(..."abcXYZ019-_."), { minLength: 1, maxLength: 24 })
      .map((characters) => ({ text: `plumbline-${characters.join("")}` })),
    fc.constantFrom(...Object.keys(NEAR_MISSES) as (keyof typeof NEAR_MISSES)[]).map((like) => ({
      like,
    })),
  );

/** Checks of unauthenticated requests. */
export const CREDENTIALS: readonly Check[] = [
  property<UnknownCase>({
    id: "errors/unknown-credentials",
    title: "Every operation with an unknown bearer token returns 401 and changes nothing",
    requirements: [
      "errors.unauthenticated-changes-nothing",
      ...OPERATION_NAMES.map((name) => UNKNOWN[name]),
    ],
    level: "must",
    arbitrary: (target) =>
      fc.record({
        at: arbitraryOperations(target),
        token: invalidToken(),
      }),
    run: async (scope, { at, token }) => {
      const [{ token: own }] = scope.target.identities;
      if (own === "") {
        throw new Discard(
          "the current identity has no token: its client certificate would authenticate every request",
        );
      }
      const text = "text" in token ? token.text : NEAR_MISSES[token.like](own);
      if (scope.target.identities.some((identity) => identity.token === text) || text === "") {
        throw new Discard("the generated token is empty or belongs to a configured identity");
      }
      const headers = { authorization: `Bearer ${text}` };
      for (const each of at) {
        const response = await sendUnauthenticated(scope, each, { headers });
        expectStatus(UNKNOWN[each.operation], response, 401);
      }
    },
  }),
  property<readonly OperationOnType[]>({
    id: "errors/missing-credentials",
    title: "No operation is permitted without credentials unless anonymous users may do it",
    requirements: [
      "errors.unauthenticated-changes-nothing",
      ...OPERATION_NAMES.map((name) => MISSING[name]),
    ],
    level: "must",
    arbitrary: arbitraryOperations,
    run: async (scope, at) => {
      for (const each of at) {
        const response = await sendUnauthenticated(scope, each, { identity: "" });
        // A server may authenticate the request as system:anonymous, which is then forbidden.
        expectStatus(MISSING[each.operation], response, 401, 403);
      }
    },
  }),
  property<readonly OperationOnType[]>({
    id: "errors/missing-credentials-unauthorized",
    title: "A request without credentials returns 401",
    requirements: ["errors.missing-credentials-unauthorized"],
    level: "must",
    uses: ["reviews"],
    arbitrary: arbitraryOperations,
    run: async (scope, at) => {
      for (const each of at) {
        const response = await scope.send({ ...requestFor(scope, each), identity: "" });
        expectStatus("errors.missing-credentials-unauthorized", response, 401);
      }
    },
  }),
];

/** Sends an unauthenticated request for an existing object and checks that it is unchanged. */
async function sendUnauthenticated(
  scope: Scope,
  at: OperationOnType,
  as: Pick<HttpRequest, "headers" | "identity">,
): Promise<HttpResponse> {
  scope.note(at.operation);
  const type = typeOf(at);
  const request = requestFor(scope, at);
  const unauthenticated = { ...request, ...as, headers: { ...request.headers, ...as.headers } };
  // Only writes need an existing object.
  if (type === undefined || request.method === "GET") return await scope.send(unauthenticated);
  const created = await scope.create(type, scope.newObject(type));
  if (created.status >= 300) {
    throw new Discard(`the object could not be created: ${created.status}`);
  }
  const own = requestFor(scope, { ...at, operation: "get" });
  const before = await scope.send(own);
  const response = await scope.send(unauthenticated);
  const after = await scope.send(own);
  if (after.status !== 200 || canonical(after.json ?? null) !== canonical(before.json ?? null)) {
    throw new Violation("errors.unauthenticated-changes-nothing", {
      expected: "the object unchanged",
      actual: describeResponse(after),
    });
  }
  return response;
}

function requirementsByOperation<Word extends "unknown" | "missing">(
  word: Word,
): Readonly<Record<Operation, `errors.${Word}-${Operation}`>> {
  const entries = OPERATION_NAMES.map((name) => [name, `errors.${word}-${name}`]);
  return Object.fromEntries(entries);
}
