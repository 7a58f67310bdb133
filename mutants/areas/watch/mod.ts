/**
 * Mutants of watches.
 *
 * @module
 */
import { eventMutants } from "./events.ts";
import { namespaceMutants } from "./namespaces.ts";
import { resumptionMutants } from "./resumption.ts";
import { streamMutants } from "./streams.ts";
import { unreadMutants } from "./unread.ts";
import { writeMutants } from "./writes.ts";

export const watchMutants = [
  ...eventMutants,
  ...namespaceMutants,
  ...resumptionMutants,
  ...streamMutants,
  ...unreadMutants,
  ...writeMutants,
];
