import { assertEquals, assertRejects } from "@std/assert";
import { Discard } from "../../check.ts";
import type { HttpResponse } from "../../client/http_client.ts";
import { type Load, measureLoad } from "./load.ts";

/** Returns a load whose requests are answered at once. */
function answeredLoad(): Load {
  const response: HttpResponse = { status: 200, headers: new Headers(), text: "", json: {} };
  const answer = () => Promise.resolve(response);
  const [open, event] = [() => Promise.resolve(), () => Promise.resolve()];
  const [writeLarge, writeEmpty, writeSmall, get, list] = Array(5).fill(answer);
  return { writeLarge, writeEmpty, writeSmall, get, list, open, event } as unknown as Load;
}

Deno.test("a load that could not send its large events decides nothing", async () => {
  const events = { large: 2, small: 0 };
  await assertRejects(
    () => measureLoad(answeredLoad(), { time: 0, events }),
    Discard,
    "only 0 of 2 large events were sent",
  );
});

Deno.test("a load without stalls sends all its events", async () => {
  const { stalled, events } = await measureLoad(answeredLoad(), {
    time: 60_000,
    events: { large: 2, small: 3 },
  });
  assertEquals(stalled, undefined);
  assertEquals(events >= 5, true);
});
