/**
 * Read requests with a chosen media type, which the files of this area share.
 *
 * @module
 */
import fc from "fast-check";
import { combinations } from "../../arbitraries/combinations.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { asObject } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import {
  collectionPath,
  namesOf,
  objectPath,
  type ResourceType,
  type TypedTarget,
  typeNamed,
} from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import type { Dialect } from "../../client/dialect.ts";
import { rejected } from "../../session/objects.ts";
import { verify } from "../../verify.ts";

/** A resource type and how to read it. */
export interface ReadCase {
  readonly resource: string;
  /** `list-all` is across all namespaces. */
  readonly operation: typeof READS[number];
}

/** The reads. */
export const READS = ["get", "list", "list-all"] as const;

/** Returns every read of every type. */
export function everyRead(target: TypedTarget): ReadCase[] {
  return combinations<ReadCase>({ resource: namesOf(target), operation: READS }, 0);
}

/** Generates a resource type and how to read it. */
export function readCase(target: TypedTarget): fc.Arbitrary<ReadCase> {
  return fc.record({
    resource: resourceName(target),
    operation: fc.constantFrom(...READS),
  });
}

/** A created object and the request that reads it. */
export interface Created {
  readonly type: ResourceType;
  readonly object: JsonObject;
  readonly read: HttpRequest;
}

/**
 * Creates an object.
 *
 * @param change Changes the object before it is sent.
 * @throws {Discard} if the object could not be created
 */
export async function createObject(
  scope: Scope,
  what: ReadCase,
  change: (object: JsonObject) => JsonObject = (object) => object,
): Promise<Created> {
  const type = typeNamed(scope.target, what.resource);
  const response = await scope.create(type, change(scope.newObject(type)));
  const object = asObject(response.json);
  if (response.status >= 300 || !object) {
    throw rejected(response, "no object could be created");
  }
  scope.note(what.operation);
  return { type, object, read: readRequest(scope, what) };
}

/** Returns the request that reads what `createObject` creates. */
export function readRequest(scope: Scope, { resource, operation }: ReadCase): HttpRequest {
  const type = typeNamed(scope.target, resource);
  const { dialect } = scope.target;
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  const name = scope.name("object", type);
  return operation === "get"
    ? { method: "GET", path: objectPath(type, dialect, { namespace, name }) }
    : {
      method: "GET",
      path: collectionPath(type, dialect, operation === "list" ? namespace : undefined),
      query: { labelSelector: scope.selector },
    };
}

/** Returns the media types of the specification in a dialect. */
export function mediaTypes(dialect: Dialect): { protobuf: string; table: string; json: string } {
  return {
    json: "application/json",
    protobuf: `application/vnd.${dialect.name}.protobuf`,
    table: `application/json;as=Table;g=meta.${dialect.suffix};v=v1`,
  };
}

/** Returns a media type that no server supports, derived from a number. */
export function unsupported(number: number): string {
  const type = ["application", "text", "image", "audio"][number % 4];
  return `${type}/x-plumbline-${number}`;
}

/** Returns the media type of a response, without parameters. */
export function mediaTypeOf(response: HttpResponse): string {
  return (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

/** Verifies that both texts are the same. */
export function expectSameText(requirement: RequirementId, actual: string, expected: string): void {
  verify(requirement, { expected, actual });
}
