/**
 * Requests in each form: reads, the forms of a write, and deletions.
 *
 * @module
 */
import type { JsonRequest } from "../client/send.ts";

/** The media types of patches. */
export const PATCHES = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

/** Query parameters by name. */
export type Parameters = Readonly<Record<string, string>>;

const at = (path: string, parameters: Parameters = {}): string => {
  const query = new URLSearchParams(parameters);
  return query.size === 0 ? path : `${path}?${query}`;
};

/** Reads an object. */
export const getOf = (path: string): JsonRequest => ({ method: "GET", path });

/** Lists a collection. */
export const listOf = (path: string, parameters?: Parameters): JsonRequest =>
  getOf(at(path, parameters));

/** Creates an object in a collection. */
export const createOf = (path: string, body: unknown, parameters?: Parameters): JsonRequest => ({
  method: "POST",
  path: at(path, parameters),
  body,
});

/** Replaces an object. */
export const putOf = (path: string, body: unknown, parameters?: Parameters): JsonRequest => ({
  method: "PUT",
  path: at(path, parameters),
  body,
});

/** Patches an object. */
export const patchOf = (
  form: keyof typeof PATCHES,
  path: string,
  body: unknown,
  parameters?: Parameters,
): JsonRequest => ({
  method: "PATCH",
  path: at(path, parameters),
  contentType: PATCHES[form],
  body,
});

/** Sends a merge patch. */
export const mergeOf = (path: string, body: unknown, parameters?: Parameters): JsonRequest =>
  patchOf("merge", path, body, parameters);

/** Applies a configuration. */
export const applyOf = (
  path: string,
  body: unknown,
  { manager, force = false, ...rest }: { manager: string; force?: boolean; dryRun?: string },
): JsonRequest =>
  patchOf("apply", path, body, { fieldManager: manager, force: String(force), ...rest });

/** Deletes an object or a collection, with DeleteOptions if there are some. */
export const removeOf = (
  path: string,
  options?: unknown,
  parameters?: Parameters,
): JsonRequest => ({
  method: "DELETE",
  path: at(path, parameters),
  ...(options !== undefined && { body: options }),
});

/** Removes the finalizers of an object, so that its deletion ends. */
export const releaseOf = (path: string): JsonRequest =>
  mergeOf(path, { metadata: { finalizers: null } });
