import { assertEquals } from "@std/assert";
import { setOf } from "./field_set.ts";
import { ANCIENT_CHANGES, limitUpdaters, MAX_UPDATERS } from "./limit_updaters.ts";
import { type Manager, managerKey, type Operation } from "./managers.ts";

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
