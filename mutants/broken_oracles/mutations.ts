/**
 * All mutations.
 *
 * @module
 */
import type { Mutation } from "./mutation.ts";
import { ACCESS } from "./mutations/access.ts";
import { HISTORIES } from "./mutations/histories.ts";
import { OBJECTS } from "./mutations/objects.ts";
import { PROTOCOL } from "./mutations/protocol.ts";
import { SESSIONS } from "./mutations/sessions.ts";
import { WATCHES } from "./mutations/watches.ts";

/** The mutations, those of one model together. */
export const MUTATIONS: readonly Mutation[] = [
  ...HISTORIES,
  ...WATCHES,
  ...SESSIONS,
  ...OBJECTS,
  ...ACCESS,
  ...PROTOCOL,
];
