/**
 * Reads the bodies of responses in any form: what holds for an object in JSON holds for it in YAML and
 * in Protobuf, too.
 *
 * @module
 */
import { parse } from "@std/yaml";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { canonical } from "../content.ts";
import { asObject } from "../object.ts";
import { isReadFromProtobuf, readProtobufObject } from "../protobuf/read.ts";

/** The form of a body: of whole objects, a Table, or another one, such as metadata alone. */
export type BodyForm = "JSON" | "YAML" | "Protobuf" | "Table" | "other";

/** A response whose body was read. */
export interface ReadResponse extends HttpResponse {
  /** The form of the body. */
  readonly form: BodyForm;
}

/** Returns a response with the content of its body as JSON; without it if it cannot be read. */
export function readResponse(response: HttpResponse): ReadResponse {
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (type.endsWith(".protobuf")) return { ...response, ...protobufOf(response) };
  if (type === "application/yaml") return { ...response, ...readYaml(response) };
  const kind = asObject(response.json)?.kind;
  const isPartial = kind === "PartialObjectMetadata" || kind === "PartialObjectMetadataList";
  return { ...response, form: kind === "Table" ? "Table" : isPartial ? "other" : "JSON" };
}

/** Returns true for a form that carries whole objects. */
export const isWhole = ({ form }: Pick<ReadResponse, "form">): boolean =>
  form === "JSON" || form === "YAML" || form === "Protobuf";

/** Returns what a write sent as JSON, in whatever form; undefined if it cannot be read. */
export function sentIn({ method, body, bytes }: HttpRequest): Json | undefined {
  if (method === "GET") return undefined;
  try {
    if (bytes !== undefined) return readProtobufObject(bytes);
    return typeof body === "string" ? parseText(body) : body;
  } catch {
    return undefined;
  }
}

/** Reads a text in JSON or YAML. Of duplicate members a server keeps either: they are rejected. */
function parseText(text: string): Json {
  try {
    const json = JSON.parse(text) as Json;
    // A text that has no other spelling has no duplicates.
    if (JSON.stringify(json) === text) return json;
  } catch {
    // It may be YAML.
  }
  return parse(text, { schema: "json" }) as Json;
}

function protobufOf({ bytes, leaveOut }: HttpResponse): Pick<ReadResponse, "form" | "json"> {
  try {
    const json = bytes && readProtobufObject(bytes);
    leaveOut?.(json);
    return json === undefined ? { form: "other", json } : { form: "Protobuf", json };
  } catch {
    // A server may have other field numbers; the envelope is checked elsewhere.
    return { form: "other", json: undefined };
  }
}

function readYaml({ text, leaveOut }: HttpResponse): Pick<ReadResponse, "form" | "json"> {
  try {
    const json = parse(text, { schema: "json" }) as Json;
    leaveOut?.(json);
    return { form: "YAML", json };
  } catch {
    return { form: "YAML", json: undefined };
  }
}

/**
 * Returns true if two representations of an object are the same in all that Protobuf shows, if one of
 * them was read from it; undefined if none was.
 */
export function isSameInProtobuf(one: JsonObject, other: JsonObject): boolean | undefined {
  if (!isReadFromProtobuf(one) && !isReadFromProtobuf(other)) return undefined;
  return shownInProtobuf(one) === shownInProtobuf(other);
}

/** Returns what Protobuf shows of an object as text: no zero values, and no spec of a pod. */
export function shownInProtobuf(
  { apiVersion: _apiVersion, kind: _kind, ...object }: JsonObject,
): string {
  const spec = asObject(object.spec);
  const template = asObject(spec?.template);
  if (spec === undefined || template === undefined) return canonical(withoutZeros(object) ?? null);
  const { spec: _spec, ...shown } = template;
  return canonical(withoutZeros({ ...object, spec: { ...spec, template: shown } }) ?? null);
}

function withoutZeros(value: Json): Json | undefined {
  if (!value) return undefined;
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map((each) => withoutZeros(each) ?? null);
  }
  if (typeof value !== "object") return value;
  const members = Object.entries(value)
    .map(([key, each]) => [key, withoutZeros(each)] as const)
    .filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
