/**
 * Counts the objects on a target before and after a run, and reports changes of objects that do not
 * belong to the run.
 *
 * @module
 */
import type { OthersObjects, ResourceCount } from "@plumbline/reports/events";
import type { Target } from "../client/target.ts";
import { type Holding, type Item, takeInventory } from "./inventory.ts";

/** The objects on a target at one moment, from the view of one run. */
export class Census {
  readonly #run: string;
  readonly #holdings: readonly Holding[];

  private constructor(run: string, holdings: readonly Holding[]) {
    this.#run = run;
    this.#holdings = holdings;
  }

  /** Counts the current objects, for the run with this id. */
  static async take(target: Target, run: string): Promise<Census> {
    return new Census(run, await takeInventory(target));
  }

  /** The number of objects of each type, own and foreign. */
  get counts(): ResourceCount[] {
    return this.#holdings.map(({ resource, seen, items }) => ({
      resource,
      seen,
      own: items.filter(({ run }) => run === this.#run).length,
      earlier: items.filter(({ run }) => run !== undefined && run !== this.#run).length,
      others: items.filter(({ run }) => run === undefined).length,
    }));
  }

  /** The paths of what the run made. */
  get own(): string[] {
    return this.#items(({ run }) => run === this.#run).map(({ path }) => path);
  }

  /** Returns the changes of foreign objects since an earlier census; their author is unknown. */
  since(earlier: Census): OthersObjects {
    const [before, after] = [earlier, this].map((census) =>
      new Map(census.#items(({ run }) => run === undefined).map((item) => [identity(item), item]))
    ) as [Map<string, Item>, Map<string, Item>];
    const paths = (items: Iterable<[string, Item]>, test: (key: string, item: Item) => boolean) =>
      [...items].filter(([key, item]) => test(key, item)).map(([, { path }]) => path);
    return {
      appeared: paths(after, (key) => !before.has(key)),
      changed: paths(
        after,
        (key, { version }) => (before.get(key)?.version ?? version) !== version,
      ),
      disappeared: paths(before, (key) => !after.has(key)),
    };
  }

  #items(test: (item: Item) => boolean): Item[] {
    return this.#holdings.flatMap(({ items }) => items.filter(test));
  }
}

/** A name that was given anew is another object. */
function identity({ path, uid }: Item): string {
  return `${path} ${uid}`;
}
