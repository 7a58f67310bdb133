/**
 * Writes with unknown fields, as they would be without them.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, Json } from "../../client/http_client.ts";
import { isUnknownField } from "../../model/field_injection.ts";
import { sameJson } from "../../model/patches/same_json.ts";
import { asObject } from "../../model/object.ts";
import type { Behaviour } from "./behaviour.ts";
import { type Send, substitutedBy } from "./read_substitutes.ts";
import { bodyOf } from "./request_bodies.ts";

/** The form of writes that have unknown fields. */
export const UNKNOWN_FIELDS: Behaviour = {
  id: "unknown fields",
  needs: ["dry-run"],
  name: "A write with an unknown field does not do what it does without the field",
  concerns: ({ body }) => body !== undefined && !sameJson(body, withoutUnknown(body)),
  ...substitutedBy(withoutFields),
};

/** Sends a write without its unknown fields; what the server says of them a dry run with them shows. */
async function withoutFields(
  request: HttpRequest,
  send: Send,
): Promise<HttpResponse | undefined> {
  const { method, query = {} } = request;
  const body = method === "GET" || method === "DELETE" ? undefined : bodyOf(request);
  const known = body === undefined ? undefined : withoutUnknown(body);
  if (known === undefined || sameJson(body!, known)) return undefined;
  const asked = await send({ ...request, query: { ...query, dryRun: "All" } });
  if (asked.status >= 300) return asked;
  const { bytes: _, ...write } = request;
  // JSON is YAML, too.
  const response = await send({
    ...write,
    body: typeof request.body === "string" ? JSON.stringify(known) : known,
  });
  const headers = new Headers(response.headers);
  const warning = asked.headers.get("warning");
  if (warning !== null) headers.set("warning", warning);
  return { ...response, headers };
}

/** Returns a value, or operations of a JSON patch, without unknown fields. */
function withoutUnknown(value: Json): Json {
  if (Array.isArray(value)) {
    return value.filter((one) => !isOfUnknown(asObject(one)?.path)).map(withoutUnknown);
  }
  const object = asObject(value);
  if (object === undefined) return value;
  return Object.fromEntries(
    Object.entries(object).filter(([key]) => !isUnknownField(key))
      .map(([key, each]) => [key, withoutUnknown(each)]),
  );
}

/** Returns true for the path of an operation on an unknown field. */
function isOfUnknown(path: Json | undefined): boolean {
  return typeof path === "string" && path.startsWith("/") &&
    isUnknownField(path.slice(path.lastIndexOf("/") + 1));
}
