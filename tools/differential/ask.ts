/**
 * Requests that prepare or end a comparison, and are not compared themselves.
 *
 * @module
 */
import { type Peer, send } from "./client.ts";

/** Asks a server as its administrator, and returns the text of the answer. */
export async function ask(
  peer: Peer,
  method: string,
  path: string,
  body?: unknown,
): Promise<string> {
  const answer = await send(peer, {
    method,
    path,
    user: "admin",
    accept: "application/json",
    ...(body !== undefined && {
      contentType: method === "PATCH" ? "application/merge-patch+json" : "application/json",
      body: JSON.stringify(body),
    }),
  });
  return answer.text;
}
