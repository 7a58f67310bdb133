/**
 * Writes of Secrets with `stringData`, as writes of the same `data`.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import type { Behaviour } from "./behaviour.ts";
import { type Send, substitutedBy } from "./read_substitutes.ts";
import { bodyOf } from "./request_bodies.ts";

const encoder = new TextEncoder();

/** The form of writes that have `stringData`. */
export const STRING_DATA: Behaviour = {
  id: "stringData",
  name: "A write with `stringData` does not do what one with the same `data` does",
  concerns: ({ body }) => body !== undefined && withData(body) !== undefined,
  ...substitutedBy(asData),
};

function asData(request: HttpRequest, send: Send): Promise<HttpResponse> | undefined {
  const body = request.method === "GET" ? undefined : asObject(bodyOf(request));
  const other = body && withData(body);
  if (other === undefined) return undefined;
  const { bytes: _, ...write } = request;
  // JSON is YAML, too.
  return send({ ...write, body: typeof request.body === "string" ? JSON.stringify(other) : other });
}

/** Returns an object with its `stringData` as `data`; undefined if it has none that is valid. */
function withData({ stringData, ...object }: JsonObject): JsonObject | undefined {
  const strings = Object.entries(asObject(stringData) ?? {});
  const data = object.data === undefined ? {} : asObject(object.data);
  const isValid = strings.length > 0 && data !== undefined &&
    strings.every(([, value]) => typeof value === "string");
  if (!isValid) return undefined;
  const encoded = strings.map(([key, value]) => [
    key,
    encoder.encode(String(value)).toBase64(),
  ]);
  return { ...object, data: { ...data, ...Object.fromEntries(encoded) } };
}
