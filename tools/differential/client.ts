/**
 * Sends wire requests to one server.
 *
 * @module
 */
import { fromProtobuf, fromProtobufStream, PROTOBUF } from "./protobuf.ts";
import type { WireAnswer, WireRequest } from "./wire.ts";

/** One of the two servers. */
export interface Peer {
  readonly url: string;
  /** The tokens of users by name; who has none here sends none. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly client?: Deno.HttpClient;
}

/** No answer takes longer, in milliseconds. */
const TIMEOUT = 30_000;

/** Sends a request and reads the whole answer. */
export async function send(peer: Peer, request: WireRequest): Promise<WireAnswer> {
  const token = peer.tokens[request.user];
  const answer = await fetch(peer.url + request.path, {
    method: request.method,
    headers: {
      accept: request.accept,
      "user-agent": "differential/1",
      ...(token && { authorization: `Bearer ${token}` }),
      // Without a name for it, text would be sent as text/plain.
      ...(request.body !== undefined && { "content-type": request.contentType ?? "" }),
    },
    ...(request.body !== undefined && { body: request.body }),
    ...(peer.client && { client: peer.client }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const contentType = answer.headers.get("content-type") ?? "";
  const mediaType = contentType.split(";", 1)[0]!;
  return {
    status: answer.status,
    mediaType,
    text: textOf(await answer.bytes(), contentType),
    warnings: warningTexts(answer.headers.get("warning") ?? ""),
  };
}

function textOf(bytes: Uint8Array, contentType: string): string {
  if (!contentType.startsWith(PROTOBUF)) return new TextDecoder().decode(bytes);
  return contentType.includes("stream=watch") ? fromProtobufStream(bytes) : fromProtobuf(bytes);
}

/** The quoted texts of `299 - "text"` items (RFC 7234 section 5.5). */
function warningTexts(header: string): string[] {
  return [...header.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)]
    .map(([, text]) => text!.replaceAll(/\\(.)/g, "$1"));
}
