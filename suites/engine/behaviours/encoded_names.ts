/**
 * Names with characters that are percent-encoded in paths, which a server does not decode.
 *
 * @module
 */
import { nameOf } from "../../model/object.ts";
import type { Behaviour, Seen } from "./behaviour.ts";

const ESCAPE = /%[\da-f]{2}/i;

/** A percent-encoded name is that of another object, or of none. */
export const ENCODED_NAMES: Behaviour = {
  id: "percent-encoded names are not decoded",
  name: "A percent-encoded name in a path is not decoded",
  states: /^operations\.encoded-paths$/,
  concerns: ({ path, method }) => method !== "POST" && ESCAPE.test(path),
  shows: (seen) => seen.filter((one, at) => isLost(one, seen.slice(0, at))),
};

/** Returns true for a request for an object that exists, which finds none or one of another name. */
function isLost({ path, method, place, status }: Seen, before: readonly Seen[]): boolean {
  if (method === "POST" || ![400, 404].includes(status) || place === undefined) return false;
  const { resource, name, subresource } = place;
  const encoded = path.split("/").at(subresource ? -2 : -1) ?? "";
  if (name === "" || !ESCAPE.test(encoded)) return false;
  const written = before.findLast((one) =>
    one.place?.resource === resource && one.status < 300 &&
    [one.place.name, nameOf(one.answer ?? {})].includes(name)
  );
  return written !== undefined && written.method !== "DELETE";
}
