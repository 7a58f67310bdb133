import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { HttpClient, HttpResponse, WatchStream } from "./http_client.ts";
import { DIALECTS } from "./dialect.ts";
import { type LimitClock, type LoadLimit, withLoadLimit } from "./load_limit.ts";

/** Time that passes only when everybody sleeps. */
class TestClock implements LimitClock {
  #now = 0;
  readonly #sleepers: { until: number; wake: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((wake) => this.#sleepers.push({ until: this.#now + milliseconds, wake }));
  }

  /** Lets time pass until nobody sleeps any more. */
  async run(): Promise<void> {
    for (;;) {
      await settled();
      const next = this.#sleepers.sort((a, b) => a.until - b.until).shift();
      if (next === undefined) return;
      this.#now = Math.max(this.#now, next.until);
      next.wake();
    }
  }
}

/** Lets everything that is ready go on. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Counts what it is asked, each answer taking some time. */
function countingTarget(limit: LoadLimit, latency = 0) {
  const clock = new TestClock();
  const sent: number[] = [];
  let under = 0;
  let most = 0;
  const response = async (): Promise<void> => {
    sent.push(clock.now());
    most = Math.max(most, ++under);
    if (latency > 0) await clock.sleep(latency);
    under--;
  };
  const client: HttpClient = {
    send: () => response().then(() => ({ status: 200 }) as HttpResponse),
    watch: () => response().then(() => ({ ended: false }) as WatchStream),
    get requests() {
      return sent.length;
    },
    close: () => {},
  };
  const identities = [{ name: "admin", token: "" }] as const;
  const target = withLoadLimit(
    {
      url: "http://localhost",
      dialect: DIALECTS.svc,
      identities,
      client,
      namespace: "default",
      waits: {},
      close: () => Promise.resolve(),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    limit,
    clock,
  );
  return { target, clock, sent, most: () => most };
}

const ASK = { method: "GET", path: "/version" } as const;

Deno.test("requests never exceed the rate, and are not delayed longer than needed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 400 }),
      fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 60 }),
      async (rate, pauses) => {
        const { target, clock, sent } = countingTarget({ rate });
        let at = 0;
        const sending = pauses.map(async (pause) => {
          at += pause;
          await clock.sleep(at);
          await target.client.send(ASK);
        });
        await clock.run();
        await Promise.all(sending);
        assertEquals(sent.length, pauses.length);
        const burst = Math.max(1, rate / 10);
        for (let from = 0; from < sent.length; from++) {
          for (let to = from; to < sent.length; to++) {
            const span = sent[to]! - sent[from]!;
            assert(to - from <= burst + (span * rate) / 1_000 + 1e-6, `${sent}`);
          }
        }
        assert(sent.at(-1)! <= at + (pauses.length * 1_000) / rate + 1e-6, "too slow");
      },
    ),
    { numRuns: 30 },
  );
});

Deno.test("concurrent requests never exceed the limit, and all are sent", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 20 }),
      async (concurrency, count) => {
        const { target, clock, sent, most } = countingTarget({ concurrency }, 10);
        const sending = Array.from({ length: count }, () => target.client.send(ASK));
        await clock.run();
        await Promise.all(sending);
        assertEquals([sent.length, most()], [count, Math.min(count, concurrency)]);
      },
    ),
    { numRuns: 30 },
  );
});

Deno.test("an open watch does not count as a concurrent request", async () => {
  const { target, clock, sent } = countingTarget({ concurrency: 1 });
  const opened = [target.client.watch({ path: "/one" }), target.client.watch({ path: "/two" })];
  const sending = target.client.send(ASK);
  await clock.run();
  await Promise.all([...opened, sending]);
  assertEquals([sent.length, target.client.requests], [3, 3]);
});

Deno.test("a failed request releases its slot", async () => {
  const { target } = countingTarget({});
  const failing: HttpClient = {
    ...target.client,
    requests: 0,
    send: () => Promise.reject(new TypeError("gone")),
  };
  const limited = withLoadLimit({ ...target, client: failing }, { concurrency: 1 });
  const outcomes = await Promise.allSettled([limited.client.send(ASK), limited.client.send(ASK)]);
  assertEquals(outcomes.map(({ status }) => status), ["rejected", "rejected"]);
});
