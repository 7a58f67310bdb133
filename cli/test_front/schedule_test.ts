import { assertEquals } from "@std/assert";
import { type Check, example } from "@plumbline/suites/check";
import { Schedule } from "./schedule.ts";

const checkOf = (id: `${string}/${string}`): Check =>
  example({
    id,
    title: id,
    requirements: ["paging.limit-bounds-page"],
    run: () => Promise.resolve(),
  });

const CHECKS = ["a/1", "a/2", "b/1", "b/2", "c/1"].map((id) => checkOf(id as "a/1"));
const [A1, A2, B1, B2, C1] = CHECKS as [Check, Check, Check, Check, Check];

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Returns what is taken now: a check, undefined, or "waits". */
async function taken(schedule: Schedule, queue: Check[]): Promise<Check | undefined | "waits"> {
  const result = schedule.take(queue);
  return await Promise.race([result, turn().then((): "waits" => "waits")]);
}

Deno.test("checks ahead are begun within the area, and beyond it once its end was passed", async () => {
  const schedule = new Schedule(CHECKS);
  const queue = [...CHECKS];
  assertEquals(await taken(schedule, queue), "waits");
  schedule.demand(A1);
  await turn();
  // The one that waited has taken it.
  assertEquals(queue, [A2, B1, B2, C1]);
  assertEquals(await schedule.take(queue), A2);
  assertEquals(await taken(schedule, queue), "waits");
  schedule.demand(A2);
  schedule.demand(B1);
  await turn();
  assertEquals(queue, [B2, C1]);
  assertEquals(await schedule.take(queue), B2);
  assertEquals(await schedule.take(queue), C1);
  assertEquals(await schedule.take(queue), undefined);
});

Deno.test("with a filter, only the checks of its tests and their area are begun", async () => {
  const schedule = new Schedule(CHECKS);
  const queue = [...CHECKS];
  schedule.demand(B2);
  assertEquals(await schedule.take(queue), B2);
  const waiting = schedule.take(queue);
  schedule.end();
  assertEquals(await waiting, undefined);
  assertEquals(queue, [A1, A2, B1, C1]);
});

Deno.test("a list ends when the tests have gone on to what runs after it", async () => {
  const schedule = new Schedule(CHECKS);
  const [together, alone] = [[A1, A2, B1], [B2, C1]];
  schedule.demand(A2);
  assertEquals(await schedule.take(together), A2);
  const waiting = schedule.take(together);
  schedule.demand(C1);
  assertEquals(await waiting, undefined);
  assertEquals(await schedule.take(alone), C1);
});
