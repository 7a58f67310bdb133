/**
 * Checks of requests with unknown credentials or without any.
 *
 * @module
 */
import fc from "fast-check";
import { leavingOut } from "../../arbitraries/leaving_out.ts";
import { shuffled } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { collectionPath } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse, expectStatus } from "../../session/violation.ts";
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";
import { hasCredentials, type Target } from "../../client/target.ts";
import {
  ALL_OPERATIONS,
  type OperationOnType,
  operationsOn,
  requestFor,
  typeOf,
} from "../../session/operations.ts";
import { rejected } from "../../session/objects.ts";
import { verify } from "../../verify.ts";
import { mayAnonymousUsers, NO_TOKEN, refusalsOf } from "./anonymous_users.ts";

const OPERATION_NAMES = [...new Set(ALL_OPERATIONS.map(({ operation }) => operation))];

/**
 * Invalid tokens derived from a valid one. A generated case contains only the name of the change,
 * so that no report reveals a valid token.
 */
const NEAR_MISSES = {
  "a valid token without its last character": (token: string) => token.slice(0, -1),
  "a valid token with a character added": (token: string) => `${token}x`,
  "a valid token without its first character": (token: string) => token.slice(1),
  "a valid token after a character": (token: string) => `x${token}`,
  "a valid token with another last character": (token: string) =>
    `${token.slice(0, -1)}${token.endsWith("x") ? "y" : "x"}`,
  "a valid token in another letter case": (token: string) =>
    token === token.toLowerCase() ? token.toUpperCase() : token.toLowerCase(),
} as const;

/** Headers that contain a valid token, and no bearer token. */
const OTHER_SCHEMES = {
  "no header": undefined,
  "Token": (token: string) => `Token ${token}`,
  "Basic": (token: string) => `Basic ${token}`,
  "no scheme": (token: string) => token,
  "a longer scheme": (token: string) => `Bearers ${token}`,
  "a scheme that ends the same": (token: string) => `X-Bearer ${token}`,
  "no token": () => "Bearer ",
} as const;

const SCHEMES = Object.keys(OTHER_SCHEMES) as (keyof typeof OTHER_SCHEMES)[];

/** Operations, and how the request is sent without a bearer token. */
interface MissingCase {
  readonly at: readonly OperationOnType[];
  readonly scheme: keyof typeof OTHER_SCHEMES;
}

/** Returns the sender of a request without a bearer token. */
function withoutToken(scope: Scope, scheme: MissingCase["scheme"]): Sender {
  const [{ token }] = scope.target.identities;
  const header = token === "" ? undefined : OTHER_SCHEMES[scheme]?.(token);
  return { identity: "", ...(header !== undefined && { headers: { authorization: header } }) };
}

/** Members of a request that replace those of the operation. */
type Sender = Pick<HttpRequest, "headers" | "identity"> & Partial<Pick<HttpRequest, "path">>;

/** Returns the path over all namespaces of a watch of a namespaced type; nothing for others. */
function overAllNamespaces(scope: Scope, at: OperationOnType): Pick<HttpRequest, "path"> | object {
  const type = typeOf(scope.target, at);
  if (at.operation !== "watch" || !type?.namespaced) return {};
  return { path: collectionPath(type, scope.target.dialect) };
}

/**
 * Returns lists of operations that contain each one once. A list has one operation per type, since a
 * case creates one object per type.
 */
function everyOperation(target: Target): OperationOnType[][] {
  const byType = [...Map.groupBy(operationsOn(target), ({ resource }) => resource).values()];
  const longest = Math.max(0, ...byType.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => byType.flatMap((all) => all.slice(at, at + 1)));
}

/** Returns cases with every operation without credentials, and once with another header each. */
function everyMissing(target: Target, { seed, runs }: { seed: number; runs: number }) {
  const schemes = shuffled(SCHEMES.filter((scheme) => scheme !== "no header"), seed);
  const operations = everyOperation(target);
  const inputs: MissingCase[] = [
    ...operations.map((at) => ({ at, scheme: "no header" as const })),
    ...operations.map((at, index) => ({ at, scheme: schemes[index % schemes.length]! })),
  ];
  return { inputs: inputs.slice(0, runs) };
}

/** Returns cases with every operation, each with tokens of two sorts. */
function everyUnknown(target: Target, { seed, runs }: { seed: number; runs: number }) {
  const misses = shuffled(Object.keys(NEAR_MISSES) as (keyof typeof NEAR_MISSES)[], seed);
  const inputs = everyOperation(target).flatMap((at, index): UnknownCase[] => [
    { at, token: { text: `plumbline-${seed}` }, identity: index },
    {
      at,
      token: { like: misses[index % misses.length]! },
      // Each change is of a token of the first identity first, which sends most requests.
      identity: Math.floor(index / misses.length),
    },
  ]);
  return { inputs: inputs.slice(0, runs) };
}

