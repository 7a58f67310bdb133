/**
 * Functions that the mutants of patches share.
 *
 * @module
 */
import { changingPatches } from "../../helpers.ts";
import type { Mutant } from "../../mutant.ts";
import type { Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { wrapSteps } from "../../vocabulary/wrap.ts";

/** An operation of a JSON patch. */
export type Operation = JsonObject & { op?: string; path?: string; from?: string };

/** Applies one operation to the result of the previous ones. */
type DoOne = (content: JsonObject, operation: Operation) => Json;

/** True for a list of operations; the server itself rejects what is none. */
const isWellFormed = (patch: unknown): patch is Operation[] =>
  Array.isArray(patch) && patch.every((operation) => {
    const { op, path, from = "" } = asObject(operation) ?? {};
    return [op, path, from].every((text) => typeof text === "string");
  });

/** Replaces the function that applies one operation of a JSON patch. */
export const changingOperation = (
  change: (applyOne: DoOne) => DoOne,
): Mutant["install"] =>
  wrapSteps(changingPatches("json-patch", (apply, content, patch) => {
    if (!isWellFormed(patch)) return apply(content, patch);
    const applyOne = change((content, operation) => apply(content, [operation]));
    return patch.reduce<Json>(
      (left, operation) => applyOne(left as JsonObject, operation),
      structuredClone(content),
    );
  }));

/** Rewrites the operations of JSON patches. */
export const rewriting = (
  rewrite: (operations: readonly Operation[]) => readonly Operation[],
): Mutant["install"] =>
  wrapSteps(
    changingPatches("json-patch", (apply, content, patch) =>
      apply(content, isWellFormed(patch) ? [...rewrite(patch)] : patch)),
  );

const stepsOf = (pointer: string): string[] =>
  pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Returns the value at a pointer; undefined if there is none. */
export function at(content: Json, pointer: string): Json | undefined {
  let value: Json | undefined = content;
  for (const step of stepsOf(pointer)) {
    if (Array.isArray(value)) value = value[Number(step)];
    else {
      const object = asObject(value);
      value = object && Object.hasOwn(object, step) ? object[step] : undefined;
    }
  }
  return value;
}

/** Returns the pointer without its last part. */
export const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));

/** Returns the last part of a pointer, unescaped. */
export const lastOf = (pointer: string): string => stepsOf(pointer).at(-1) ?? "";
