/**
 * Checks that ask the same of every resource type: what is given, the request and the verdicts, as
 * data.
 *
 * @module
 */
import { type CheckFacts, example, type ExampleCheck, type KnownId } from "../check.ts";
import { everyType } from "./every_type.ts";
import type { HttpResponse, Json, JsonObject } from "../client/http_client.ts";
import { metadataOf, nameOf } from "../model/object.ts";
import { type ResourceType, type TypedTarget, typesOf } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import { skip, verify } from "../verify.ts";
import { accepted, Objects, succeeded } from "./objects.ts";
import { describeResponse, expectError } from "./violation.ts";

/** The objects of one type in a scope, and what was created of it. */
export interface Situation<Created> {
  readonly scope: Scope;
  readonly objects: Objects;
  readonly created: Created;
}

/** Creates what the requests for a type need. */
export type Given<Created> = (objects: Objects, words: string) => Promise<Created>;

/** Verifies a requirement by a response, and by requests of its own; true if it holds. */
export type Verdict<Created = unknown> = (
  requirement: string,
  response: HttpResponse,
  situation: Situation<Created>,
) => boolean | Promise<boolean>;

/** A check that asks the same of every resource type. */
export interface TypeCheck<Id extends string, Created, Case>
  extends Pick<CheckFacts, "needs" | "uses" | "version"> {
  readonly title: string;
  /** The requirement that all verdicts verify. */
  readonly verifies: Id & KnownId<Id>;
  /** Selects the types. @default {typesOf} */
  readonly types?: (target: TypedTarget) => readonly ResourceType[];
  /** Creates what the requests need: once for each type. */
  readonly given?: Given<Created>;
  /** Creates it anew for each case. */
  readonly givenForEachCase?: Given<Created>;
  /** The cases of each type, where there is more than one. */
  readonly cases?: readonly Case[];
  /** Sends the request of a case. */
  send(situation: Situation<Created>, input: Case): Promise<HttpResponse>;
  /** The verdicts on each response. */
  readonly expect: readonly Verdict<Created>[];
}

/**
 * Returns a check that asks the same of every type. If a case is violated, the others of its type are
 * skipped where they use the same objects.
 */
export function forEveryType<const Id extends string, Created = undefined, Case = undefined>(
  id: `${string}/${string}`,
  check: TypeCheck<Id, Created, Case>,
): ExampleCheck<Id> {
  const { verifies, types = typesOf, given, givenForEachCase, send, expect, ...facts } = check;
  const { cases = [undefined as Case], ...others } = facts;
  const runType = async (scope: Scope, type: ResourceType) => {
    const objects = new Objects(scope, type);
    const shared = await given?.(objects, "object");
    for (const [index, input] of cases.entries()) {
      const created = await givenForEachCase?.(objects, `object ${index}`) ?? shared;
      const situation = { scope, objects, created: created as Created };
      const response = await send(situation, input);
      let holds = true;
      for (const verdict of expect) {
        holds = await verdict(verifies, response, situation) && holds;
      }
      if (!holds && given !== undefined && index < cases.length - 1) {
        skip(`other requests for the same ${type.kind}`);
        return;
      }
    }
  };
  return example<Id>({
    ...others,
    id,
    requirements: [verifies],
    run: (scope) => everyType(scope, types(scope.target), (type) => runType(scope, type)),
  });
}

/** Creates an object, with additional metadata. */
export function anObject(metadata: JsonObject = {}): Given<JsonObject> {
  return (objects, words) => objects.create(objects.newObject(words, metadata));
}

/** The response is an error with a Status body. */
export function anError(options: Parameters<typeof expectError>[2] = {}): Verdict {
  return (requirement, response) => expectError<string>(requirement, response, options);
}

/** The response is a success with a body. */
export function aSuccess(): Verdict {
  return (requirement, response) => {
    const isSuccess = verify<string>(requirement, {
      holds: succeeded(response),
      expected: "200 or 202",
      actual: describeResponse(response),
      judged: response.exchange,
    });
    if (isSuccess) accepted(response, "the response has no body");
    return isSuccess;
  };
}

/** The object of the response has this value; the case decides nothing if there is no object. */
export function anObjectWith<Created>(
  expected: Json | ((situation: Situation<Created>) => Json),
  actual: (object: JsonObject) => Json | undefined,
): Verdict<Created> {
  return (requirement, response, situation) =>
    verify<string>(requirement, {
      expected: typeof expected === "function" ? expected(situation) : expected,
      actual: actual(accepted(response, "the request was rejected")),
    });
}

/** The created object exists and is not being deleted. */
export function untouched(): Verdict<JsonObject> {
  return async (requirement, _response, { objects, created }) => {
    const now = await objects.read(created);
    return verify<string>(requirement, {
      holds: now !== undefined && metadataOf(now).deletionTimestamp === undefined,
      expected: `${nameOf(created)} unchanged`,
      actual: now === undefined ? "404" : "the object is being deleted",
    });
  };
}
