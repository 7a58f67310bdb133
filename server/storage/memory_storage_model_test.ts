/**
 * The store in memory against the model.
 *
 * @module
 */
import * as fc from "fast-check";
import { commands, runOnModel } from "@plumbline/stores/contract";
import { MemoryStorage } from "./memory_storage.ts";

const MEMORY = {
  name: "MemoryStorage",
  open: (clock: { now(): number }, history: number) => new MemoryStorage({ clock, history }),
};

Deno.test("MemoryStorage behaves like a list of full snapshots, over long lists of commands", async () => {
  await fc.assert(
    fc.asyncProperty(commands, (list) => runOnModel(MEMORY, list)),
    { numRuns: 1_000 },
  );
});
