/**
 * Answers with another body than the target gave.
 *
 * @module
 */
import type { HttpResponse, Json } from "../../client/http_client.ts";

/** Returns a response with another body in JSON, in place of the bytes that it came with. */
export function withJson(response: HttpResponse, json: Json): HttpResponse {
  const { bytes: _, own: __, ...rest } = response;
  return { ...rest, json, text: `${JSON.stringify(json)}\n` };
}
