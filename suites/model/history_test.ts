import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Change, History } from "./history.ts";
import type { JsonObject } from "../client/http_client.ts";

/** Returns changes of a few objects by numbers: an existing object is changed or deleted. */
function changesOf(numbers: readonly number[]): Change[] {
  const live = new Set<string>();
  return numbers.map((number, index) => {
    const name = `o${number % 5}`;
    const object: JsonObject = { metadata: { name, resourceVersion: `${index + 1}` } };
    if (!live.has(name)) {
      live.add(name);
      return { type: "ADDED", object };
    }
    if (number % 3 > 0) return { type: "MODIFIED", object };
    live.delete(name);
    return { type: "DELETED", object };
  });
}

/** Returns the states of a history, each made of the one before. */
function statesOf(changes: readonly Change[]): Map<string, JsonObject>[] {
  const states = [new Map<string, JsonObject>()];
  for (const { type, object } of changes) {
    const state = new Map(states.at(-1));
    const key = `/${(object.metadata as JsonObject).name}`;
    if (type === "DELETED") state.delete(key);
    else state.set(key, object);
    states.push(state);
  }
  return states;
}

Deno.test("the states of a history are the same in any order of reading, however long it is", () => {
  const numbers = fc.array(fc.nat({ max: 30 }), { maxLength: 300, size: "max" });
  fc.assert(fc.property(numbers, fc.array(fc.nat(), { minLength: 20 }), (numbers, reads) => {
    const changes = changesOf(numbers);
    const states = statesOf(changes);
    const history = new History({ objects: [] }, changes);
    for (const read of reads) {
      const position = read % states.length;
      const state = states[position]!;
      assertEquals([...history.stateAt(position)], [...state]);
      for (let name = 0; name < 5; name++) {
        assertEquals(history.objectAt(position, `/o${name}`), state.get(`/o${name}`));
      }
    }
  }));
});

Deno.test("a history has no states before its start and after its end", () => {
  const history = new History({ objects: [] }, changesOf([1, 2, 3]));
  assertThrows(() => history.stateAt(-1), RangeError, "position -1");
  assertThrows(() => history.stateAt(4), RangeError, "position 4 of a history of 3 changes");
});
