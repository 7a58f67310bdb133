import { assertEquals } from "@std/assert";
import process from "node:process";
import { onInterrupt } from "./process.ts";

Deno.test("signals that reach the program twice at a time are one interrupt", () => {
  let time = 0;
  const interrupts: number[] = [];
  const forget = onInterrupt(() => interrupts.push(time), () => time);
  try {
    for (time of [0, 3, 900]) process.emit("SIGTERM");
  } finally {
    forget();
  }
  assertEquals(interrupts, [0, 900]);
});
