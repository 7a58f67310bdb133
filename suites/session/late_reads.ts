/**
 * Measures how long reads of a target lag behind its writes: writes an object, and reads it until the
 * response shows the write that was acknowledged.
 *
 * @module
 */
import { Discard } from "../check.ts";
import type { HttpResponse, JsonObject } from "../client/http_client.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf, uidOf } from "../model/object.ts";
import { type ResourceType, typesOf } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import { Objects } from "./objects.ts";
import { hasOperation } from "./operations.ts";

/** A read that showed a state before a write that was acknowledged before it was sent. */
export interface LateRead {
  readonly read: "GET" | "list";
  readonly write: "create" | "patch" | "update" | "delete";
  readonly resource: string;
  /** The milliseconds between the response to the write and the last late read. */
  readonly late: number;
  /** The milliseconds until reads showed the write; undefined if they did not in time. */
  readonly shownAfter: number | undefined;
  readonly expected: string;
  readonly actual: string;
  /** The numbers of the write, of the first late read, and of the first read that showed the write. */
  readonly exchanges: readonly number[];
}

/** Limits of the measurement. */
const LIMITS = {
  /** The resource types that are written. */
  types: 6,
  /** Objects of each type. */
  rounds: 4,
  /** Milliseconds in which a read must show a write. */
  patience: 5_000,
  /** Milliseconds between two reads, once the first ones were late. */
  interval: 10,
  /** Reads in a row that show a write: another replica may still lag. */
  inRow: 6,
} as const;

/** A write, and how reads show it. */
interface Written {
  readonly write: LateRead["write"];
  readonly object: JsonObject;
  readonly exchange: number | undefined;
  readonly acknowledged: number;
  /** Returns what is wrong with the object that a read shows; undefined if it may be the newest. */
  lack(shown: JsonObject | undefined): string | undefined;
}

/** Writes objects of the types of a target and returns the reads that were late. */
export async function lateReads(scope: Scope): Promise<LateRead[]> {
  const types = typesOf(scope.target);
  const step = Math.ceil(types.length / LIMITS.types);
  const chosen = types.filter((_, at) => at % step === 0);
  return (await Promise.all(chosen.map((type) => lateReadsOf(scope, type)))).flat();
}

/** Returns the milliseconds after which reads show a write, by what was measured; 0 without lag. */
export function lagOf(reads: readonly LateRead[]): number {
  // What the next read shows is no lag, nor is what is never shown.
  const lagging = reads.filter(({ late, shownAfter }) =>
    late >= SHORTEST_LAG && shownAfter !== undefined
  );
  return Math.max(0, ...lagging.map(({ shownAfter = 0 }) => shownAfter));
}

/** The least time, in milliseconds, after which a late read is due to a lag. */
const SHORTEST_LAG = 5;

async function lateReadsOf(scope: Scope, type: ResourceType): Promise<LateRead[]> {
  const objects = new Objects(scope, type);
  const found: LateRead[] = [];
  for (let round = 0; round < LIMITS.rounds && found.length === 0; round++) {
    const known = new Set<string>();
    let last: JsonObject | undefined;
    for (const write of WRITES) {
      const object = last ?? objects.newObject(`late ${round}`);
      const written = await write(objects, object, known).catch(unlessServed);
      if (written === undefined) break;
      last = written.object;
      found.push(...await readUntilShown(objects, written));
    }
  }
  return found;
}

/** Says nothing about a write that the target does not serve. */
function unlessServed(error: unknown): undefined {
  if (!(error instanceof Discard)) throw error;
}

/** Writes; returns undefined if nothing can be said about the reads after it. */
type Write = (
  objects: Objects,
  object: JsonObject,
  known: Set<string>,
) => Promise<Written | undefined>;

const create: Write = async (objects, object, known) =>
  written(
    await objects.post(object),
    "create",
    known,
    (shown) => shown === undefined ? "no object" : undefined,
  );

const change: Write = async (objects, object, known) => {
  const metadata = { labels: { ...asObject(metadataOf(object).labels), late: "1" } };
  const patched = hasOperation(objects.type, "patch")
    ? await objects.patch(object, { metadata })
    : undefined;
  const isPatched = patched !== undefined && patched.status < 300;
  const response = isPatched ? patched : await objects.put({
    ...object,
    metadata: { ...metadataOf(object), ...metadata },
  });
  const replaced = new Set(known);
  return written(response, isPatched ? "patch" : "update", known, (shown) => {
    const version = shown && resourceVersionOf(shown);
    if (shown === undefined) return "no object";
    return version !== undefined && replaced.has(version) ? `version ${version}` : undefined;
  });
};

