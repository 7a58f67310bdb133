import { assertEquals } from "@std/assert";
import type { HttpResponse } from "../../client/http_client.ts";
import { type Load, measureLoad, slowedIn } from "./load.ts";

const ANSWER: HttpResponse = { status: 200, headers: new Headers(), text: "", json: {} };

/** Returns a load whose requests are answered at once. */
function answeredLoad(): Load {
  const answer = () => Promise.resolve(ANSWER);
  const [open, event] = [() => Promise.resolve(), () => Promise.resolve()];
  const [writeLarge, writeEmpty, writeSmall, get, list] = Array(5).fill(answer);
  return { writeLarge, writeEmpty, writeSmall, get, list, open, event } as unknown as Load;
}

Deno.test("a load says how many large events it could not send", async () => {
  const events = { large: 2, small: 0 };
  const { missing, stalled } = await measureLoad(answeredLoad(), { time: -1, events });
  assertEquals([missing, stalled], [2, undefined]);
});

Deno.test("a load whose requests are slower than before ends at its time", async () => {
  const delay = () => new Promise<HttpResponse>((resolve) => setTimeout(resolve, 150, ANSWER));
  const slow = Object.assign(answeredLoad(), {
    writeLarge: delay,
    writeSmall: delay,
    writeEmpty: delay,
  });
  const before = await measureLoad(answeredLoad(), {
    time: 60_000,
    events: { large: 3, small: 3 },
  });
  const during = await measureLoad(slow, { time: 600, events: { large: 9, small: 0 }, before });
  assertEquals(during.missing > 0, true);
  assertEquals(slowedIn(during, before, before)?.what, "a write");
});

Deno.test("a load without stalls sends all its events", async () => {
  const { stalled, events } = await measureLoad(answeredLoad(), {
    time: 60_000,
    events: { large: 2, small: 3 },
  });
  assertEquals(stalled, undefined);
  assertEquals(events >= 5, true);
});
