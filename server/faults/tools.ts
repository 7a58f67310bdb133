/**
 * What faults are written with.
 *
 * @module
 */
import type { JsonObject } from "../object.ts";
import type { VerbHandler } from "../registry/registry.ts";
import type { Steps } from "../registry/steps.ts";
import type { ObjectKey } from "../storage/storage.ts";

/** A verb some of whose steps are different, for this verb alone. */
export function withSteps(
  handler: VerbHandler,
  change: (steps: Steps) => Partial<Steps>,
): VerbHandler {
  return (registry, request) => {
    const { steps } = registry;
    return handler({ ...registry, steps: { ...steps, ...change(steps) } }, request);
  };
}

/** A key of maps for an object. */
export const textOf = ({ resource, namespace, name }: ObjectKey): string =>
  `${resource} ${namespace} ${name}`;

/** An answer whose JSON body is changed; others stay as they are. */
export async function rewriteJson(
  response: Response,
  change: (body: JsonObject) => JsonObject,
): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) return response;
  const { status, headers } = response;
  const body = `${JSON.stringify(change(await response.json()))}\n`;
  return new Response(body, { status, headers });
}

/** Resolves when everything that is under way had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
