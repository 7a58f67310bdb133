/**
 * Mutants of concurrent creates and deletes of one object.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { nextTurn, textOf } from "../../changes.ts";

/** Milliseconds for which a deletion is remembered. */
const MEMORY = 50;

export const lifeMutants: readonly Mutant[] = [
  {
    id: "concurrency/beaten-deleter-succeeds",
    area: "concurrency",
    description:
      "A delete that loses a race against another delete is answered with success instead of 404.",
    reason: "The object is gone, as the caller intended.",
    breaks: ["concurrency.one-deleter-wins", "concurrency.creates-and-deletes-alternate"],
    install({ writer }) {
      writer(({ deleteObject }) => ({
        async deleteObject(registry, definition, key, options) {
          const current = await registry.storage.get(key);
          if (current && !options.dryRun) await nextTurn();
          const outcome = await deleteObject(registry, definition, key, options);
          return outcome ?? (current && { removed: true, version: current });
        },
      }));
    },
  },
  {
    id: "concurrency/creates-race",
    area: "concurrency",
    description: "Two concurrent creates of the same name both succeed.",
    reason: "The name is looked up first, and the write happens later without a condition.",
    breaks: ["concurrency.creates-and-deletes-alternate"],
    install({ storage }) {
      storage(({ get, transact }) => ({
        async transact(key, write) {
          if (write.expected !== 0 || await get(key)) return await transact(key, write);
          await nextTurn();
          const current = await get(key);
          return await transact(key, { ...write, expected: current?.revision ?? 0 });
        },
      }));
    },
  },
  {
    id: "concurrency/undeleted",
    area: "concurrency",
    description:
      "An object created right after its name was deleted gets the `uid` of the deleted object.",
    reason: "A delete followed by a create was treated as a replacement.",
    breaks: ["concurrency.each-object-has-own-uid", "lifecycle.name-free-after-removal"],
    install({ storage }) {
      const gone = new Map<string, string>();
      storage(({ get, transact }) => ({
        async transact(key, write) {
          const text = textOf(key);
          const { object } = write;
          const uid = gone.get(text);
          const taken = write.expected === 0 && await get(key);
          if (write.expected === 0 && object && uid && !taken) object.metadata.uid = uid;
          const written = await transact(key, write);
          if (!object) {
            gone.set(text, written.object.metadata.uid);
            setTimeout(() => gone.delete(text), MEMORY);
          }
          return written;
        },
      }));
    },
  },
];
