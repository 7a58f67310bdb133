/**
 * The bodies of requests that are replaced by others.
 *
 * @module
 */
import { parse } from "@std/yaml";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import type { Send } from "./read_substitutes.ts";

/** The media type of merge patches. */
export const PATCH_TYPE = "application/merge-patch+json";

/** Returns the media type of the body of a request. */
export function bodyType({ headers = {} }: HttpRequest): string {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === "content-type");
  return String(found?.[1] ?? "application/json").split(";")[0]!.trim();
}

/** Returns a request with another media type of its body. */
export function withBodyType({ headers = {}, ...request }: HttpRequest, type: string): HttpRequest {
  const others = Object.entries(headers).filter(([key]) => key.toLowerCase() !== "content-type");
  return { ...request, headers: { ...Object.fromEntries(others), "content-type": type } };
}

/** Returns the body of a request; undefined if it cannot be read. */
export function bodyOf(request: HttpRequest): Json | undefined {
  const { body } = request;
  if (typeof body !== "string") return body;
  try {
    return (bodyType(request).includes("yaml") ? parse(body) : JSON.parse(body)) as Json;
  } catch {
    return undefined;
  }
}

/** Returns the object at the path of a request, undefined if there is none. */
export async function currentOf(
  { path, identity }: Pick<HttpRequest, "path" | "identity">,
  send: Send,
): Promise<JsonObject | undefined> {
  const { status, json } = await send({ method: "GET", path, ...(identity && { identity }) });
  return status === 200 ? asObject(json) : undefined;
}
