/**
 * What a target can do that it need not: found out by asking, once a run.
 *
 * @module
 */
import { secret } from "../resources/secret.ts";
import type { Scopes } from "./scopes.ts";
import { TargetUnreachable } from "../target/http_client.ts";

const known = new WeakMap<Scopes, Promise<boolean>>();

/**
 * Whether the target heeds `fieldValidation` in any way: it refuses an unknown field under Strict,
 * warns of it under Warn, or refuses a value that is none of the three. A target that does any of
 * these must do all; one that does none is of a release before the feature.
 */
export function validatesFields(scopes: Scopes): Promise<boolean> {
  let found = known.get(scopes);
  if (found === undefined) known.set(scopes, found = probe(scopes));
  return found;
}

async function probe(scopes: Scopes): Promise<boolean> {
  const scope = await scopes.open();
  try {
    for (const fieldValidation of ["Strict", "Warn", "Plumbline"]) {
      const body = { ...scope.make(secret, { name: fieldValidation }), plumbline: "unknown" };
      const answer = await scope.create(secret, body, { fieldValidation });
      if (answer.status >= 400 || answer.headers.has("warning")) return true;
    }
    return false;
  } catch (error) {
    // The check itself will tell that nobody answers.
    if (error instanceof TargetUnreachable) return true;
    throw error;
  } finally {
    await scopes.close(scope);
  }
}
