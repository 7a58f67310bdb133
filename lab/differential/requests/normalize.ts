/**
 * Removes from an answer what differs between any two servers: generated values become tokens
 * that are equal if the values were equal, and messages are dropped.
 *
 * @module
 */
import { parse as parseYaml } from "@std/yaml";
import type { Json, JsonObject } from "@plumbline/server/api";
import type { WireAnswer } from "../../client/send.ts";

/** A normalized answer. */
export interface Comparable {
  readonly status: number;
  readonly mediaType: string;
  /** The body; for a watch the list of its events; `<text>` for messages. */
  readonly body: Json;
  /** The field warnings of the Warning header. */
  readonly warnings: readonly string[];
}

/**
 * Names for generated values, per server and sequence: equal names for equal values.
 *
 * The second server's values are named by what the first has in the same place, so that the names
 * agree as long as the values are equal and differ in the same places.
 */
export class Tokens {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /**
   * Returns the name of a value.
   *
   * @param guide what the other server has in the same place
   * @param isChosen true if the server has just chosen the value, perhaps one that was free again
   */
  of(kind: string, value: string, guide?: Json, isChosen = false): string {
    const key = `${kind} ${value}`;
    const isName = typeof guide === "string" && guide.startsWith(`<${kind} `);
    if (isChosen && isName) return this.#take(key, guide);
    const known = this.#names.get(key);
    if (known) return known;
    if (guide === undefined) return this.#take(key, `<${kind} ${this.#names.size}>`);
    const isFree = typeof guide === "string" && guide.includes(`<${kind} `) &&
      !this.#taken.has(guide);
    return isFree ? this.#take(key, guide) : `<${kind} of its own>`;
  }

  #take(key: string, name: string): string {
    this.#names.set(key, name);
    this.#taken.add(name);
    return name;
  }
}

/** Options of `normalize`. */
export interface NormalizeOptions {
  readonly tokens: Tokens;
  /** The normalized answer of the other server, from which generated values take their names. */
  readonly guide?: Comparable;
  /** Keys to leave out at any depth. */
  readonly ignored?: readonly string[];
}

/** Normalizes one answer. */
export function normalizeAnswer(answer: WireAnswer, options: NormalizeOptions): Comparable {
  const { status, mediaType, warnings } = answer;
  return {
    status,
    mediaType,
    body: bodyOf(answer, options),
    warnings: [...new Set(warnings)].sort(),
  };
}

function bodyOf({ status, mediaType, text }: WireAnswer, options: NormalizeOptions): Json {
  if (text === "") return null;
  try {
    const value = mediaType === "application/yaml" ? parseYaml(text) as Json : parseJson(text);
    const isNew = options.guide !== undefined && status === 201;
    return visit(value, { ...options, key: "", guide: options.guide?.body, isNew });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return "<text>";
  }
}

/** Parses one document, or the documents of a stream, one per line. */
function parseJson(text: string): Json {
  const lines = text.trimEnd().split("\n");
  const isStream = lines.length > 1 && lines[0]!.startsWith('{"type":');
  return isStream || text.startsWith('{"type":"')
    ? lines.map((line) => JSON.parse(line))
    : JSON.parse(text);
}

const NODE_PORTS = ["nodePort", "healthCheckNodePort"];
const TIMES = ["creationTimestamp", "deletionTimestamp", "time"];
/** Times that a server sets if a client does not. */
const NOW = /^20(2[6-9]|[3-9]\d)-(?!01-01T00:00:00Z)/;
const CONDITION_TIMES = ["lastUpdateTime", "lastTransitionTime"];
const GENERATED_NAME = /^(.*-gen-|prefix-|Not Valid-)[a-z0-9]{5}$/;

/** The path of a value, and the value of the other server there. */
interface Visit {
  readonly key: string;
  readonly tokens: Tokens;
  readonly guide?: Json | undefined;
  readonly ignored?: readonly string[];
  /** True in the answer to a creation, whose values the server has just chosen. */
  readonly isNew?: boolean;
}

function visit(value: Json, at: Visit): Json {
  const { key, tokens, guide, isNew } = at;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      visit(item, { ...at, ...(guide !== undefined && { guide: partOf(guide, index) }) })
    );
  }
  if (typeof value === "object" && value !== null) return visitObject(value, at);
  if (NODE_PORTS.includes(key) && typeof value === "number" && value >= 30_000 && value < 32_768) {
    return tokens.of("port", String(value), guide, isNew);
  }
  if (typeof value !== "string" || value === "") return value;
  if (TIMES.includes(key) || CONDITION_TIMES.includes(key) && NOW.test(value)) return "<time>";
  if ((key === "uid" || key.endsWith("controller-uid")) && UID.test(value)) {
    return tokens.of("uid", value, guide);
  }
  if (ADDRESS.test(value)) return tokens.of("address", value, guide, isNew);
  if (key === "resourceVersion") return tokens.of("version", value, guide);
  if (key === "continue") return "<token>";
  const [, prefix] = GENERATED_NAME.exec(value) ?? [];
  return prefix ? tokens.of(`${prefix}name`, value, guide) : value;
}

