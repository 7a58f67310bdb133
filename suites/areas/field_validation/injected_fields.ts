/**
 * Generates and sends objects with injected fields: unknown and duplicate ones.
 *
 * @module
 */
import fc from "fast-check";
import { Discard } from "../../check.ts";
import {
  type GeneratedInjection,
  inject,
  type Injected,
  placesOf,
  resolveInjections,
  UNKNOWN_WORDS,
} from "../../model/field_injection.ts";
import { withSecondElements } from "./model/second_elements.ts";
import { jsonText, yamlText } from "../../model/tree.ts";
import { isSpecified, type ResourceType, typeNamed } from "../../resources/mod.ts";
import type { Target } from "../../client/target.ts";
import { fieldedTypesOf, isClosedAt, writtenTypeName } from "./fielded_types.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { keptPart } from "./model/dropped_fields.ts";
import { writtenObject } from "./fielded_writes.ts";
import type { Scope } from "../../scope.ts";
import {
  withMetadata,
  writeRequest,
  WRITING_METHODS,
  type WritingMethod,
} from "../../session/write_request.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";

/** Fields to inject into an object, and the method that writes it. */
export interface InjectionCase {
  readonly resource: string;
  readonly method: WritingMethod;
  readonly injections: readonly GeneratedInjection[];
  /** Omits `fieldValidation` instead of sending Warn. */
  readonly byDefault: boolean;
}

const VALUES: readonly Json[] = ["a text", 7, 1.5, true, null, [], ["a", 1], {}, { a: { b: [] } }];

/** Returns an arbitrary of fields to inject; `place` is an index modulo the number of places. */
export function arbitraryInjection(): fc.Arbitrary<GeneratedInjection> {
  return fc.oneof(
    fc.record({
      kind: fc.constant("unknown" as const),
      place: fc.nat({ max: 99 }),
      words: fc.constantFrom(...UNKNOWN_WORDS),
      value: fc.constantFrom(...VALUES),
    }),
    fc.record({ kind: fc.constant("duplicate" as const), place: fc.nat({ max: 99 }) }),
  );
}

/** Returns an arbitrary of writes with one to four injected fields. */
export function arbitraryCase(target: Target): fc.Arbitrary<InjectionCase> {
  return fc.record({
    resource: writtenTypeName(target),
    method: fc.constantFrom(...WRITING_METHODS),
    injections: fc.array(arbitraryInjection(), { minLength: 1, maxLength: 4 }),
    byDefault: fc.boolean(),
  });
}

/** An object with injected fields, not yet written. */
export interface InjectedObject {
  readonly resource: ResourceType;
  readonly method: WritingMethod;
  readonly clean: JsonObject;
  /** The part of it that the server keeps as it is sent. */
  readonly kept: JsonObject;
  readonly injected: readonly Injected[];
  readonly yaml?: boolean;
}

/** Creates the object that an update or patch changes, and returns the one to write. */
export async function prepareInjected(scope: Scope, input: InjectionCase): Promise<InjectedObject> {
  const resource = typeNamed(scope.target, input.resource);
  const { method } = input;
  if (method === "PUT" && resource.conditionalUpdates) {
    throw new Discard("the target accepts no update without a resourceVersion");
  }
  let existing: Existing | undefined;
  if (method !== "POST") {
    const sent = scope.newObject(resource);
    const { status, json } = await scope.create(resource, sent);
    if (status >= 300) throw new Discard("the object could not be created");
    existing = { sent, stored: asObject(json) ?? {} };
  }
  const object = injectedObject(scope, input, existing);
  for (const { kind } of object.injected) scope.note(`${kind} in ${method}`);
  return object;
}

/** An object as it was sent and stored. */
interface Existing {
  readonly sent: JsonObject;
  readonly stored: JsonObject;
}

/** Returns an object with injected fields. */
function injectedObject(
  scope: Scope,
  input: InjectionCase,
  existing: Existing | undefined,
): InjectedObject {
  const resource = typeNamed(scope.target, input.resource);
  const own = scope.newObject(resource, { content: 1, labels: { written: "again" } });
  const isOfSpecification = isSpecified(resource);
  const annotations = { "plumbline.invalid/kept": "beside" };
  // A server's own type may not take two like items.
  const object = isOfSpecification ? withSecondElements(own) : own;
  const changed = withMetadata(object, { annotations });
  const clean = input.method === "PUT" && !isOfSpecification
    ? writtenObject("update", changed, { stored: existing?.stored })
    : changed;
  const type = fieldedTypesOf(scope.target).find(({ id }) => id === input.resource);
  const places = isOfSpecification || type === undefined
    ? undefined
    : placesOf(changed).filter((place) => isClosedAt(type, place));
  const injected = resolveInjections(clean, input.injections, places)
    // In a merge patch null removes a field.
    .map((each) => input.method === "PATCH" && each.value === null ? { ...each, value: 0 } : each);
  const kept = isOfSpecification
    ? clean
    : existing === undefined
    ? { metadata: metadataOf(changed) }
    : keptPart(changed, existing);
  return { resource, method: input.method, clean, kept, injected };
}

/** Writes the object; `fieldValidation` is omitted if undefined. */
export function send(
  scope: Scope,
  object: InjectedObject,
  fieldValidation: string | undefined,
): Promise<HttpResponse> {
  const { resource, method, clean, injected, yaml } = object;
  const tree = inject(clean, injected);
  return scope.send(writeRequest(scope, resource, method, clean, {
    query: { fieldValidation },
    text: yaml ? yamlText(tree).trimStart() : jsonText(tree),
    ...(yaml && { type: "application/yaml" }),
  }));
}
