/**
 * Reads one object, or the scope's own ones, in a form that is asked for.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { Discard, Violation } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import {
  collectionPath,
  objectPath,
  type ResourceType,
  resourceType,
} from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import type { Dialect } from "../../client/dialect.ts";

/** How something is read, and of which type. */
export interface ReadCase {
  readonly resource: string;
  readonly operation: "get" | "list";
}

/** Draws what is read. */
export function readCase(): fc.Arbitrary<ReadCase> {
  return fc.record({
    resource: resourceName(),
    operation: fc.constantFrom("get" as const, "list" as const),
  });
}

/** One object that was made, and how to read it. */
export interface Made {
  readonly type: ResourceType;
  readonly object: JsonObject;
  readonly read: HttpRequest;
}

/**
 * Makes an object and says how to read it.
 *
 * @throws {Discard} when it could not be made
 */
export async function make(scope: Scope, what: ReadCase): Promise<Made> {
  const type = resourceType(what.resource);
  const made = await scope.create(type, scope.make(type));
  const object = asObject(made.json);
  if (made.status >= 300 || !object) throw new Discard(`nothing could be made: ${made.status}`);
  scope.note(what.operation);
  return { type, object, read: readOf(scope, what) };
}

/** Reads what `make` made. */
export function readOf(scope: Scope, { resource, operation }: ReadCase): HttpRequest {
  const type = resourceType(resource);
  const { dialect } = scope.target;
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  return operation === "get"
    ? { method: "GET", path: objectPath(type, dialect, { namespace, name: scope.name("object") }) }
    : {
      method: "GET",
      path: collectionPath(type, dialect, namespace),
      query: { labelSelector: scope.selector },
    };
}

/** The media types of the interface in a dialect. */
export function mediaTypes(dialect: Dialect): { protobuf: string; table: string; json: string } {
  return {
    json: "application/json",
    protobuf: `application/vnd.${dialect.name}.protobuf`,
    table: `application/json;as=Table;g=meta.${dialect.suffix};v=v1`,
  };
}

/** A media type no server has, from a number. */
export function unsupported(number: number): string {
  const type = ["application", "text", "image", "audio"][number % 4];
  return `${type}/x-plumbline-${number}`;
}

/** The media type an answer says it has, without parameters. */
export function mediaTypeOf(answer: HttpResponse): string {
  return (answer.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

/** Throws a violation unless what was found is what is due. */
export function expectSame(requirement: RequirementId, actual: string, expected: string): void {
  if (actual !== expected) throw new Violation(requirement, { expected, actual });
}
