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

/** The steps by name: those of a write, of a deletion, of a list and of a watch. */
export const STEPS = {
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

/**
 * The steps that a server takes: the original ones, or wrapped by plugins.
 *
 * @internal
 */
export type Steps = typeof STEPS;
