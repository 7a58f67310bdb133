import { assert, assertEquals } from "@std/assert";
import type { CheckResult, RunEvent } from "./events.ts";
import { parseEvents } from "./events_file.ts";
import { ProgressMeter } from "./progress.ts";

/** The events of a small run. */
const RECORDED = parseEvents(
  await Deno.readTextFile(new URL("testdata/failing.ndjson", import.meta.url)),
);

const SECOND = 1_000;

/** Returns the meter of a run of a hundred checks of which some are left out at its start. */
function meterOf(
  leftOut: number,
  idOf: (index: number) => string = (index) => `paging/${index}`,
): { meter: ProgressMeter; finish: (now: number) => void } {
  const [start] = RECORDED;
  assert(start?.type === "run started");
  const checks = Array.from({ length: 100 }, (_, index) => idOf(index));
  const [ended] = RECORDED.flatMap((each) => each.type === "check finished" ? [each.result] : []);
  const finished = (id: string, verdict: CheckResult["verdict"]): RunEvent => (
    { type: "check finished", result: { ...ended!, id, verdict } }
  );
  const meter = new ProgressMeter();
  meter.take({ ...start, checks }, 0);
  const queue = [...checks];
  for (let each = 0; each < leftOut; each++) meter.take(finished(queue.shift()!, "unsupported"), 0);
  return { meter, finish: (now) => meter.take(finished(queue.shift()!, "pass"), now) };
}

Deno.test("the remaining time does not count checks that are left out as work", () => {
  const { meter, finish } = meterOf(60);
  for (let each = 1; each <= 10; each++) finish(each * SECOND);
  assertEquals(meter.progress(10 * SECOND).remaining, 30 * SECOND);
});

Deno.test("the remaining time follows the checks that finished last, as long ones come first", () => {
  const { meter, finish } = meterOf(0);
  for (let each = 1; each <= 10; each++) finish(each * 60 * SECOND);
  for (let each = 1; each <= 30; each++) finish((600 + each) * SECOND);
  assertEquals(meter.progress(630 * SECOND).remaining, 60 * SECOND);
});

Deno.test("the remaining time is longer where checks of areas wait that send many requests", () => {
  const remaining = (area: string) => {
    const { meter, finish } = meterOf(0, (index) => `${index < 50 ? "patch" : area}/${index}`);
    for (let each = 1; each <= 50; each++) finish(each * SECOND);
    return meter.progress(50 * SECOND).remaining ?? 0;
  };
  assertEquals(remaining("patch"), 50 * SECOND);
  assert(remaining("requests") > 5 * remaining("patch"));
  assert(remaining("health") < remaining("patch"));
});
