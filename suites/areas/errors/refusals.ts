/**
 * Requests that cannot be served, and how that is said.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { judgeStatus } from "./model/status.ts";
import type { RequirementId } from "../../catalogue.ts";
import {
  collectionPath,
  objectPath,
  type ResourceType,
  resourceType,
} from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer, throwGravest } from "../../session/violation.ts";
import type { Answer, Ask } from "../../client/http_client.ts";

/** A way to be refused, and the status real servers answer it with. */
interface Refusal {
  readonly requirement: RequirementId;
  readonly status: number;
  /** Asks for it. */
  ask(scope: Scope, type: ResourceType): Promise<Answer>;
}

const MERGE = { "content-type": "application/merge-patch+json" };

const REFUSALS = {
  "get of nothing": onObject("errors.missing-object-not-found", 404, { method: "GET" }),
  "patch of nothing": onObject("errors.missing-object-not-found", 404, {
    method: "PATCH",
    headers: MERGE,
    body: {},
  }),
  "delete of nothing": onObject("errors.missing-object-not-found", 404, { method: "DELETE" }),
  "unserved type": onPath((path) => `${path}plumbs`),
  "unserved version": onPath((path) => path.replace("/v1/", "/v77/")),
  "PUT on a collection": onCollection("errors.wrong-method-not-allowed", 405, "PUT"),
  "PATCH on a collection": onCollection("errors.wrong-method-not-allowed", 405, "PATCH"),
  "POST on an object": onObject("errors.wrong-method-not-allowed", 405, {
    method: "POST",
    body: {},
  }),
  "taken name": {
    requirement: "errors.taken-name-conflicts",
    status: 409,
    ask: async (scope, type) => {
      await make(scope, type, "taken");
      return await scope.create(type, scope.make(type, { name: "taken", content: 1 }));
    },
  },
  "stale version": {
    requirement: "errors.stale-version-conflicts",
    status: 409,
    ask: async (scope, type) => {
      const body = await make(scope, type, "stale");
      const path = pathOf(scope, type, "stale");
      const change = { ...type.change(1), metadata: { labels: { changed: "yes" } } };
      const changed = await scope.ask({ method: "PATCH", path, headers: MERGE, body: change });
      if (changed.status >= 300) throw new Discard("the object could not be changed");
      return await scope.ask({ method: "PUT", path, body });
    },
  },
  "malformed body": {
    requirement: "errors.malformed-body-bad-request",
    status: 400,
    ask: (scope, type) =>
      scope.ask({ method: "POST", path: collectionOf(scope, type), body: '{"metadata": {' }),
  },
} as const satisfies Record<string, Refusal>;

type RefusalName = keyof typeof REFUSALS;

/** Several refusals on one type. */
interface RefusalCase {
  readonly refusals: readonly RefusalName[];
  readonly resource: string;
}

const refusalCase = (names: readonly RefusalName[]) =>
  fc.record({
    refusals: fc.shuffledSubarray([...names], { minLength: 1, maxLength: 4 }),
    resource: resourceName(),
  });
const NAMES = Object.keys(REFUSALS) as RefusalName[];

/** Checks of refusals. */
export const REFUSED: readonly Check[] = [
  property<RefusalCase>({
    id: "errors/codes",
    title: "What cannot be served is answered with the status real servers agree on",
    requirements: [
      "errors.missing-object-not-found",
      "errors.unserved-path-not-found",
      "errors.wrong-method-not-allowed",
      "errors.taken-name-conflicts",
      "errors.stale-version-conflicts",
      "errors.malformed-body-bad-request",
    ],
    level: "convention",
    arbitrary: () => refusalCase(NAMES),
    run: async (scope, { refusals, resource }) => {
      for (const refusal of refusals) {
        const { requirement, status, ask }: Refusal = REFUSALS[refusal];
        const answer = await ask(scope, resourceType(resource));
        scope.note(refusal);
        if (answer.status === status) continue;
        // A method that means nothing may be nothing that a role can allow.
        if (answer.status === 403 && status === 405) throw new Discard("who asks may not do that");
        throw new Violation(requirement, { expected: `${status}`, actual: describeAnswer(answer) });
      }
    },
  }),
  property<RefusalCase>({
    id: "errors/status-body",
    title: "Every refusal has a Status that says why",
    requirements: [
      "errors.refusal-has-status-body",
      "errors.status-bears-code",
      "errors.status-bears-reason-and-message",
    ],
    level: "convention",
    // Real servers answer paths they do not know in plain text.
    arbitrary: () => refusalCase(NAMES.filter((name) => !name.startsWith("unserved"))),
    run: async (scope, { refusals, resource }) => {
      for (const refusal of refusals) {
        const answer = await REFUSALS[refusal].ask(scope, resourceType(resource));
        scope.note(refusal);
        if (answer.status < 400) throw new Discard(`not refused: ${refusal}`);
        throwGravest(judgeStatus(answer));
      }
    },
  }),
];

function collectionOf(scope: Scope, type: ResourceType): string {
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  return collectionPath(type, scope.target.dialect, namespace);
}

function pathOf(scope: Scope, type: ResourceType, name = "nothing"): string {
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  return objectPath(type, scope.target.dialect, { namespace, name: scope.name(name) });
}

function onObject(requirement: RequirementId, status: number, ask: Omit<Ask, "path">): Refusal {
  return {
    requirement,
    status,
    ask: (scope, type) => scope.ask({ ...ask, path: pathOf(scope, type) }),
  };
}

function onCollection(
  requirement: RequirementId,
  status: number,
  method: "PUT" | "PATCH",
): Refusal {
  const headers = method === "PATCH" ? MERGE : {};
  return {
    requirement,
    status,
    ask: (scope, type) =>
      scope.ask({ method, path: collectionOf(scope, type), headers, body: scope.make(type) }),
  };
}

function onPath(change: (path: string) => string): Refusal {
  return {
    requirement: "errors.unserved-path-not-found",
    status: 404,
    ask: (scope, type) => scope.ask({ method: "GET", path: change(collectionOf(scope, type)) }),
  };
}

/** Makes an object, and returns what was answered. */
async function make(
  scope: Scope,
  type: ResourceType,
  name: string,
): Promise<NonNullable<Ask["body"]>> {
  const made = await scope.create(type, scope.make(type, { name }));
  if (made.status < 300 && made.json) return made.json;
  throw new Discard(`the object could not be made: ${made.status}`);
}
