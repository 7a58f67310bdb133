/**
 * The named steps of the verbs. A plugin or a seeded bug wraps a step by its name.
 *
 * @module
 */
import { deleteObject, DELETION_STEPS } from "./delete.ts";
import { LIST_STEPS, readPage } from "./reader.ts";
import { startWatch, WATCH_STEPS, watchSource } from "./watcher.ts";
import { readDeleteOptions } from "./write_options.ts";
import { WRITE_STEPS } from "./write/write.ts";

/**
 * The steps that a server takes: the original ones, or wrapped by plugins. Those of a write, of a
 * deletion, of a list and of a watch.
 *
 * @internal
 */
export type Steps =
  & typeof WRITE_STEPS
  & typeof DELETION_STEPS
  & typeof LIST_STEPS
  & typeof WATCH_STEPS
  & {
    readonly readDeleteOptions: typeof readDeleteOptions;
    readonly deleteObject: typeof deleteObject;
    readonly readPage: typeof readPage;
    readonly startWatch: typeof startWatch;
    readonly watchSource: typeof watchSource;
  };

/** The original steps. */
export const STEPS: Steps = {
  ...WRITE_STEPS,
  readDeleteOptions,
  ...DELETION_STEPS,
  deleteObject,
  ...LIST_STEPS,
  readPage,
  ...WATCH_STEPS,
  startWatch,
  watchSource,
};
