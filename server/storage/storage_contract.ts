/**
 * The contract of every storage, as tests: written once and run against each implementation.
 *
 * @module
 */
import { compaction } from "./contract/compaction.ts";
import { Fixture, type StorageImplementation } from "./contract/fixture.ts";
import { lists } from "./contract/lists.ts";
import { watches } from "./contract/watches.ts";
import { writes } from "./contract/writes.ts";

export type { StorageImplementation } from "./contract/fixture.ts";

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
