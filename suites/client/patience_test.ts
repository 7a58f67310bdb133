import { assert, assertEquals } from "@std/assert";
import { Patience } from "./patience.ts";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function leftUnanswered(patience: Patience, method: string): Promise<number> {
  const control = new AbortController();
  const wait = patience.start(method, control);
  while (!control.signal.aborted) await pause(1);
  wait.end();
  return wait.limit;
}

Deno.test("a method that was left unanswered twice gets less time, others keep theirs", async () => {
  const patience = new Patience(50, 10);
  const limits = [];
  for (let i = 0; i < 3; i++) limits.push(await leftUnanswered(patience, "PUT"));
  assertEquals(limits, [50, 50, 10]);
  assertEquals(await leftUnanswered(patience, "GET"), 50);
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
