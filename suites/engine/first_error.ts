/**
 * Finds out how a target answers an error before its checks do.
 *
 * @module
 */
import type { HttpRequest } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { typesOf } from "../resources/mod.ts";
import { type Seen, seenIn } from "./behaviours/behaviour.ts";
import type { Scopes } from "./scopes.ts";
import { trialPath } from "./trial_requests.ts";

/** Returns a GET of an object that does not exist, with its answer; nothing without a type to read. */
export async function firstError(target: Target, scopes: Scopes): Promise<readonly Seen[]> {
  const type = typesOf(target).find(({ unserved = [] }) => !unserved.includes("get"));
  if (type === undefined) return [];
  return await scopes.survey(async (scope) => {
    const request: HttpRequest = { method: "GET", path: trialPath(scope, type) };
    return [seenIn(request, await scope.send(request))];
  });
}
