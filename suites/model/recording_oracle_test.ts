import { assertEquals } from "@std/assert";
import type { JsonObject } from "../client/http_client.ts";
import { type Change, History } from "./history.ts";
import { verifyRecording } from "./recording_oracle.ts";
import { changes, deleted, smallObject } from "./small_history.ts";
import { MARK, type Write } from "./write.ts";

/** The writes behind the six changes, one after the other. */
function writes(): Write[] {
  return changes().map(({ type, object }, index) => {
    const { name, namespace } = object.metadata as { name: string; namespace: string };
    const common = {
      title: `write ${index + 1}`,
      key: `${namespace}/${name}`,
      intent: "change" as const,
      outcome: "accepted" as const,
      began: index * 10,
      ended: index * 10 + 5,
    };
    return type === "DELETED"
      ? { ...common, verb: "delete" as const, uid: "uid-a" }
      : { ...common, verb: type === "ADDED" ? "create" as const : "patch" as const, object };
  });
}

function found(received: readonly Change[], sent: readonly Write[] = writes()): string[] {
  const history = new History({ version: "s", objects: [] }, received);
  const discrepancies = verifyRecording(history, sent);
  return [...new Set(discrepancies.map(({ requirement }) => requirement))];
}

function marked(version: string, mark: string): JsonObject {
  const plain = smallObject("one/c", version);
  return { ...plain, metadata: { ...plain.metadata as JsonObject, annotations: { [MARK]: mark } } };
}

Deno.test("a recording of every write, once and whole, is accepted", () => {
  assertEquals(found(changes()), []);
});

Deno.test("an acknowledged write without an event is found, a deletion too", () => {
  assertEquals(found(changes().slice(0, 5)), ["watch.nothing-lost"]);
  assertEquals(
    found(changes().toSpliced(1, 1), writes().toSpliced(4, 1)).includes(
      "watch.nothing-lost",
    ),
    true,
  );
  const [first] = changes();
  const [create] = writes();
  const remove: Write = { ...writes()[3]!, began: 20, ended: 25 };
  assertEquals(found([first!], [create!, remove]), ["watch.nothing-lost"]);
});

Deno.test("a repeated event is a violation", () => {
  assertEquals(
    found(changes().toSpliced(3, 0, changes()[2]!)).includes("watch.nothing-twice"),
    true,
  );
});

Deno.test("an event with another body than was answered is found", () => {
  const other = { ...changes()[1]!, object: { ...changes()[1]!.object, data: { value: "no" } } };
  assertEquals(found(changes().with(1, other)).includes("watch.object-is-full"), true);
});

Deno.test("types that do not follow an object's life are found", () => {
  const [first] = changes();
  assertEquals(found([{ ...first!, type: "MODIFIED" }], writes().slice(0, 1)), [
    "watch.created-is-added",
  ]);
  const third = { ...changes()[2]!, type: "ADDED" as const };
  assertEquals(found(changes().with(2, third)).includes("watch.changed-is-modified"), true);
  const gone = { type: "DELETED" as const, object: deleted(first!.object, "z") };
  assertEquals(found([gone], []), ["watch.no-invented-events"]);
});

Deno.test("a version used for two changes is found", () => {
  const again = { type: "ADDED" as const, object: smallObject("two/d", "c") };
  assertEquals(found([...changes(), again]), ["resource-versions.change-gives-new-version"]);
});

Deno.test("a uid used for two lives is found", () => {
  const sixth = { ...changes()[5]!, object: smallObject("one/a", "z", { labels: { group: "a" } }) };
  const sent = writes().with(5, { ...writes()[5]!, object: sixth.object });
  assertEquals(found(changes().with(5, sixth), sent), [
    "resource-versions.recreated-object-is-new",
  ]);
});

Deno.test("the trace of a refused write and of a dry run is found", () => {
  const trace = { type: "ADDED" as const, object: marked("b", "7") };
  const refused: Write = {
    title: "create c",
    key: "one/c",
    verb: "create",
    intent: "change",
    outcome: "rejected",
    mark: "7",
    began: 100,
    ended: 105,
  };
  assertEquals(found([trace], [refused]), ["watch.rejected-write-is-silent"]);
  const dry: Write = { ...refused, intent: "dry run", outcome: "accepted" };
  assertEquals(found([trace], [dry]), ["watch.dry-run-is-silent"]);
  assertEquals(found([], [refused, dry]), []);
});

Deno.test("a change of nothing but the version is found", () => {
  const first = changes()[1]!;
  const again = { type: "MODIFIED" as const, object: deleted(first.object, "b") };
  assertEquals(found([first, again], []), ["watch.no-op-write-is-silent"]);
});

Deno.test("an update that overlooked another write is found", () => {
  const update: Write = { ...writes()[2]!, verb: "update", base: "older" };
  assertEquals(found(changes(), writes().with(2, update)), [
    "resource-versions.stale-write-conflicts",
  ]);
  assertEquals(found(changes(), writes().with(2, { ...update, base: "q" })), []);
});

Deno.test("events in another order than the acknowledged writes are a violation", () => {
  const received = changes();
  [received[1], received[2]] = [received[2]!, received[1]!];
  assertEquals(found(received), ["watch.same-order-for-all"]);
});

Deno.test("events of concurrent writes may come in any order", () => {
  const received = changes();
  [received[1], received[2]] = [received[2]!, received[1]!];
  const sent = writes().map((write, index) => index === 1 ? { ...write, ended: 25 } : write);
  assertEquals(found(received, sent), []);
});

Deno.test("a deletion that meets a finalizer is a change first", () => {
  const held = smallObject("one/c", "q");
  const deleting = {
    ...deleted(held, "c"),
    metadata: {
      ...deleted(held, "c").metadata as JsonObject,
      deletionTimestamp: "2030-01-01T00:00:00Z",
    },
  };
  const received: Change[] = [
    { type: "ADDED", object: held },
    { type: "MODIFIED", object: deleting },
    { type: "DELETED", object: deleted(deleting, "x") },
  ];
  const common = { key: "one/c", intent: "change", outcome: "accepted", uid: "uid-c" } as const;
  const sent: Write[] = [
    { ...common, title: "create", verb: "create", object: held, began: 0, ended: 1 },
    { ...common, title: "delete", verb: "delete", began: 2, ended: 3 },
    { ...common, title: "finalize", verb: "finalize", began: 4, ended: 5 },
  ];
  assertEquals(found(received, sent), []);
  assertEquals(found(received.slice(0, 2), sent), ["watch.nothing-lost"]);
});

Deno.test("a write that was answered with another version than its event has is named as such", () => {
  const [created] = writes();
  const stored = { type: "ADDED" as const, object: marked("7", "m1") };
  const answered = { ...created!, key: "one/c", mark: "m1", object: marked("6", "m1") };
  assertEquals(found([stored], [answered]), ["resource-versions.answered-version"]);
});
