/**
 * Compressed answers (RFC 9110 section 8.4): large ones, for those who accept gzip.
 *
 * @module
 */
import { gzip } from "node:zlib";
import { acceptsEncodings } from "@std/http";
import type { Bytes } from "./serializer.ts";

/** Smaller bodies are sent as they are: compressing them costs more than it saves. In bytes. */
const THRESHOLD = 128 * 1024;

/** Little slower than the fastest level, and nearly as small as the best. */
const LEVEL = 4;

/** A body as it is sent, and the headers that tell how. */
export interface SentBody {
  readonly body: Bytes;
  readonly headers: Readonly<Record<string, string>>;
}

/** True for a body that is worth compressing. */
export const isLarge = (body: Bytes): boolean => body.length > THRESHOLD;

/** Compresses a large body for a request that accepts it. */
export async function compress(body: Bytes, request: Request): Promise<SentBody> {
  const headers = { vary: "accept-encoding" };
  if (!acceptsGzip(request)) return { body, headers };
  return { body: await zip(body), headers: { ...headers, "content-encoding": "gzip" } };
}

/** Who says nothing may not know how to read it. */
const acceptsGzip = (request: Request): boolean =>
  request.headers.has("accept-encoding") &&
  acceptsEncodings(request, "gzip", "identity") === "gzip";

/** Off the main thread, so that other requests are answered meanwhile. */
const zip = (body: Bytes): Promise<Bytes> =>
  new Promise((resolve, reject) =>
    gzip(body, { level: LEVEL }, (error, zipped) => {
      if (error) reject(error);
      else resolve(new Uint8Array(zipped));
    })
  );