const arbitraryMissing = (target: Target): fc.Arbitrary<MissingCase> =>
  leavingOut(
    fc.record({
      at: arbitraryOperations(target),
      scheme: fc.oneof(
        fc.constant("no header" as const),
        fc.constantFrom(...SCHEMES),
      ),
    }),
    "at",
  );

/** Operations, and the invalid token to send. */
interface UnknownCase {
  readonly at: readonly OperationOnType[];
  readonly token: { readonly text: string } | { readonly like: keyof typeof NEAR_MISSES };
  /** The index of the identity whose token is changed. */
  readonly identity: number;
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
  const resources = new Set(operationsOn(target).map(({ resource }) => resource));
  return fc.uniqueArray(arbitraryOperation(target), {
    selector: ({ resource }) => resource,
    // A server may have one type only: two of them would be searched for forever.
    minLength: Math.min(2, resources.size),
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

/** What is wrong with a request besides its credentials, if a request can have it. */
const FAULTS: Readonly<Record<string, (request: HttpRequest) => HttpRequest | undefined>> = {
  "a body of an unknown type": (request) =>
    request.body === undefined ? undefined : headed(request, "content-type", "plumbline/unknown"),
  "an unknown type in Accept": (request) => headed(request, "accept", "plumbline/unknown"),
  "a body that is no JSON": (request) =>
    request.body === undefined ? undefined : { ...request, body: "{" },
  "a malformed parameter": (request) => ({
    ...request,
    query: { ...request.query, dryRun: "some", limit: "all" },
  }),
};

const headed = (request: HttpRequest, name: string, value: string): HttpRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

/** Operations whose requests have faults besides their unknown token: each the next, from one on. */
interface FaultyCase {
  readonly at: readonly OperationOnType[];
  readonly first: number;
}

/** Returns every operation, of which each type has the next fault. */
function everyFaulty(target: Target, { seed, runs }: { seed: number; runs: number }) {
  const inputs = everyOperation(target).map((at, index): FaultyCase => ({
    at,
    // A seed may be negative.
    first: (seed >>> 0) + index,
  }));
  return { inputs: inputs.slice(0, runs) };
}

/** Checks of unauthenticated requests. */
export const CREDENTIALS: readonly Check[] = [
  property<UnknownCase>({
    id: "errors/unknown-credentials",
    version: 5,
    title: "Every operation with an unknown bearer token returns 401 and changes nothing",
    requirements: [
      "errors.unauthenticated-changes-nothing",
      "errors.unknown-token-rejected",
      ...OPERATION_NAMES.map((name) => `errors.unknown-${name}` as const),
    ],
    arbitrary: (target) =>
      leavingOut(
        fc.record({
          at: arbitraryOperations(target),
          token: invalidToken(),
          identity: fc.nat(9),
        }),
        "at",
      ),
    caseList: everyUnknown,
    run: async (scope, { at, token, identity }) => {
      const { identities } = scope.target;
      const { token: own } = identities[identity % identities.length]!;
      if (!hasCredentials(identities[0])) {
        throw new Discard(NO_TOKEN);
      }
      const text = "text" in token ? token.text : NEAR_MISSES[token.like](own);
      if (scope.target.identities.some((identity) => identity.token === text) || text === "") {
        throw new Discard("the generated token is empty or belongs to a configured identity");
      }
      const headers = { authorization: `Bearer ${text}` };
      for (const each of at) {
        const { response, after } = await sendUnauthenticated(scope, each, {
          headers,
          ...("like" in token && overAllNamespaces(scope, each)),
        });
        if (response.status >= 400) verifyUnchanged(after);
        verify("errors.unknown-token-rejected", {
          holds: response.status >= 400,
          expected: "an error",
          actual: describeResponse(response),
        });
        expectStatus(`errors.unknown-${each.operation}`, response, 401);
      }
    },
  }),
  property<FaultyCase>({
    id: "errors/unknown-credentials-first",
    title:
      "A request with an unknown token or none is unauthenticated whatever else is wrong with it",
    version: 2,
    requirements: OPERATION_NAMES.flatMap((name) =>
      [`errors.unknown-${name}`, `errors.missing-${name}`] as const
    ) as [`errors.${"unknown" | "missing"}-${typeof OPERATION_NAMES[number]}`],
    arbitrary: (target) => fc.record({ at: arbitraryOperations(target), first: fc.nat(3) }),
    caseList: everyFaulty,
    run: async (scope, { at, first }) => {
      if (!hasCredentials(scope.target.identities[0])) {
        throw new Discard(NO_TOKEN);
      }
      const unknown = { headers: { authorization: `Bearer plumbline-${scope.id}` } };
      const faults = Object.entries(FAULTS);
      for (const [index, each] of at.entries()) {
        const { operation } = each;
        const [fault, wrong] = faults[(first + index) % faults.length]!;
        // No object of the name exists.
        const send = (as: Sender) => {
          const request = unauthenticated(scope, each, as);
          return scope.send(wrong(request) ?? request);
        };
        scope.note(fault);
        expectStatus(`errors.unknown-${operation}`, await send(unknown), 401);
        const response = await send({ identity: "" });
        if (response.status === 401 || response.status === 403) continue;
        if (await mayAnonymousUsers(scope, each)) continue;
        expectStatus(`errors.missing-${operation}`, response, ...await refusalsOf(scope));
      }
    },
  }),
  property<MissingCase>({
    id: "errors/missing-credentials",
    version: 4,
    title: "No operation is permitted without credentials unless anonymous users may do it",
    requirements: [
      "errors.unauthenticated-changes-nothing",
      ...OPERATION_NAMES.map((name) => `errors.missing-${name}` as const),
    ],
    arbitrary: arbitraryMissing,
    caseList: everyMissing,
    run: async (scope, { at, scheme }) => {
      for (const each of at) {
        const sender = {
          ...withoutToken(scope, scheme),
          ...(scheme !== "no header" && overAllNamespaces(scope, each)),
        };
        const { response, after } = await sendUnauthenticated(scope, each, sender);
        const isRejected = response.status === 401 || response.status === 403;
        const isChanged = after !== undefined && !after.isSame;
        if ((!isRejected || isChanged) && await mayAnonymousUsers(scope, each)) continue;
        // What a request that is let in has changed is no fault of its own.
        if (response.status >= 400) verifyUnchanged(after);
        // A server may authenticate the request as system:anonymous, which is then forbidden.
        expectStatus(`errors.missing-${each.operation}`, response, ...await refusalsOf(scope));
      }
    },
  }),
  property<MissingCase>({
    id: "errors/missing-credentials-unauthorized",
    version: 3,
    title: "A request without credentials returns 401",
    requirements: ["errors.missing-credentials-unauthorized"],
    uses: ["reviews"],
    arbitrary: arbitraryMissing,
    caseList: everyMissing,
    run: async (scope, { at, scheme }) => {
      for (const each of at) {
        const response = await scope.send(
          unauthenticated(scope, each, withoutToken(scope, scheme)),
        );
        expectStatus("errors.missing-credentials-unauthorized", response, 401);
      }
    },
  }),
];

function unauthenticated(scope: Scope, at: OperationOnType, as: Sender): HttpRequest {
  const request = requestFor(scope, at);
  return { ...request, ...as, headers: { ...request.headers, ...as.headers } };
}

/** The object of an unauthenticated write after it, and whether it is as it was before. */
interface Afterwards {
  readonly read: HttpResponse;
  readonly isSame: boolean;
}

/**
 * Sends an unauthenticated request; a write is for an existing object, which is read afterwards. A
 * read that finds no object is sent again when there is one: what it shows then is the harm.
 */
async function sendUnauthenticated(
  scope: Scope,
  at: OperationOnType,
  as: Sender,
): Promise<{ readonly response: HttpResponse; readonly after?: Afterwards }> {
  scope.note(at.operation);
  const type = typeOf(scope.target, at);
  const request = unauthenticated(scope, at, as);
  // Only writes need an existing object.
  if (type === undefined || request.method === "GET") {
    const response = await scope.send(request);
    if (type === undefined || response.status !== 404) return { response };
    const { status } = await scope.create(type, scope.newObject(type));
    return { response: status >= 300 ? response : await scope.send(request) };
  }
  const created = await scope.create(type, scope.newObject(type));
  if (created.status >= 300) {
    throw rejected(created, "the object could not be created");
  }
  const own = requestFor(scope, { ...at, operation: "get" });
  const before = await scope.send(own);
  const response = await scope.send(request);
  const read = await scope.send(own);
  const isSame = read.status === 200 &&
    canonical(read.json ?? null) === canonical(before.json ?? null);
  return { response, after: { read, isSame } };
}

function verifyUnchanged(after: Afterwards | undefined): void {
  if (after === undefined) return;
  verify("errors.unauthenticated-changes-nothing", {
    holds: after.isSame,
    expected: "the object unchanged",
    actual: describeResponse(after.read),
  });
}
