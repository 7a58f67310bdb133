/**
 * Which faults and variants a running server has.
 *
 * @module
 */
import { isFaultOrVariant } from "./mod.ts";

/** The faults and variants a server has, by the ids that `mutants` and `benignVariants` list. */
export interface SeededFaults {
  /** Those it has, in the order they act: a later one is made over the earlier ones. */
  list(): readonly string[];
  /**
   * Gives it one more, for requests that come from now on. Requests under way and watches that are
   * open go on with the server they came to. All begin anew with what they remember. Safe to call
   * twice.
   *
   * @throws {RangeError} for an id that none has
   */
  add(id: string): void;
  /** Takes one away, for requests that come from now on. Safe to call twice. */
  remove(id: string): void;
  /** Takes all of them away. */
  clear(): void;
}

/**
 * The switches of a server's faults.
 *
 * @param initial those it has been put together with
 * @param build puts it together with others
 */
export function seededFaults(
  initial: readonly string[],
  build: (ids: readonly string[]) => void,
): SeededFaults {
  let present = [...initial];
  function change(ids: readonly string[]): void {
    if (ids.length === present.length) return;
    // First, for it may fail.
    build(ids);
    present = [...ids];
  }
  return {
    list: () => [...present],
    add(id) {
      if (!isFaultOrVariant(id)) throw new RangeError(`There is no fault or variant "${id}"`);
      if (!present.includes(id)) change([...present, id]);
    },
    remove: (id) => change(present.filter((other) => other !== id)),
    clear: () => change([]),
  };
}
