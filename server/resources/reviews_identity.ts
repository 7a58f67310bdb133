/**
 * The review that tells the caller who the server takes them for (interface,
 * "SelfSubjectReview").
 *
 * @module
 */
import type { JsonObject } from "../object.ts";
import { timestamp } from "../registry/object_meta.ts";
import type { Answer } from "../registry/resource.ts";
import type { Clock } from "../sources.ts";

/** Tells the caller's identity, or the one they act as. */
export function answerIdentity(clock: Pick<Clock, "now">): Answer {
  return ({ apiVersion, kind }, { user: { name, uid, groups, extra } }) => {
    const userInfo: JsonObject = {
      username: name,
      ...(uid && { uid }),
      ...(groups.length > 0 && { groups: [...groups] }),
      ...(Object.keys(extra).length > 0 && { extra: structuredClone(extra) as JsonObject }),
    };
    return Promise.resolve({
      apiVersion,
      kind,
      metadata: { creationTimestamp: timestamp(clock.now()) },
      status: { userInfo },
    });
  };
}
