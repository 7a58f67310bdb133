/**
 * The verbs over any resource, by their names.
 *
 * @module
 */
import type { Verb } from "../context.ts";
import { answer } from "./answer.ts";
import { create } from "./create.ts";
import { deleteCollection, deleteOne } from "./delete.ts";
import { get } from "./get.ts";
import { list } from "./list.ts";
import { patch } from "./patch.ts";
import type { VerbHandler } from "./registry.ts";
import { update } from "./update.ts";
import { watch } from "./watch.ts";

/** The handler of each verb; `answer` is what create is for a virtual resource. */
export type Verbs = Readonly<Record<Verb | "answer", VerbHandler>>;

/** The verbs as the interface has them. */
export const VERBS: Verbs = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: deleteOne,
  deletecollection: deleteCollection,
  answer,
};
