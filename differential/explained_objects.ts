/**
 * Known differences in what objects look like.
 *
 * @module
 */
import { eachObject, type Explanation, objectOf, part } from "./explanation.ts";

/** Known differences in what objects look like. */
export const OBJECT_EXPLANATIONS: readonly Explanation[] = [
  {
    id: "generation-from-clients",
    reason: "The generation is the server's: where a kind does not count it, the real server " +
      "keeps what a client sends, the reference keeps none",
    reconcile: part((body) =>
      eachObject(body, (object) => {
        if (object.kind !== "Deployment") delete objectOf(object.metadata).generation;
      })
    ),
  },
  {
    id: "deletion-time-from-clients",
    reason: "The deletion time is the server's: the real server keeps the one of a client where " +
      "a PUT creates",
    endsSequence: true,
    reconcile: part((body, { request, reference }) => {
      if (request.method !== "PUT" || reference.status !== 201) return;
      delete objectOf(body.metadata).deletionTimestamp;
      delete objectOf(body.metadata).deletionGracePeriodSeconds;
    }),
  },
  {
    id: "empty-lists",
    reason: "Nothing tells an empty list of rules or subjects from none: the real server keeps " +
      "the empty one until the object is read again",
    reconcile: part((body) =>
      eachObject(body, (object) => {
        for (const name of ["rules", "subjects"]) {
          if (Array.isArray(object[name]) && object[name].length === 0) delete object[name];
        }
      })
    ),
  },
];
