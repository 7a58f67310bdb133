/**
 * Finds writes whose response has another resourceVersion than every later response shows for the
 * same content.
 *
 * @module
 */
import type { Exchange, Failure } from "./events.ts";

/** A write whose response had a different resourceVersion than the object. */
export interface RenamedWrite {
  readonly request: Exchange;
  /** The name of the object. */
  readonly name: string;
  readonly answered: string;
  readonly stored: string;
}

/** An object in a response. */
interface Shown {
  readonly uid: string;
  readonly name: string;
  readonly version: string;
  /** The object without its version. */
  readonly content: string;
}

/** Returns the first such write in the exchanges of a failure; undefined if there is none. */
export function renamedWrite(
  { exchange, actual }: Pick<Failure, "exchange" | "actual">,
): RenamedWrite | undefined {
  return readOtherwise(exchange) ?? namedOtherwise(exchange, actual);
}

/**
 * Finds a write whose object a failure shows with a resourceVersion that no response to a write
 * had.
 */
function namedOtherwise(
  exchanges: readonly Exchange[],
  actual: string,
): RenamedWrite | undefined {
  const writes = exchanges.filter(isWrite).flatMap((request) =>
    shownBy(request).map((written) => ({ request, ...written }))
  );
  const names = new Set(writes.map(({ name }) => name));
  // An item at the version of its list is another mistake; a Table of one object is no list.
  const lists = new Set(
    exchanges.filter(({ path }) => !names.has(path.split("?")[0]!.split("/").at(-1)!))
      .flatMap(({ responseBody }) => documentsOf(responseBody).flatMap(listVersion)),
  );
  for (const [, key, version] of actual.matchAll(/(\S+) at (?:version )?([^\s,;:]+)/g)) {
    if (lists.has(version!)) continue;
    // Only the last write of the name can have the version, as no response had it before.
    const name = key!.split("/").at(-1);
    const own = writes.filter((written) => written.name === name);
    const write = own.at(-1);
    if (write === undefined || own.some((written) => written.version === version)) continue;
    return { request: write.request, name: name!, answered: write.version, stored: version! };
  }
  return undefined;
}

/** Finds a write whose content appears in later responses only with a different resourceVersion. */
function readOtherwise(exchanges: readonly Exchange[]): RenamedWrite | undefined {
  const reads = exchanges.filter(({ method, status }) => method === "GET" && status === 200)
    .flatMap(shownBy);
  const shown = new Set(reads.map(({ uid, version }) => `${uid} ${version}`));
  for (const request of exchanges) {
    const [written] = isWrite(request) ? shownBy(request) : [];
    if (written === undefined || shown.has(`${written.uid} ${written.version}`)) continue;
    const read = reads.find(({ uid, content, version }) =>
      uid === written.uid && content === written.content && version !== written.version
    );
    if (read === undefined) continue;
    const { name, version: answered } = written;
    return { request, name, answered, stored: read.version };
  }
  return undefined;
}

function isWrite({ method, status, path }: Exchange): boolean {
  return ["POST", "PUT", "PATCH"].includes(method) && status < 300 && !/[?&]dryRun=/.test(path);
}

/** Returns the objects of a response: one, the items of a list, or those of events. */
function shownBy({ responseBody }: Exchange): Shown[] {
  return documentsOf(responseBody).flatMap((document) => {
    const { items, object, type } = document;
    if (Array.isArray(items)) return items.flatMap(shownOf);
    if (typeof type === "string" && object !== undefined) {
      return type === "DELETED" ? [] : shownOf(object);
    }
    return shownOf(document);
  });
}

function listVersion({ metadata }: Record<string, unknown>): string[] {
  if (typeof metadata !== "object" || metadata === null || "name" in metadata) return [];
  const { resourceVersion } = metadata as Record<string, unknown>;
  return typeof resourceVersion === "string" ? [resourceVersion] : [];
}

/** Returns the JSON documents of a body; what was cut off is left out. */
export function documentsOf(body: string): Record<string, unknown>[] {
  const parse = (text: string) => {
    try {
      const json = JSON.parse(text);
      return typeof json === "object" && json !== null ? [json] : [];
    } catch {
      return [];
    }
  };
  const whole = parse(body);
  return whole.length > 0 ? whole : body.split("\n").flatMap(parse);
}

function shownOf(json: unknown): Shown[] {
  if (typeof json !== "object" || json === null) return [];
  const { metadata, apiVersion: _apiVersion, kind: _kind, ...content } = json as Record<
    string,
    unknown
  >;
  if (typeof metadata !== "object" || metadata === null) return [];
  const { uid, name, resourceVersion, managedFields: _, ...others } = metadata as Record<
    string,
    unknown
  >;
  if (typeof uid !== "string" || typeof resourceVersion !== "string") return [];
  return [{
    uid,
    name: String(name),
    version: resourceVersion,
    content: JSON.stringify([sorted(others), sorted(content)]),
  }];
}

/** Returns the value with the keys of all objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1).map((
      [key, one],
    ) => [key, sorted(one)]),
  );
}
