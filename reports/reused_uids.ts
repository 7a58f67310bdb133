/**
 * Finds an object that is created with the uid of one that was deleted before it.
 *
 * @module
 */
import { documentsOf } from "./answered_versions.ts";
import type { Exchange, Failure } from "./events.ts";
import { type Json, membersOf } from "./json.ts";
import { isWatch } from "./key_requests.ts";
import type { Symptom } from "./refusal_symptoms.ts";

/** What a field of an object is to be, or that nothing changed: no uid decides that. */
const OF_CONTENT =
  /^(?:no )?(?:spec|status|data|stringData|rules|subjects)[.[]|, as nothing changed$/;

/** An object that has the uid of one that was deleted, whatever else follows from it. */
export function reusedUid({ exchange, expected }: Failure): Symptom | undefined {
  if (OF_CONTENT.test(expected)) return undefined;
  const shown = new Set<string>();
  const deleted = new Set<string>();
  for (const one of exchange) {
    const isDone = one.status < 300 && !one.path.includes("dryRun=");
    if (!isDone || isWatch(one)) continue;
    if (one.method === "DELETE") { for (const uid of shown) deleted.add(uid); }
    const uid = uidOf(one);
    if (uid === undefined) continue;
    // An object that is still there may be answered with 201 for another reason.
    if (one.status === 201 && deleted.has(uid)) {
      return {
        id: "uids are used again",
        title: "An object that is created again has the uid of the deleted one",
      };
    }
    shown.add(uid);
  }
  return undefined;
}

/** Returns the uid of the object of a response. */
function uidOf({ responseBody }: Exchange): string | undefined {
  const [body] = documentsOf(responseBody);
  const uid = membersOf(body?.metadata as Json)?.uid;
  return typeof uid === "string" ? uid : undefined;
}
