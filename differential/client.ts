/**
 * Sends wire requests to one server.
 *
 * @module
 */
import type { WireRequest } from "./request.ts";

/** An answer as it came. */
export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  /** Items of the Warning header. */
  readonly warnings: number;
}

/** One of the two servers. */
export interface Peer {
  readonly url: string;
  readonly token: string;
  readonly client?: Deno.HttpClient;
}

/** Sends a request and reads the whole answer. */
export async function send(peer: Peer, request: WireRequest): Promise<WireAnswer> {
  const answer = await fetch(peer.url + request.path, {
    method: request.method,
    headers: {
      authorization: `Bearer ${peer.token}`,
      accept: "application/json",
      "user-agent": "differential/1",
      ...(request.contentType && { "content-type": request.contentType }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    ...(peer.client && { client: peer.client }),
    signal: AbortSignal.timeout(30_000),
  });
  const warning = answer.headers.get("warning") ?? "";
  return {
    status: answer.status,
    text: await answer.text(),
    warnings: warning === "" ? 0 : warning.split(/, (?=\d{3} )/).length,
  };
}
