import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { JsonObject } from "../object.ts";
import { readFieldSet } from "./field_set.ts";
import { apply, conflicts, entriesOf, LATER, owners, secret, update } from "./test_applies.ts";

/** Returns a configuration. An empty map is left out: it would be a field. */
const withData = (data: Readonly<Record<string, string>>): JsonObject =>
  secret(Object.keys(data).length > 0 ? { data: { ...data } } : {});

// Histories of writes to one map, against owners kept as plain sets.

interface Move {
  readonly verb: "apply" | "force" | "update";
  readonly manager: string;
  readonly data: Readonly<Record<string, string>>;
}

const move: fc.Arbitrary<Move> = fc.record({
  verb: fc.constantFrom("apply", "force", "update"),
  manager: fc.constantFrom("m1", "m2", "m3"),
  data: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("MQ==", "Mg==")),
});

const history = fc.array(move, { minLength: 1, maxLength: 12, size: "max" });

/** The expected state of one key. */
interface Cell {
  value: string;
  owners: Set<string>;
}

/** The oracle: returns the conflicting managers, or updates the cells. */
function play(cells: Map<string, Cell>, { verb, manager, data }: Move): string[] {
  const self = `${manager} ${verb === "update" ? "Update" : "Apply"}`;
  const taken = Object.entries(data).flatMap(([key, value]) => {
    const cell = cells.get(key);
    return cell && cell.value !== value ? [...cell.owners.difference(new Set([self]))] : [];
  });
  if (verb === "apply" && taken.length > 0) return taken;
  if (verb === "update") {
    for (const key of [...cells.keys()]) if (!(key in data)) cells.delete(key);
  }
  for (const [key, value] of Object.entries(data)) {
    const cell = cells.get(key);
    const isSame = cell?.value === value;
    if (isSame && verb === "update") continue;
    cells.set(key, { value, owners: new Set(isSame ? [...cell.owners, self] : [self]) });
  }
  if (verb === "update") return [];
  for (const [key, cell] of cells) {
    if (key in data || !cell.owners.delete(self)) continue;
    if (cell.owners.size === 0) cells.delete(key);
  }
  return [];
}

const KEPT = { kept: "MQ==" };

/** Returns the owners in the object, by key. */
function cellsOf(object: JsonObject): [string, string, string[]][] {
  const data = (object.data ?? {}) as Record<string, string>;
  return Object.keys(data).filter((key) => key !== "kept").sort().map((key) => [
    key,
    data[key]!,
    Object.entries(owners(object))
      .filter(([, set]) => `f:${key}` in (readFieldSet(set)["f:data"] ?? {}))
      .map(([name]) => name)
      .sort(),
  ]);
}

Deno.test("any history of applies and updates has the owners that plain sets predict", () => {
  const seen = { conflict: 0, success: 0 };
  fc.assert(
    fc.property(history, (moves) => {
      // One key always exists, so that the map, which has owners too, is never removed.
      let live = apply(undefined, secret({ data: KEPT }), { manager: "keeper" });
      const cells = new Map<string, Cell>();
      for (const step of moves) {
        const expected = play(cells, step);
        const { verb, manager, data } = step;
        if (expected.length > 0) {
          const causes = conflicts(() => apply(live, withData(data), { manager }));
          assertEquals(causes.length, expected.length);
          seen.conflict++;
          continue;
        }
        live = verb === "update"
          ? update(
            live,
            { ...secret({ data: { ...data, ...KEPT } }), metadata: live.metadata! },
            manager,
          )
          : apply(live, withData(data), { manager, force: verb === "force" });
        const told = [...cells].sort(([left], [right]) => left < right ? -1 : 1)
          .map(([key, { value, owners }]) => [key, value, [...owners].sort()]);
        assertEquals(cellsOf(live), told as [string, string, string[]][]);
        seen.success++;
      }
    }),
    { numRuns: 400 },
  );
  assert(seen.conflict > 100 && seen.success > 500, JSON.stringify(seen));
});

Deno.test("repeating a successful apply changes nothing", () => {
  fc.assert(fc.property(history, (moves) => {
    let live: JsonObject = secret({});
    for (const { manager, data } of moves) {
      const options = { manager, force: true };
      live = apply(live, withData(data), options);
      const again = apply(live, withData(data), { ...options, time: LATER });
      // Only for unchanged objects: an apply to an object without owners adds one.
      if (entriesOf(live).length > 0) assertEquals(again, live);
    }
  }));
});
