/**
 * Reads the metadata of lists and objects in Protobuf. The specification shows no field numbers: those
 * here are the ones of real servers, and what does not fit them is not read at all.
 *
 * @module
 */
import type { Json, JsonObject } from "../client/http_client.ts";
import { readEnvelope, readFields } from "./protobuf_envelope.ts";

/** How a field is read. */
type Reading = (bytes: Uint8Array | undefined, value: number | undefined) => Json | undefined;

/** A message: the names of its fields by number, and how they are read. */
type Message = Readonly<Record<number, readonly [name: string, read: Reading, many?: "list"]>>;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** A text; an empty one is absent. */
const text: Reading = (bytes) => bytes === undefined ? undefined : decoder.decode(bytes);

const shown: Reading = (bytes) => text(bytes, undefined) || undefined;

const number: Reading = (_bytes, value) => value;

/** A number that is absent if it is 0. */
const count: Reading = (_bytes, value) => value || undefined;

const flag: Reading = (_bytes, value) => value === undefined ? undefined : value === 1;

const time: Reading = (bytes) => {
  const seconds = bytes && readFields(bytes).find((field) => field.number === 1)?.value;
  return seconds === undefined
    ? undefined
    : new Date(seconds * 1_000).toISOString().replace(".000Z", "Z");
};

const message = (fields: Message): Reading => (bytes) =>
  bytes === undefined ? undefined : readMessage(fields, bytes);

const json: Reading = (bytes) => {
  const raw = bytes && readFields(bytes).find((field) => field.number === 1)?.bytes;
  return raw === undefined ? undefined : JSON.parse(decoder.decode(raw)) as Json;
};

/** An entry of a map, as an object with one member. */
const entry: Reading = (bytes) => {
  const { key = "", value = "" } = readMessage({ 1: ["key", text], 2: ["value", text] }, bytes!);
  return { [String(key)]: value };
};

const OWNER: Message = {
  1: ["kind", shown],
  3: ["name", shown],
  4: ["uid", shown],
  5: ["apiVersion", shown],
  6: ["controller", flag],
  7: ["blockOwnerDeletion", flag],
};

const MANAGER: Message = {
  1: ["manager", shown],
  2: ["operation", shown],
  3: ["apiVersion", shown],
  4: ["time", time],
  6: ["fieldsType", shown],
  7: ["fieldsV1", json],
  8: ["subresource", shown],
};

const OBJECT_META: Message = {
  1: ["name", shown],
  2: ["generateName", shown],
  3: ["namespace", shown],
  5: ["uid", shown],
  6: ["resourceVersion", shown],
  7: ["generation", count],
  8: ["creationTimestamp", time],
  9: ["deletionTimestamp", time],
  10: ["deletionGracePeriodSeconds", number],
  11: ["labels", entry],
  12: ["annotations", entry],
  13: ["ownerReferences", message(OWNER), "list"],
  14: ["finalizers", text, "list"],
  17: ["managedFields", message(MANAGER), "list"],
};

/** Marks an object of which only the metadata were read, from Protobuf. */
const MARK = { readFrom: "Protobuf" } as const;

/** Returns true for an object that was read from Protobuf. */
export const isFromProtobuf = ({ readFrom }: JsonObject): boolean => readFrom === MARK.readFrom;

/**
 * Returns metadata with the fields that Protobuf can carry as they were read, and others, which it cannot,
 * as they are. Protobuf does not distinguish empty values from absent ones.
 */
export function withRead(metadata: JsonObject, read: JsonObject): JsonObject {
  const fields = Object.values(OBJECT_META).map(([name]) => name)
    .filter((name) => !(isEmpty(metadata[name]) && isEmpty(read[name])));
  const others = Object.entries(metadata).filter(([name]) => !fields.includes(name));
  const shown = fields.flatMap((name) => name in read ? [[name, read[name]!] as const] : []);
  return Object.fromEntries([...others, ...shown]);
}

const isEmpty = (value: Json | undefined): boolean =>
  !value || (typeof value === "object" && Object.keys(value).length === 0);

const LIST_META: Message = {
  2: ["resourceVersion", shown],
  3: ["continue", shown],
  4: ["remainingItemCount", number],
};

const STATUS: Message = {
  1: ["metadata", message(LIST_META)],
  2: ["status", shown],
  3: ["message", shown],
  4: ["reason", shown],
  6: ["code", number],
};

const METADATA = 1;
const ITEMS = 2;

/**
 * Returns the metadata of a list and of its objects in the shape of a Table, or those of one object, or
 * a Status; undefined if they cannot be read.
 */
export function protobufMetadata(bytes: Uint8Array): JsonObject | undefined {
  try {
    const { apiVersion, kind, raw } = readEnvelope(bytes);
    if (kind === "Status") return { apiVersion, kind, ...readMessage(STATUS, raw) };
    const fields = readFields(raw);
    const metadata = (meta: Message) =>
      readMessage(meta, fields.find((field) => field.number === METADATA)?.bytes!);
    const isList = kind.endsWith("List");
    const objects = isList
      ? fields.filter((field) => field.number === ITEMS)
        .map((field) => readFields(field.bytes!).find((inner) => inner.number === METADATA)?.bytes)
        .map((inner) => readMessage(OBJECT_META, inner!))
      : [metadata(OBJECT_META)];
    const list = isList ? metadata(LIST_META) : {};
    const isRead = objects.every(({ name, uid, resourceVersion }) =>
      [name, uid, resourceVersion].every((each) => typeof each === "string")
    );
    if (!isRead) return undefined;
    const rows = objects.map((each): Json => ({ object: { ...MARK, metadata: each } }));
    return { kind: "Table", metadata: list, rows };
  } catch {
    // Another serialization than that of real servers.
    return undefined;
  }
}

/**
 * Returns the metadata of an object, as far as Protobuf carries them.
 *
 * @param raw The serialized object, without its envelope.
 * @throws {SyntaxError} if it cannot be read
 */
export function objectMetadata(raw: Uint8Array): JsonObject {
  const meta = readFields(raw).find((field) => field.number === METADATA)?.bytes;
  return meta === undefined ? {} : readMessage(OBJECT_META, meta);
}

function readMessage(fields: Message, bytes: Uint8Array): JsonObject {
  const result: JsonObject = {};
  for (const { number, bytes: content, value } of readFields(bytes)) {
    const [name, read, many] = fields[number] ?? [];
    const found = read?.(content, value);
    if (name === undefined || found === undefined) continue;
    const before = result[name];
    if (many === "list") {
      result[name] = [...(Array.isArray(before) ? before : []), found];
    } else {
      const isMap = read === entry && typeof found === "object";
      result[name] = isMap ? { ...before as JsonObject, ...found as JsonObject } : found;
    }
  }
  return result;
}
