/**
 * Writes that change the uid of the object: a client that knows the object by it takes it for another one.
 *
 * @module
 */
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { placeIn } from "../../client/request_place.ts";
import { asObject, metadataOf, nameOf, uidOf } from "../../model/object.ts";
import type { Behaviour, Relief, Seen } from "./behaviour.ts";
import { isDryRun } from "./dry_runs.ts";
import { withJson } from "./json_answer.ts";

/** What a target does whose writes give an object another uid. */
export const CHANGED_UIDS: Behaviour = {
  id: "the uid changes",
  name: "A write changes the `uid` of the object",
  // Who gives an object another uid has changed something.
  violates: /\.(no-op|unchanged)-keeps-version$/,
  concerns: ({ verb }) => CHANGES.includes(verb),
  shows: (seen) => seen.filter((one, at) => changesUid(one, seen.slice(0, at))),
  relieve,
};

/** The verbs of writes that may change an object. */
const CHANGES: readonly string[] = ["update", "patch", "apply"];

/** Names the object of a request, in whichever version and subresource it is asked for. */
function objectIn(
  { place, path }: Pick<Seen, "place" | "path">,
  answer: JsonObject | undefined,
): string {
  return place === undefined
    ? path
    : [place.group, place.resource, place.namespace, place.name || nameOf(answer ?? {})].join("|");
}

/** Returns true for a write that is answered with another uid than the object had when it was last seen. */
function changesUid(one: Seen, before: readonly Seen[]): boolean {
  // One that is answered with 201 has created another object.
  if (!CHANGES.includes(one.verb) || one.status !== 200) return false;
  const place = objectIn(one, one.answer);
  const known = before.findLast((each) =>
    objectIn(each, each.answer) === place && each.status < 300 && !isDryRun(each) &&
    // What is not read as JSON says nothing.
    uidOf(each.answer ?? {}) !== undefined
  );
  const [uid, last] = [one, known].map((each) => each?.answer && uidOf(each.answer));
  return uid !== undefined && last !== undefined && last !== uid;
}

/** Shows each object with its first uid, and sends that one as the present one. */
function relieve(): Relief {
  const first = new Map<string, string>();
  const ofPlace = new Map<string, { readonly first: string; readonly now: string }>();
  const rename = (text: string) =>
    [...first].reduce((all, [uid, other]) => all.replaceAll(uid, other), text);
  return {
    replace(request, send) {
      const known = ofPlace.get(objectIn({ ...request, place: placeIn(request) }, undefined));
      const { body } = request;
      const isOther = known !== undefined && known.first !== known.now &&
        asObject(body as Json | undefined) !== undefined;
      const uid = isOther ? statedBy(body as JsonObject) : undefined;
      if (uid === undefined || uid !== known?.first) return Promise.resolve(undefined);
      const text = JSON.stringify(body).replaceAll(uid, known.now);
      return send({ ...request, body: JSON.parse(text) } as HttpRequest);
    },
    response(response, request) {
      const object = asObject(response.json);
      const uid = object && uidOf(object);
      if (object !== undefined && uid !== undefined && response.status < 300) {
        const place = objectIn({ ...request, place: placeIn(request) }, object);
        const known = ofPlace.get(place);
        if (known === undefined || response.status === 201) {
          ofPlace.set(place, { first: uid, now: uid });
        } else if (known.first !== uid) {
          first.set(uid, known.first);
          ofPlace.set(place, { ...known, now: uid });
        }
      }
      if (first.size === 0 || object === undefined) return response;
      return withJson(response, JSON.parse(rename(JSON.stringify(response.json))));
    },
    document: (event) => JSON.parse(rename(JSON.stringify(event))),
  };
}

/** Returns the uid that a write states, as of the object or of its preconditions. */
function statedBy(body: JsonObject): string | undefined {
  const { uid } = { ...metadataOf(body), ...asObject(body.preconditions) };
  return typeof uid === "string" ? uid : undefined;
}