const remove: Write = async (objects, object, known) => {
  const response = await objects.remove(object);
  const { deletionTimestamp } = metadataOf(asObject(response.json) ?? {});
  // Another status, or an object that is being deleted, is no completed deletion.
  if (response.status !== 200 || deletionTimestamp !== undefined) return undefined;
  return {
    write: "delete",
    object,
    exchange: response.exchange,
    acknowledged: performance.now(),
    lack: (shown) => {
      const version = shown && resourceVersionOf(shown);
      return shown !== undefined && version !== undefined && known.has(version) &&
          metadataOf(shown).deletionTimestamp === undefined
        ? `version ${version}, not being deleted`
        : undefined;
    },
  };
};

const WRITES: readonly Write[] = [create, change, remove];

function written(
  { status, json, exchange }: HttpResponse,
  write: LateRead["write"],
  known: Set<string>,
  lack: Written["lack"],
): Written | undefined {
  const object = asObject(json);
  const version = object && resourceVersionOf(object);
  if (status >= 300 || object === undefined || version === undefined) return undefined;
  known.add(version);
  return { write, object, exchange, acknowledged: performance.now(), lack };
}

/** Reads an object, alone and in a list, until the responses show the write. */
async function readUntilShown(objects: Objects, written: Written): Promise<LateRead[]> {
  const { scope } = objects;
  const own = uidOf(written.object);
  const ofList = (json: HttpResponse["json"]) => {
    const { items } = asObject(json) ?? {};
    const all = Array.isArray(items) ? items.map((item) => asObject(item) ?? {}) : [];
    return all.find((item) => nameOf(item) === nameOf(written.object));
  };
  const get = { method: "GET", path: objects.pathOf(written.object), immediate: true } as const;
  const list = {
    method: "GET",
    path: objects.collectionOf(written.object),
    query: { labelSelector: scope.selector },
    immediate: true,
  } as const;
  const found = await Promise.all([
    readAgain(objects, written, "GET", async () => {
      const response = await scope.send(get);
      const { status, json } = response;
      if (status !== 200 && status !== 404) return undefined;
      return { response, shown: status === 200 ? asObject(json) : undefined };
    }),
    readAgain(objects, written, "list", async () => {
      const response = await scope.send(list);
      return response.status === 200 ? { response, shown: ofList(response.json) } : undefined;
    }),
  ]);
  return found.filter((each) => each !== undefined && own !== undefined) as LateRead[];
}

/** Sends a read until some in a row show the write; returns undefined if the first ones do. */
async function readAgain(
  { type: { resource } }: Objects,
  written: Written,
  read: LateRead["read"],
  send: () => Promise<
    { readonly response: HttpResponse; readonly shown: JsonObject | undefined } | undefined
  >,
): Promise<LateRead | undefined> {
  const { acknowledged, write, exchange, lack } = written;
  let first: { readonly actual: string; readonly exchange: number | undefined } | undefined;
  let late = 0;
  let shown: { readonly after: number; readonly exchange: number | undefined } | undefined;
  for (let inRow = 0; inRow < LIMITS.inRow;) {
    const sent = performance.now() - acknowledged;
    const seen = await send();
    if (seen === undefined) return undefined;
    const actual = lack(seen.shown);
    if (actual === undefined) {
      if (first === undefined && inRow >= 1) return undefined;
      if (inRow++ === 0) {
        shown = { after: performance.now() - acknowledged, exchange: seen.response.exchange };
      }
      continue;
    }
    inRow = 0;
    shown = undefined;
    late = sent;
    first ??= { actual, exchange: seen.response.exchange };
    if (sent > LIMITS.patience) break;
    // The first reads follow each other at once: a read may be late that the next one is not.
    if (sent > LIMITS.interval) await new Promise((done) => setTimeout(done, LIMITS.interval));
  }
  if (first === undefined) return undefined;
  return {
    read,
    write,
    resource,
    late,
    shownAfter: shown?.after,
    expected: `the ${resource} of the ${write}, which was acknowledged before`,
    actual: first.actual,
    exchanges: [exchange, first.exchange, shown?.exchange].filter((each) => each !== undefined),
  };
}
