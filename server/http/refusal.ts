/**
 * Errors as answers.
 *
 * @module
 */
import { ApiError } from "../api_error.ts";
import type { Dialect } from "../dialect.ts";
import { refusalSerializer, respond } from "./encoding.ts";

/** Refusals as they are, anything else as an internal error without detail. */
export async function refuse(
  error: unknown,
  request: Request,
  dialect: Dialect,
): Promise<Response> {
  const refusal = error instanceof ApiError
    ? error
    : new ApiError("InternalError", "Cannot answer as the server failed");
  const retryAfter = refusal.details?.retryAfterSeconds;
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  if (refusal.reason === "Unauthorized") headers["www-authenticate"] = "Bearer";
  const accept = request.headers.get("accept");
  const { encode, mediaType } = await refusalSerializer(accept, dialect);
  return respond(refusal.code, mediaType, encode(refusal.toStatus(dialect.suffix)), headers);
}
