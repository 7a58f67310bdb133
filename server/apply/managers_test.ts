import { assertEquals } from "@std/assert";
import { definition } from "../codec/schema.ts";
import type { JsonObject } from "../object.ts";
import { setOf } from "./field_set.ts";
import {
  ANCIENT_CHANGES,
  limitUpdaters,
  type Manager,
  managerKey,
  MAX_UPDATERS,
  type Operation,
  readManagers,
  readSentManagers,
  sameManagers,
  withFields,
  writeManagers,
} from "./managers.ts";

const secret = definition("core.v1.Secret");
const schemaOf = (apiVersion: string) => apiVersion === "v1" ? secret : undefined;

const entry = (manager: string, rest: JsonObject = {}): JsonObject => ({
  manager,
  operation: "Apply",
  apiVersion: "v1",
  time: "2026-01-01T00:00:00Z",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:data": { "f:a": {} } },
  ...rest,
});

Deno.test("an applier is the same in another version, an updater is not; a subresource sets apart", () => {
  const who = { name: "m", operation: "Apply", apiVersion: "v1", subresource: "" } as const;
  const newer = { apiVersion: "v2" };
  assertEquals(managerKey(who), managerKey({ ...who, ...newer }));
  const updater = { ...who, operation: "Update" } as const;
  const keys = [
    who,
    { ...who, name: "n" },
    { ...who, subresource: "status" },
    updater,
    { ...updater, ...newer },
    { ...updater, subresource: "status" },
  ].map(managerKey);
  assertEquals(new Set(keys).size, keys.length);
});

Deno.test("what was written is read and written again as it stood", () => {
  const entries = [entry("one"), entry("two", { operation: "Update", subresource: "status" })];
  assertEquals(writeManagers(readManagers(entries)), entries);
  assertEquals(writeManagers(readManagers(undefined)), undefined);
});

Deno.test("appliers come first, then the earlier writers", () => {
  const late = "2026-01-01T00:00:09Z";
  const entries = [
    entry("update-early", { operation: "Update" }),
    entry("apply-late", { time: late }),
    entry("b"),
    entry("a"),
  ];
  const names = writeManagers(readManagers(entries))?.map(({ manager }) => manager);
  assertEquals(names, ["a", "b", "apply-late", "update-early"]);
});

Deno.test("other fields make another entry, with its fields in their one order", () => {
  const [[key, manager] = ["", undefined]] = readManagers([entry("one")]);
  const changed = withFields(manager!, { "f:type": {}, "f:data": { "f:b": {}, "f:a": {} } });
  const [written] = writeManagers(new Map([[key, changed]])) ?? [];
  assertEquals(
    JSON.stringify(written?.fieldsV1),
    '{"f:data":{"f:a":{},"f:b":{}},"f:type":{}}',
  );
});

Deno.test("entries of a client are read with what they say of known fields", () => {
  const managers = readSentManagers([entry("one", { fieldsV1: null }), entry("two")], schemaOf);
  const fields = [...managers?.values() ?? []].map(({ name, fields }) => [name, fields]);
  assertEquals(fields, [["one", {}], ["two", { "f:data": { "f:a": {} } }]]);
});

for (
  const [what, entries] of Object.entries({
    "no list": {},
    "an entry that is no object": ["one"],
    "an unknown operation": [entry("one", { operation: "Replace" })],
    "no version": [entry("one", { apiVersion: "" })],
    "another type of fields": [entry("one", { fieldsType: "FieldsV2" })],
    "fields that are no set": [entry("one", { fieldsV1: { "f:data": ["f:a"] } })],
    "one of two that is wrong": [entry("one"), entry("two", { operation: null })],
  })
) {
  Deno.test(`${what} is not read as managers`, () => {
    assertEquals(readSentManagers(entries, schemaOf), undefined);
  });
}

Deno.test("lists of entries say the same whatever times they give", () => {
  const later = entry("one", { time: "2027-01-01T00:00:00Z" });
  assertEquals(sameManagers([entry("one")], [later]), true);
  assertEquals(sameManagers(undefined, undefined), true);
  for (
    const other of [
      [],
      undefined,
      [entry("two")],
      [entry("one", { operation: "Update" })],
      [entry("one", { fieldsV1: {} })],
      [entry("one", { subresource: "status" })],
    ]
  ) {
    assertEquals(sameManagers([entry("one")], other), false);
  }
});

const timeOf = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}Z`;

/** A manager that owns one field, called like it. */
function manager(at: number, operation: Operation = "Update", apiVersion = "v1"): Manager {
  const name = `m${at}`;
  const fields = setOf(["f:data", `f:${name}`]);
  return {
    name,
    operation,
    apiVersion,
    subresource: "",
    time: timeOf(at),
    fields,
    entry: undefined,
  };
}

const mapOf = (managers: Manager[]) => new Map(managers.map((one) => [managerKey(one), one]));
const many = (count: number, operation?: Operation, apiVersion?: string) =>
  Array.from({ length: count }, (_, at) => manager(at, operation, apiVersion));

const summaryOf = (managers: ReadonlyMap<string, Manager>) =>
  [...managers.values()].map(({ name, fields }) => [name, Object.keys(fields["f:data"]!)]);

Deno.test("as many updaters as are allowed stay apart, and appliers are not counted", () => {
  const few = mapOf(many(MAX_UPDATERS));
  assertEquals(limitUpdaters(few) === few, true);
  const appliers = mapOf([...many(MAX_UPDATERS + 5, "Apply"), ...many(2)]);
  assertEquals(limitUpdaters(appliers) === appliers, true);
});

Deno.test("the oldest updaters become one that owns what they owned, at the time of its newest", () => {
  const limited = limitUpdaters(mapOf(many(MAX_UPDATERS + 2).reverse()));
  assertEquals(limited.size, MAX_UPDATERS);
  const merged = [...limited.values()].find(({ name }) => name === ANCIENT_CHANGES);
  assertEquals(merged?.fields, setOf(...["m0", "m1", "m2"].map((n) => ["f:data", `f:${n}`])));
  assertEquals(merged?.time, timeOf(2));
  const kept = summaryOf(limited).map(([name]) => name);
  assertEquals(kept.includes("m3"), true);
  assertEquals(kept.includes("m2"), false);
});

Deno.test("updaters of different versions are not put together", () => {
  const others = [manager(0, "Update", "v1beta1"), manager(1, "Update", "v1")];
  const rest = Array.from({ length: MAX_UPDATERS }, (_, at) => manager(at + 2));
  const limited = limitUpdaters(mapOf([...others, ...rest]));
  assertEquals(limited.size, MAX_UPDATERS);
  const [old] = summaryOf(limited).filter(([name]) => name === "m0");
  assertEquals(old, ["m0", ["f:m0"]]);
});
