/**
 * Finds out, before the checks run, whether a target starts a watch with `watch=true` only: clients
 * send either, and a target that takes one of them for a list is judged with the other.
 *
 * @module
 */
import type { ServedType } from "../client/contact.ts";
import { type HttpClient, TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { asObject, resourceVersionOf } from "../model/object.ts";
import { WithoutAddedMetadata } from "../client/added_metadata.ts";

/**
 * The milliseconds in which the head of a response, and then a list that is sent in place of a stream,
 * arrives: each run waits so long on a server without events, which may send the head with the first.
 */
const PATIENCE = 300;

/**
 * How many times as long as the list before it an answer may take, which a busy server gives sooner or later,
 * and the most milliseconds that are waited for it.
 */
const SLOW = { times: 20, most: 5_000 } as const;

/**
 * Lets watches of a run be opened with `watch=true` if `watch=1` is answered with a list.
 *
 * @returns what is said of it before the checks; undefined if `watch=1` starts a watch, or neither does
 */
export async function spellWatches({ client, contact }: Target): Promise<string | undefined> {
  const type = contact?.types.find(({ resource }) => resource === "secrets") ?? contact?.types[0];
  // Neither the reference server nor a target of tests needs it.
  if (type === undefined || !(client instanceof WithoutAddedMetadata)) return undefined;
  const path = collectionOf(type);
  try {
    const started = performance.now();
    const { status, json } = await client.send({ method: "GET", path, query: { limit: "1" } });
    const took = performance.now() - started;
    const patience = Math.max(PATIENCE, Math.min(SLOW.times * took, SLOW.most));
    if (status !== 200) return undefined;
    const version = resourceVersionOf(asObject(json) ?? {});
    const isStream = (watch: string) => startsStream(client, path, { watch, version, patience });
    if (await isStream("1") || !await isStream("true")) return undefined;
    client.watchSpelling = "true";
    return "opened with watch=true, as watch=1 is answered with a list";
  } catch (error) {
    // The checks report that the target does not answer.
    if (!(error instanceof TargetUnreachable)) throw error;
    return undefined;
  }
}

function collectionOf({ group, version, resource }: ServedType): string {
  return `${group === "" ? "/api" : `/apis/${group}`}/${version}/${resource}`;
}

/** Returns true if a watch is answered neither with a list nor with an error. */
async function startsStream(
  client: HttpClient,
  path: string,
  { watch, version, patience }: {
    readonly watch: string;
    readonly version: string | undefined;
    /** The milliseconds in which it is answered. */
    readonly patience: number;
  },
): Promise<boolean> {
  const query = { watch, timeoutSeconds: "1", resourceVersion: version };
  const { promise: goOn, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patience);
  const stream = await client.watch({ path, query }, undefined, { goOn })
    .finally(() => clearTimeout(timer));
  if (stream.response.status !== 200) return false;
  try {
    await stream.waitFor(() => true, patience);
  } catch {
    // No event, or a list in place of a stream.
  } finally {
    await stream.close();
  }
  return stream.malformed.length === 0;
}
