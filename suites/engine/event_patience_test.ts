import { assertEquals, assertNotEquals } from "@std/assert";
import type { WatchDocument, WatchStream } from "../client/http_client.ts";
import { placed } from "../client/request_place.ts";
import { EventPatience, kindOfWatch } from "./event_patience.ts";
import { EventStream } from "./event_stream.ts";

const EVENT: WatchDocument = { type: "ADDED", object: {} };

/** A clock that waits move, and streams whose next event comes after so many milliseconds. */
class Simulation {
  #now = 0;
  readonly patience = new EventPatience(() => this.#now);
  /** The waits so far, in milliseconds. */
  readonly waits: number[] = [];
  hurried = 0;

  /** Waits for an event of a watch; returns true if it came. */
  async awaits(
    { kind = "a", after, deadline, isPatient = false, ended = false }: {
      kind?: string;
      after: number;
      deadline?: number;
      isPatient?: boolean;
      ended?: boolean;
    },
  ): Promise<boolean> {
    const stream: WatchStream = {
      response: { status: 200, headers: new Headers(), text: "", json: undefined },
      begun: true,
      documents: [],
      malformed: [],
      ended,
      waitFor: (_, limit = NaN) => {
        this.waits.push(limit);
        this.#now += Math.min(after, limit);
        return Promise.resolve(after <= limit ? EVENT : undefined);
      },
      waitForEnd: () => Promise.resolve(true),
      close: () => Promise.resolve(),
    };
    const watch = new EventStream(stream, "1", {
      patience: this.patience,
      kind,
      isPatient,
      hurried: () => void this.hurried++,
    });
    return await watch.waitFor(() => true, deadline) !== undefined;
  }

  /** Waits for events that never come. */
  async misses(count: number, options: { kind?: string; deadline?: number; ended?: boolean } = {}) {
    for (let each = 0; each < count; each++) await this.awaits({ after: Infinity, ...options });
  }
}

Deno.test("waits are short after three events of a kind of watch did not come", async () => {
  const simulation = new Simulation();
  await simulation.misses(5);
  assertEquals(simulation.waits, [10_000, 10_000, 10_000, 2_000, 2_000]);
  assertEquals(simulation.hurried, 2);
  await simulation.misses(1, { kind: "b" });
  assertEquals(simulation.waits.at(-1), 10_000);
});

Deno.test("waits of every kind are short after eight events did not come", async () => {
  const simulation = new Simulation();
  for (const kind of ["a", "b", "c", "d"]) await simulation.misses(2, { kind });
  assertEquals([...new Set(simulation.waits)], [10_000]);
  await simulation.misses(1, { kind: "e" });
  assertEquals([simulation.waits.at(-1), simulation.hurried], [2_000, 1]);
});

Deno.test("short waits take four times the longest wait that had its event", async () => {
  const simulation = new Simulation();
  await simulation.awaits({ kind: "b", after: 900 });
  await simulation.misses(4);
  assertEquals(simulation.waits.at(-1), 3_600);
  assertEquals(await simulation.awaits({ after: 3_000 }), true);
  await simulation.misses(1);
  // No wait is longer than the check asks for.
  assertEquals([simulation.waits.at(-1), simulation.hurried], [10_000, 1]);
});

Deno.test("a wait that is to take its time has an event that comes late", async () => {
  const simulation = new Simulation();
  await simulation.misses(3);
  assertEquals(await simulation.awaits({ after: 4_000 }), false);
  assertEquals(await simulation.awaits({ after: 4_000, isPatient: true }), true);
  // Now the run knows that events may take as long.
  assertEquals(await simulation.awaits({ after: 4_000 }), true);
});

Deno.test("waits that are meant to be short, and streams that ended, say nothing", async () => {
  const simulation = new Simulation();
  await simulation.misses(5, { deadline: 1_500 });
  await simulation.misses(5, { ended: true });
  await simulation.misses(1);
  assertEquals([simulation.waits.at(-1), simulation.hurried], [10_000, 0]);
});

Deno.test("the kind of a watch is its type and form, whatever it selects", () => {
  const path = "/api/v1/namespaces/a/secrets";
  const kindOf = (query: Record<string, string | undefined>, headers = {}, at = path) =>
    kindOfWatch(placed({ path: at, query, headers }));
  const usual = kindOf({ labelSelector: "a=1", resourceVersion: "5" });
  const other = "/api/v1/namespaces/b/secrets";
  assertEquals(kindOf({ resourceVersion: "9", labelSelector: "b=2" }, {}, other), usual);
  assertEquals(
    kindOf({ labelSelector: "a", resourceVersion: "5", timeoutSeconds: undefined }),
    usual,
  );
  const others = [
    kindOf({ labelSelector: "a=1" }),
    kindOf({ labelSelector: "a=1", resourceVersion: "0" }),
    kindOf({ fieldSelector: "metadata.name=a", resourceVersion: "5" }),
    kindOf({ labelSelector: "a=1", resourceVersion: "5" }, { accept: "application/yaml" }),
    kindOf({ labelSelector: "a=1", resourceVersion: "5" }, {}, "/api/v1/secrets"),
    kindOf({ labelSelector: "a=1", resourceVersion: "5" }, {}, "/api/v1/namespaces/a/pods"),
  ];
  for (const each of others) assertNotEquals(each, usual);
  assertEquals(new Set(others).size, others.length);
});
