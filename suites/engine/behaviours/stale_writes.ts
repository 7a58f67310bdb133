/**
 * Writes that name an outdated resourceVersion and are accepted, so that they undo the changes of others.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { placeIn } from "../../client/request_place.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf } from "../../model/object.ts";
import type { Behaviour, Relief, Seen } from "./behaviour.ts";
import type { Send } from "./read_substitutes.ts";
import { bodyOf, currentOf } from "./request_bodies.ts";
import { withJson } from "./json_answer.ts";

/** The behaviour of a target that compares no resourceVersions. */
export const STALE_WRITES: Behaviour = {
  id: "an outdated resourceVersion is accepted",
  name: "A write with a resourceVersion that is not the current one is accepted",
  needs: ["dry-run"],
  concerns: (one) => isWrite(one) && statedIn(one.body) !== undefined,
  shows: (seen) => {
    const accepted = seen.filter((one) => {
      const stated = statedIn(one.body);
      return isWrite(one) && one.status < 300 && !isDryRun(one) && stated !== undefined &&
        one.answer !== undefined && resourceVersionOf(one.answer) !== stated;
    });
    return accepted.filter((one) => {
      const stated = statedIn(one.body);
      const isSame = (other: Seen) =>
        other !== one && pathOf(other) === pathOf(one) && other.status < 300 &&
        other.answer !== undefined;
      // Two writes replaced the same version, or one was replaced after it was shown.
      if (accepted.some((each) => isSame(each) && statedIn(each.body) === stated)) return true;
      const before = seen.slice(0, seen.indexOf(one)).filter(isSame);
      const shown = before.findIndex(({ answer }) => resourceVersionOf(answer!) === stated);
      return one.isAlone && shown >= 0 &&
        before.slice(shown + 1).some((each) =>
          isWrite(each) && !isDryRun(each) && each.isAlone &&
          resourceVersionOf(each.answer!) !== stated
        );
    });
  },
  relieve,
};

const isWrite = ({ verb }: Seen): boolean => ["update", "patch", "apply"].includes(verb);
const isDryRun = ({ query }: Seen): boolean => query.has("dryRun");

/** Returns the path of the object of a path that may be one of its status. */
const objectOf = (path: string): string => path.replace(/\/status$/, "");

/** Returns the path of the object of a request, also of the create of one. */
const pathOf = ({ verb, path, answer }: Seen): string =>
  verb === "create" ? `${path}/${nameOf(answer ?? {})}` : objectOf(path);

/** Returns the resourceVersion that a body states. */
function statedIn(body: JsonObject | undefined): string | undefined {
  const stated = body && metadataOf(body).resourceVersion;
  return typeof stated === "string" && stated !== "" && stated !== "0" ? stated : undefined;
}

/** Answers with 409 what states another version than the current one. */
function relieve(): Relief {
  /** The end of the last write of each object: between a comparison and its write comes no other. */
  const ends = new Map<string, Promise<unknown>>();
  return {
    async replace(request, send) {
      const { method, path } = request;
      const place = placeIn(request);
      if (method === "GET" || place === undefined || place.name === "") return undefined;
      const key = objectOf(path);
      const own = (ends.get(key) ?? Promise.resolve()).catch(() => {})
        .then(async () => await refusal(request, send) ?? await send(request));
      ends.set(key, own);
      return await own;
    },
  };
}

/** Returns the answer that a write must get instead; undefined if it may be sent. */
async function refusal(request: HttpRequest, send: Send): Promise<HttpResponse | undefined> {
  const { method, path, query = {}, identity } = request;
  const stated = ["PUT", "PATCH"].includes(method)
    ? statedIn(asObject(bodyOf(request) ?? null))
    : undefined;
  if (stated === undefined) return undefined;
  const current = await currentOf({ path: objectOf(path), ...(identity && { identity }) }, send);
  const isCurrent = current === undefined || resourceVersionOf(current) === stated;
  if (isCurrent) return undefined;
  // What is wrong in another way, too, is refused for that.
  const asked = await send({ ...request, query: { ...query, dryRun: "All" } });
  if (asked.status >= 300) return asked;
  const { name = "", group = "", resource = "" } = placeIn(request) ?? {};
  const json = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message:
      `Operation cannot be fulfilled on ${resource} "${name}": the object has been modified; ` +
      "please apply your changes to the latest version and try again",
    reason: "Conflict",
    details: { name, kind: resource, ...(group !== "" && { group }) },
    code: 409,
  };
  const headers = new Headers(asked.headers);
  headers.set("content-type", "application/json");
  return { ...withJson(asked, json), headers, status: 409 };
}
