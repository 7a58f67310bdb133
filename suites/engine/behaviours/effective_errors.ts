/**
 * Writes that are answered with an error and have an effect all the same, by what later responses show.
 *
 * @module
 */
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";
import type { Behaviour, Seen } from "./behaviour.ts";
import { hasEffect, isDryRun } from "./dry_runs.ts";

/** The statuses of rejected writes: those of one status have one cause. */
const STATUSES = [400, 401, 403, 404, 409, 415, 422];

/** The behaviours, one for each status. */
export const EFFECTIVE_ERRORS: readonly Behaviour[] = STATUSES.map((status): Behaviour => {
  // A rejected dry run that has an effect ignores `dryRun`.
  const isRejected = (one: Seen) => one.method !== "GET" && one.status === status && !isDryRun(one);
  return {
    id: `a write that is answered with ${status} has an effect`,
    name: `A write that is answered with ${status} has an effect`,
    needs: ["dry-run"],
    concerns: isRejected,
    shows: (seen) =>
      seen.filter((one, at) =>
        isRejected(one) && one.isAlone && !mayHaveEffect(one, seen.slice(0, at)) &&
        !(one.verb === "create" && status === 409) &&
        hasEffect(one, at, seen)
      ),
    relieve: () => ({ replace: (request, send) => asked(request, send, status) }),
  };
});

/** Returns true if a dry run that was accepted may be what changed the state: no read showed it since. */
function mayHaveEffect({ path }: Seen, before: readonly Seen[]): boolean {
  const read = before.findLastIndex((one) => one.verb === "get" && one.path === path);
  return before.slice(read + 1).some((one) => isDryRun(one) && one.status < 300);
}

/** Asks by a dry run whether a write is answered with a status, and returns this error. */
async function asked(
  request: HttpRequest,
  send: (other: HttpRequest) => Promise<HttpResponse>,
  status: number,
): Promise<HttpResponse | undefined> {
  const { method, query = {} } = request;
  if (method === "GET" || query.dryRun !== undefined) return undefined;
  const response = await send({ ...request, query: { ...query, dryRun: "All" } });
  return response.status === status ? response : undefined;
}
