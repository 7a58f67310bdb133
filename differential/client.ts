/**
 * Sends wire requests to one server.
 *
 * @module
 */
import type { WireRequest } from "./template.ts";

/** An answer as it came. */
export interface WireAnswer {
  readonly status: number;
  /** The media type without parameters, empty where there is none. */
  readonly mediaType: string;
  readonly text: string;
  /** The texts of the Warning header's items. */
  readonly warnings: readonly string[];
}

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
      ...(request.text !== undefined && { "content-type": request.contentType ?? "" }),
    },
    ...(request.text !== undefined && { body: request.text }),
    ...(peer.client && { client: peer.client }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT),
  });
  return {
    status: answer.status,
    mediaType: (answer.headers.get("content-type") ?? "").split(";", 1)[0]!,
    text: await answer.text(),
    warnings: warningTexts(answer.headers.get("warning") ?? ""),
  };
}

/** The quoted texts of `299 - "text"` items (RFC 7234 section 5.5). */
function warningTexts(header: string): string[] {
  return [...header.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)]
    .map(([, text]) => text!.replaceAll(/\\(.)/g, "$1"));
}
