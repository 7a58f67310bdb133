/**
 * Reads a request's body, never more of it than is allowed.
 *
 * @module
 */
import { ApiError, badRequest } from "../api_error.ts";

/** The largest body that is read, in bytes: 3 MiB. */
export const BODY_LIMIT = 3 * 1024 * 1024;

/**
 * The whole body as bytes, empty where there is none.
 *
 * @throws {ApiError} RequestEntityTooLarge above the limit, BadRequest when the body breaks off
 */
export async function readBody(request: Request): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? "0");
  if (announced > BODY_LIMIT) throw tooLarge(announced);
  if (!request.body) return new Uint8Array();
  try {
    // An announced length is held by HTTP itself, so that the body can be taken in one go.
    if (announced > 0) return new Uint8Array(await request.arrayBuffer());
    return await collect(request.body);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw badRequest("Cannot read the body as the connection ended before it did");
  }
}

async function collect(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > BODY_LIMIT) throw tooLarge(length);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooLarge(length: number): ApiError {
  return new ApiError(
    "RequestEntityTooLarge",
    `Cannot read a body of ${length} bytes or more as the limit is ${BODY_LIMIT} bytes`,
  );
}
