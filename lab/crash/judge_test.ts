import { assertEquals, assertMatch } from "@std/assert";
import type { Content } from "../requests/contents.ts";
import { judgePeriod, type Period, type SeenEvent, type Write } from "./judge.ts";

const object = (name: string, content: string, version: number): Content => ({
  ...{ name, content },
  uid: name,
  version: String(version),
});
const event = (type: SeenEvent["type"], seen: Content): SeenEvent => ({ type, ...seen });
const write = (verb: Write["verb"], answer: Content): Write => ({
  ...{ verb, name: answer.name, content: answer.content, outcome: "acknowledged" },
  ...(verb !== "delete" && { answer }),
});

const old = object("old", "0", 5);
const a = object("a", "1", 6);
const changed = object("a", "2", 7);
const unanswered = object("b", "3", 8);
const gone = object("old", "0", 9);

/** A server that kept everything, and a write that it had not answered. */
const GOOD: Period = {
  before: [old],
  version: "5",
  writes: [
    write("create", a),
    write("update", changed),
    { verb: "create", name: "b", content: "3", outcome: "unknown" },
    { verb: "create", name: "c", content: "4", outcome: "unknown" },
    { verb: "create", name: "a", content: "5", outcome: "rejected" },
    write("delete", gone),
  ],
  reads: [old, a],
  watched: [event("ADDED", a), event("MODIFIED", changed)],
  resumed: [
    event("ADDED", a),
    event("MODIFIED", changed),
    event("ADDED", unanswered),
    event("DELETED", gone),
  ],
  after: [changed, unanswered],
  versionAfter: "9",
};
const without = (index: number) => GOOD.resumed!.filter((_, at) => at !== index);

Deno.test("a server that kept everything passes, with its events and without", () => {
  assertEquals(judgePeriod(GOOD), []);
  assertEquals(judgePeriod({ ...GOOD, resumed: undefined }), []);
});

const BAD: readonly [name: string, change: Partial<Period>, expected: RegExp][] = [
  [
    "an acknowledged write is lost",
    { watched: [], reads: [], resumed: without(1), after: [a, unanswered] },
    /acknowledged update of a with content 2 has 0 events/,
  ],
  [
    "an acknowledged deletion is lost",
    { resumed: without(3), after: [...GOOD.after, old] },
    /acknowledged delete of old with content 0 has 0 events/,
  ],
  [
    "an acknowledged write has another version",
    {
      watched: [],
      resumed: [event("ADDED", a), event("MODIFIED", object("a", "2", 8)), ...without(0).slice(1)],
    },
    /was a with content 2 at 7, uid a and is a with content 2 at 8/,
  ],
  [
    "a rejected write is stored",
    {
      resumed: [...GOOD.resumed!, event("ADDED", object("d", "5", 10))],
      after: [...GOOD.after, object("d", "5", 10)],
    },
    /rejected create of a with content 5 has left/,
  ],
  [
    "versions go back",
    { resumed: [...GOOD.resumed!.slice(1), GOOD.resumed![0]!] },
    /does not follow version 9/,
  ],
  ["the list is older", { versionAfter: "4" }, /went back from 5 to 4/],
  ["an object that was read is lost", { reads: [object("z", "9", 6)] }, /that was read is lost/],
  [
    "a watched event is another one",
    { watched: [event("ADDED", object("z", "9", 6))] },
    /watched event is another one/,
  ],
  ["a list lacks an object", { after: [changed] }, /missing b with content 3/],
  [
    "something appears that was not written",
    {
      resumed: [...GOOD.resumed!, event("ADDED", object("z", "9", 10))],
      after: [...GOOD.after, object("z", "9", 10)],
    },
    /nobody has written this/,
  ],
  [
    "an acknowledged write is lost, and the watch gets 410",
    { resumed: undefined, after: [a, unanswered] },
    /acknowledged write is lost: a with content 2/,
  ],
  [
    "a rejected write is stored, and the watch gets 410",
    { resumed: undefined, after: [...GOOD.after, object("d", "5", 10)] },
    /rejected write has left/,
  ],
];

for (const [name, change, expected] of BAD) {
  Deno.test(`it is found if ${name}`, () => {
    assertMatch(judgePeriod({ ...GOOD, ...change }).join("\n"), expected);
  });
}
