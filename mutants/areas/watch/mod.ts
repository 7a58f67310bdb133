/**
 * Mutants of watches.
 *
 * @module
 */
import { eventMutants } from "./events.ts";
import { neighbourMutants } from "./namespaces.ts";
import { resumptionMutants } from "./resumption.ts";
import { streamMutants } from "./streams.ts";
import { unreadMutants } from "./unread.ts";
import { watchWriteMutants } from "./writes.ts";

export const watchMutants = [
  ...eventMutants,
  ...neighbourMutants,
  ...resumptionMutants,
  ...streamMutants,
  ...unreadMutants,
  ...watchWriteMutants,
];
