import { assertEquals } from "@std/assert";
import type { JsonObject } from "../client/http_client.ts";
import { changes, smallHistory } from "./small_history.ts";
import { historyOf, placeInOrder, placeWrites, type Write } from "./write.ts";

function write(facts: Partial<Write>): Write {
  return {
    title: "write",
    key: "one/a",
    verb: "patch",
    intent: "change",
    outcome: "accepted",
    began: 1,
    ended: 2,
    ...facts,
  };
}

const [first, , third] = changes().map(({ object }) => object);

Deno.test("a write is placed where its version was written", () => {
  assertEquals(placeWrites(smallHistory(), [write({ object: third! })]), [
    { began: 1, ended: 2, position: 3 },
  ]);
});

Deno.test("a deletion is placed by the uid it removed", () => {
  const remove = write({ verb: "delete", uid: "uid-a" });
  assertEquals(placeWrites(smallHistory(), [remove])[0]?.position, 4);
});

Deno.test("what was refused, dry or idle has no place", () => {
  const without = [
    write({ object: third!, outcome: "rejected" }),
    write({ object: third!, intent: "dry run" }),
    write({ object: third!, intent: "nothing" }),
  ];
  assertEquals(placeWrites(smallHistory(), without), []);
});

Deno.test("a write without an answer is not known to have ended", () => {
  const lost = write({ object: third!, outcome: "unknown" });
  assertEquals(placeWrites(smallHistory(), [lost])[0]?.ended, Infinity);
});

Deno.test("writes one after the other make a history", () => {
  const sent = [
    write({ verb: "create", object: first! }),
    write({ object: third!, outcome: "rejected" }),
    write({ object: third! }),
    write({ verb: "delete" }),
  ];
  const history = historyOf(sent);
  assertEquals(history.changes.map(({ type }) => type), ["ADDED", "MODIFIED", "DELETED"]);
  assertEquals(history.stateAt(3).size, 0);
  assertEquals(placeInOrder(sent).map(({ position }) => position), [1, 2, 3]);
});

Deno.test("a deletion that is answered with the object takes two steps", () => {
  const deleting = {
    metadata: { ...first!.metadata as object, deletionTimestamp: "now", resourceVersion: "d" },
  };
  const sent = [
    write({ verb: "create", object: first! }),
    write({ verb: "delete", object: deleting as JsonObject }),
    write({ verb: "create", object: third! }),
  ];
  const history = historyOf(sent);
  const types = history.changes.map(({ type }) => type);
  assertEquals(types, ["ADDED", "MODIFIED", "DELETED", "ADDED"]);
  assertEquals(history.objectAt(2, "one/a"), deleting);
  assertEquals(history.positionsOf("d"), [2, 3]);
  assertEquals(placeInOrder(sent).map(({ position }) => position), [1, 3, 4]);
});
