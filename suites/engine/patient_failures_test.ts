import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { property } from "../check.ts";
import { ForwardingClient } from "../client/forwarding_client.ts";
import type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  Transcript,
  WatchPatience,
  WatchStream,
} from "../client/http_client.ts";
import type { EngineOptions } from "./run.ts";
import { facts, runAll, violation } from "./test_checks.ts";
import { startTestTarget } from "./test_target.ts";

/** Selects the watches of the check. */
const SELECTED = "of=check";

/** A client of a target whose events come after so many milliseconds; nobody waits for them. */
class SlowEvents extends ForwardingClient implements HttpClient {
  /** The milliseconds of each event. */
  readonly delays: number[];
  /** The waits so far. */
  readonly waits: number[] = [];

  constructor(client: HttpClient, delays: readonly number[]) {
    super(client);
    this.delays = [...delays];
  }

  send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    return this.client.send(request, transcript);
  }

  watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience?: WatchPatience,
  ): Promise<WatchStream> {
    if (request.query?.labelSelector !== SELECTED) {
      return this.client.watch(request, transcript, patience);
    }
    // The last one holds for all that follow.
    const delay = this.delays.length > 1 ? this.delays.shift()! : this.delays[0]!;
    return Promise.resolve({
      response: { status: 200, headers: new Headers(), text: "", json: undefined },
      begun: true,
      documents: [],
      malformed: [],
      ended: false,
      waitFor: (_, limit = NaN) => {
        this.waits.push(limit);
        return Promise.resolve(delay <= limit ? { type: "ADDED", object: {} } : undefined);
      },
      waitForEnd: () => Promise.resolve(false),
      close: () => Promise.resolve(),
    });
  }
}

/** Fails if no event comes. */
const awaiting = (id: `${string}/${string}`) =>
  property({
    ...facts,
    id,
    arbitrary: () => fc.record({ number: fc.nat(1_000_000) }),
    run: async (scope) => {
      const query = { labelSelector: SELECTED };
      const stream = await scope.watch({ path: "/api/v1/namespaces/default/secrets", query });
      if (await stream.waitFor(() => true) === undefined) throw violation("no event");
    },
  });

/** Runs checks on a target whose events come after so many milliseconds, the others as the last one. */
async function run(
  delays: readonly number[],
  { count = 1, ...options }: Partial<EngineOptions> & { count?: number } = {},
) {
  await using served = startTestTarget();
  const client = new SlowEvents(served.target.client, delays);
  const target = { ...served.target, client };
  const each = Array.from({ length: count }, (_, at) => awaiting(`watch/awaiting-${at}`));
  const { results } = await runAll(served, each, { target, runs: 30, workers: 1, ...options });
  return { results, waits: client.waits };
}

/** The delay of an event that is lost. */
const NEVER = Infinity;

Deno.test("events that never come are awaited for the full time a few times only", async () => {
  const { results, waits } = await run([NEVER], { count: 3 });
  assertEquals(results.map(({ failures }) => failures.length), [1, 1, 1]);
  // Three until waits are short, and one to confirm the failure of each later check.
  assertEquals(waits.filter((each) => each === 10_000).length, 3 + 2);
  assertEquals(waits.filter((each) => each !== 10_000).every((each) => each === 2_000), true);
});

Deno.test("a target whose events take longer than a short wait does not fail for it", async () => {
  // The first check meets the three lost events that make waits short.
  const lost = [NEVER, NEVER, NEVER];
  const { results, waits } = await run([...lost, 4_000], { count: 2 });
  assertEquals(results.map(({ verdict }) => verdict), ["fail", "pass"]);
  assertEquals(waits.includes(2_000), true);
});

Deno.test("a repeated case is given the full time", async () => {
  const { results: [first] } = await run([NEVER]);
  const path = first!.failures[0]!.path!;
  const { waits } = await run([NEVER], { path, replay: { repetitions: 6 } });
  assertEquals(waits.length >= 6 && waits.every((each) => each === 10_000), true);
});
