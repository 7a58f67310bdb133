import { assertEquals } from "@std/assert";
import { goalTable } from "./goals.ts";

Deno.test("a goal is reached, not reached, or not measured for a reason", () => {
  const table = goalTable([
    { name: "GET", atLeast: 65, figure: 70.04, unit: "%" },
    { name: "fan-out", atLeast: 100_000, figure: 15_600, unit: "events/s" },
    { name: "memory", atMost: 90, figure: 89.96, unit: "MB" },
    { name: "GET", atLeast: 15, figure: undefined, unit: "x", why: "no real server" },
  ]);
  assertEquals(table, [
    "goal     wanted              measured",
    "GET      ≥ 65 %              70 %             reached",
    "fan-out  ≥ 100,000 events/s  15,600 events/s  not reached",
    "memory   ≤ 90 MB             90 MB            reached",
    "GET      ≥ 15 x              -                no real server",
  ]);
});
