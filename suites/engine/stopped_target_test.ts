import { assertEquals } from "@std/assert";
import { type HttpClient, TargetUnreachable } from "../client/http_client.ts";
import type { Breakdown } from "../client/under_way.ts";
import { described, whyToStop } from "./stopped_target.ts";

const text = "no request for objects has succeeded since GET /a; 900 got status 500";

/** A target that breaks down like this. */
function targetWith(breakdown?: Omit<Breakdown, "text">) {
  const client = { breakdown: breakdown && { text, ...breakdown } } as unknown as HttpClient;
  return { url: "http://a", client };
}

Deno.test("a server that fails every request for a while ends the run, which says since when", () => {
  const error = whyToStop(targetWith({ requests: 5_000, time: 30_000 }), 0, 8);
  assertEquals(error?.message, `Cannot go on with http://a: ${text}`);
});

Deno.test("a server that restarts does not end the run", () => {
  for (const breakdown of [{ requests: 5_000, time: 3_000 }, { requests: 20, time: 90_000 }]) {
    assertEquals(whyToStop(targetWith(breakdown), 0, 8), undefined);
  }
  assertEquals(whyToStop(targetWith(), 3, 8), undefined);
});

Deno.test("a server that leaves requests unanswered is described with those that hang", () => {
  const error = whyToStop(targetWith({ requests: 9, time: 30_000 }), 4, 8);
  assertEquals(
    error?.message,
    `Cannot go on with http://a: it left requests of 4 areas unanswered; ${text}`,
  );
  const silent = new TargetUnreachable("no answer", { isUnanswered: true });
  const target = targetWith({ requests: 2, time: 0 });
  assertEquals(described(silent, target).message, `no answer; ${text}`);
  // Nobody listens any more: the error names what was under way.
  const gone = new TargetUnreachable("connection refused");
  assertEquals(described(gone, target), gone);
});
