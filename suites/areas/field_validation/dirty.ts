/**
 * Objects with fields that nobody knows or that are there twice, and how they are sent.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { Discard } from "../../check.ts";
import {
  type GeneratedInjection,
  inject,
  type Injected,
  resolveInjections,
} from "../../model/field_injection.ts";
import { withSecondElements } from "./model/second_elements.ts";
import { jsonText, yamlText } from "../../model/tree.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import {
  pathOf,
  withMetadata,
  writeRequest,
  WRITING_METHODS,
  type WritingMethod,
} from "../../session/write_request.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";

/** An object with too many fields, and how it is written. */
export interface DirtyCase {
  readonly resource: string;
  readonly method: WritingMethod;
  readonly injections: readonly GeneratedInjection[];
  /** Say nothing instead of Warn. */
  readonly byDefault: boolean;
}

const VALUES: readonly Json[] = ["a text", 7, 1.5, true, null, [], ["a", 1], {}, { a: { b: [] } }];

/** Draws a field that is one too many, with its place by number. */
export function injection(): fc.Arbitrary<GeneratedInjection> {
  return fc.oneof(
    fc.record({
      kind: fc.constant("unknown" as const),
      place: fc.nat({ max: 99 }),
      words: fc.constantFrom("unknown", "plumb", "specs", "a-b", "B_c.d"),
      value: fc.constantFrom(...VALUES),
    }),
    fc.record({ kind: fc.constant("duplicate" as const), place: fc.nat({ max: 99 }) }),
  );
}

/** Draws an object with one to four such fields, and how it is written. */
export function dirtyCase(): fc.Arbitrary<DirtyCase> {
  return fc.record({
    resource: resourceName(),
    method: fc.constantFrom(...WRITING_METHODS),
    injections: fc.array(injection(), { minLength: 1, maxLength: 4 }),
    byDefault: fc.boolean(),
  });
}

/** An object with injected fields, ready to be written. */
export interface Dirty {
  readonly resource: ReturnType<typeof resourceType>;
  readonly method: WritingMethod;
  readonly clean: JsonObject;
  readonly injected: readonly Injected[];
  readonly yaml?: boolean;
}

/** Makes the object that is written over, and the one to write. */
export async function makeDirty(scope: Scope, input: DirtyCase): Promise<Dirty> {
  const resource = resourceType(input.resource);
  const { method } = input;
  if (method !== "POST") {
    const { status } = await scope.create(resource, scope.make(resource));
    if (status >= 300) throw new Discard("the object could not be made");
  }
  const dirty = dirtied(scope, input);
  for (const { kind } of dirty.injected) scope.note(`${kind} in ${method}`);
  return dirty;
}

/** The one to write. */
export function dirtied(scope: Scope, input: DirtyCase, name = "object"): Dirty {
  const resource = resourceType(input.resource);
  const made = withSecondElements(
    scope.make(resource, { name, content: 1, labels: { written: "again" } }),
  );
  const clean = withMetadata(made, { annotations: { "plumbline.invalid/kept": "beside" } });
  const injected = resolveInjections(clean, input.injections)
    // In a merge patch null says that there is no such field.
    .map((each) => input.method === "PATCH" && each.value === null ? { ...each, value: 0 } : each);
  return { resource, method: input.method, clean, injected };
}

/** Writes it; without a mode where `fieldValidation` is undefined. */
export function send(
  scope: Scope,
  dirty: Dirty,
  fieldValidation: string | undefined,
): Promise<HttpResponse> {
  const { resource, method, clean, injected, yaml } = dirty;
  const tree = inject(clean, injected);
  return scope.send(writeRequest(scope, resource, method, clean, {
    query: { fieldValidation },
    text: yaml ? yamlText(tree).trimStart() : jsonText(tree),
    ...(yaml && { type: "application/yaml" }),
  }));
}

/** Reads what is stored of it. */
export function read(scope: Scope, { resource, clean }: Dirty): Promise<HttpResponse> {
  return scope.send({ method: "GET", path: pathOf(scope, resource, clean) });
}
