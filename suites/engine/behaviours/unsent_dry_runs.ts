/**
 * Dry runs that are not sent, for a target on which they have effects that show in later requests.
 *
 * @module
 */
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import type { Behaviour } from "./behaviour.ts";
import { isDryRun } from "./dry_runs.ts";
import { type Send, substitutedBy } from "./read_substitutes.ts";
import { withJson } from "./json_answer.ts";

/** The form of writes that are to have no effect. */
export const DRY_RUNS: Behaviour = {
  id: "dry runs",
  name: "A dry run has an effect",
  // What a dry run is answered says nothing if it is not sent.
  isOfEffect: true,
  concerns: isDryRun,
  ...substitutedBy(unsent),
};

/** Answers a dry run of a write with the object that exists, or that it sends. */
async function unsent(request: HttpRequest, send: Send): Promise<HttpResponse | undefined> {
  const { method, path, query = {}, body, identity } = request;
  if (method === "GET" || query.dryRun !== "All") return undefined;
  const object = asObject(body);
  if (method === "POST" && object === undefined) return undefined;
  const target = method === "POST" ? path.slice(0, path.lastIndexOf("/")) : path;
  const read = await send({ method: "GET", path: target, ...(identity && { identity }) });
  if (method !== "POST") return read;
  return { ...withJson(read, object!), status: 201 };
}
