import { assert, assertEquals } from "@std/assert";
import { Patience, WATCH } from "./patience.ts";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function leftUnanswered(patience: Patience, method: string): Promise<number> {
  const control = new AbortController();
  const wait = patience.start(method, control);
  while (!control.signal.aborted) await pause(1);
  wait.end();
  return wait.limit;
}

Deno.test("a request that was left unanswered leaves the others a third, two of a method the least", async () => {
  const patience = new Patience(60, 10);
  const limits = [];
  for (let i = 0; i < 3; i++) limits.push(await leftUnanswered(patience, "PUT"));
  assertEquals(limits, [60, 20, 10]);
  assertEquals(await leftUnanswered(patience, "GET"), 20);
});

Deno.test("a watch whose headers are late leaves other requests their time", async () => {
  const patience = new Patience(60, 10);
  assertEquals(await leftUnanswered(patience, WATCH), 60);
  assertEquals(await leftUnanswered(patience, WATCH), 20);
  assertEquals(await leftUnanswered(patience, "GET"), 60);
});

Deno.test("a wait that is ended twice counts once", async () => {
  const patience = new Patience(60, 10);
  const control = new AbortController();
  const wait = patience.start("GET", control);
  control.abort();
  wait.end();
  wait.end();
  assertEquals(await leftUnanswered(patience, "GET"), 20);
});

Deno.test("the reduced time is several times that of the slowest response", async () => {
  const patience = new Patience(100, 1);
  const slow = patience.start("GET", new AbortController());
  await pause(10);
  slow.answered();
  slow.end();
  for (let i = 0; i < 2; i++) await leftUnanswered(patience, "PUT");
  const limit = await leftUnanswered(patience, "PUT");
  assert(limit >= 45 && limit <= 100, `${limit}`);
});