const partOf = (value: Json, key: string | number): Json =>
  typeof value === "object" && value !== null ? (value as JsonObject)[key] ?? null : null;

/** Addresses that servers choose for Services. */
const ADDRESS = /^10\.(0|9[6-9]|10\d|11[01])\.\d+\.\d+$/;

/** True for random values of the server; uids that clients send are not random. */
const UID = /^[0-9a-f]{8}-[0-9a-f]{4}-4/;

function visitObject(object: JsonObject, at: Visit): JsonObject {
  const { key, guide, ignored = [] } = at;
  const visited: JsonObject = {};
  for (const name of Object.keys(object).sort()) {
    if (ignored.includes(name) || saysNothing(object, name)) continue;
    const inner = { ...at, key: name, ...(guide !== undefined && { guide: partOf(guide, name) }) };
    // Other clients change collections too: their versions cannot be compared.
    visited[name] = name === "metadata" && isCollection(object)
      ? withoutVersion(object.metadata!, ignored)
      : visit(object[name] ?? [], inner);
  }
  if (isStatus(object)) {
    const fields = fieldsNamed(String(object.message ?? ""));
    if (fields.length > 0) visited.fields = fields;
  }
  if (Array.isArray(visited.causes)) visited.causes = distinct(visited.causes);
  // An empty object equals an absent one.
  if (isStatus(object) && Object.keys(visited.details ?? {}).length === 0) delete visited.details;
  if (Array.isArray(visited.managedFields)) visited.managedFields = sorted(visited.managedFields);
  if (Array.isArray(visited.cells)) visited.cells = visited.cells.map(withoutTime);
  if (Array.isArray(visited.items)) visited.items = visited.items.map(withoutKind);
  if (key === "status" && ("allowed" in object || "resourceRules" in object)) withoutWords(visited);
  return visited;
}

/** Drops absent values, optional fields of lists, fields removed since 1.20, and messages. */
function saysNothing(object: JsonObject, name: string): boolean {
  // Some servers write null for an absent time or list.
  if (object[name] === null) return !["items", "rows"].includes(name);
  switch (name) {
    case "continue":
      return object.continue === "";
    case "selfLink":
    case "retryAfterSeconds":
      return true;
    case "message":
      return isStatus(object) || "reason" in object;
    case "description":
      return "format" in object;
    default:
      return false;
  }
}

const isStatus = (object: JsonObject) => object.kind === "Status" && "status" in object;

const isCollection = (object: JsonObject) =>
  isStatus(object) || "items" in object || object.kind === "Table";

function withoutVersion(metadata: Json, ignored: readonly string[]): Json {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return metadata;
  const { resourceVersion, selfLink: _, continue: token, ...rest } = metadata;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !ignored.includes(name))),
    ...(resourceVersion && { resourceVersion: "<version>" }),
    ...(token && { continue: "<token>" }),
  };
}

/** Returns the fields that an error names as unknown or duplicate. */
function fieldsNamed(message: string): string[] {
  return [...message.matchAll(/(unknown|duplicate) field "([^"]*)"/g)].map(([all]) => all).sort();
}

/** Reasons are messages; only the presence of an evaluation error is compared. */
function withoutWords(visited: JsonObject): void {
  delete visited.reason;
  if ("evaluationError" in visited) visited.evaluationError = "<text>";
}

/** Drops times and ages from the cells of a Table. */
const withoutTime = (cell: Json): Json =>
  typeof cell === "string"
    ? cell.replace(/^\d{4}-\d\d-\d\dT[\d:]+Z$/, "<time>").replace(/^\d+s$/, "<age>")
      .replace(ADDRESS, "<address>").replaceAll(/:3\d{4}\//g, ":<port>/")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<uid>")
    : cell;

/** Items of a list may leave out `apiVersion` and `kind`. */
function withoutKind(item: Json): Json {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const { kind: _, apiVersion: __, ...rest } = item;
  return rest;
}

/** Several causes about one field count as one. */
const distinct = (causes: readonly Json[]): Json[] =>
  sorted(
    [...new Set(causes.map((cause) => JSON.stringify(cause)))].map((text) => JSON.parse(text)),
  );

const sorted = (values: readonly Json[]): Json[] =>
  values.toSorted((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
