/**
 * The contract of every storage, as tests: written once and run against each implementation.
 *
 * @module
 */
import { compaction } from "./compaction.ts";
import { Fixture, type StorageImplementation } from "./fixture.ts";
import { lists } from "./lists.ts";
import { watches } from "./watches.ts";
import { writes } from "./writes.ts";

export { commands } from "./commands.ts";
export { keyOf, ManualClock, never, objectOf, SECRETS } from "./fixture.ts";
export { runOnModel } from "./model_run.ts";
export type { StorageImplementation } from "./fixture.ts";

/** Registers the contract as tests of an implementation; each test gets an empty store. */
export function testStorageContract(implementation: StorageImplementation): void {
  for (const { name, run } of [...writes, ...lists, ...watches, ...compaction]) {
    const options = {
      name: `${implementation.name}: ${name}`,
      ignore: implementation.ignore ?? false,
    };
    Deno.test(options, () => Fixture.run(implementation, run));
  }
}
