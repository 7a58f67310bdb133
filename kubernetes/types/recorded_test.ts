import { assert, assertEquals } from "@std/assert";
import "./mod.ts";
import { DIALECTS, type Json, type JsonObject } from "@plumbline/server/api";
import { loadProtobuf } from "@plumbline/server/codec";
import type { Message, MessageTable } from "@plumbline/server/types";
import { readTables } from "../../fixtures/tables.ts";

const {
  decodeProtobuf,
  decodeProtobufWatchEvent,
  encodeProtobuf,
  encodeProtobufWatchEvent,
  messageOfKind,
} = await loadProtobuf();
const dialect = DIALECTS.kubernetes;
const tables = readTables<MessageTable>("messages");

interface Recording {
  readonly json: JsonObject;
  readonly protobuf: Uint8Array;
}

/**
 * Returns objects with the bytes that other implementations encoded; see
 * fixtures/protobuf/README.md.
 */
async function recordings(name: string): Promise<Recording[]> {
  const url = new URL(`../../fixtures/protobuf/recorded/${name}.jsonl`, import.meta.url);
  const lines = (await Deno.readTextFile(url)).trim().split("\n");
  return lines.map((line) => {
    const { json, protobuf } = JSON.parse(line);
    return { json, protobuf: Uint8Array.fromBase64(protobuf) };
  });
}

/**
 * Checks both directions. Discovery's envelopes leave out the API version, which both sides then
 * expect.
 */
function holds({ json, protobuf }: Recording): void {
  const expected = { apiVersion: String(json.apiVersion ?? ""), kind: String(json.kind) };
  assertEquals(decodeProtobuf(protobuf, { dialect, expected }), json);
  const { apiVersion = "" } = decodeProtobuf(protobuf, { dialect });
  assertEquals(encodeProtobuf({ ...json, apiVersion }, { dialect }).toHex(), protobuf.toHex());
}

for (const name of ["generated", "server"]) {
  Deno.test(`objects recorded from ${name} are decoded and encoded as recorded`, async () => {
    const all = await recordings(name);
    assert(all.length > 40, `only ${all.length} recordings`);
    all.forEach(holds);
  });
}

Deno.test("watch frames recorded from a real server are decoded and encoded as recorded", async () => {
  const all = await recordings("watch");
  assert(all.length > 0);
  for (const { json, protobuf } of all) {
    const { type, object } = decodeProtobufWatchEvent(protobuf);
    assertEquals({ type, object: decodeProtobuf(object, { dialect }) }, json);
    assertEquals(encodeProtobufWatchEvent({ type, object }).toHex(), protobuf.toHex());
  }
});

/** Adds the fields of a message and its nested messages that an object has. */
function note(seen: Set<string>, message: Message, object: JsonObject): void {
  if (message.leaf) return;
  for (const field of message.fields) {
    const value: Json = field.name === undefined ? object : object[field.name] ?? null;
    if (value === null) continue;
    seen.add(`${message.name} ${field.number}`);
    const values = field.label === "repeated"
      ? value as Json[]
      : field.label === "map"
      ? Object.values(value as JsonObject)
      : [value];
    if (field.message) {
      for (const each of values) note(seen, field.message, each as JsonObject);
    }
  }
}

Deno.test("the recordings have every field of every message of release 1.26 at least once", async () => {
  const seen = new Set<string>();
  const messages = new Map<string, Message>();
  const collect = (message: Message): void => {
    if (message.leaf || messages.has(message.name)) return;
    messages.set(message.name, message);
    message.fields.forEach((field) => field.message && collect(field.message));
  };
  for (const { json } of await recordings("generated")) {
    const message = messageOfKind(String(json.apiVersion), String(json.kind), dialect);
    assert(message);
    collect(message);
    note(seen, message, json);
  }
  const fields = [...messages.values()].flatMap(({ name, fields }) =>
    fields.filter(({ number }) =>
      tables.some(({ messages }) => messages[name]?.some((field) => field.number === number))
    ).map(({ number }) => `${name} ${number}`)
  );
  assertEquals(fields.filter((field) => !seen.has(field)), []);
  assert(fields.length > 700, `only ${fields.length} fields`);
});
