/**
 * Sends the requests of `requests.ts` to a server and reads the messages of its responses.
 *
 * Run as a program it records those of a real server:
 * `deno run -A lab/differential/messages/record.ts https://localhost:17443 --ca ca.crt > messages.json`
 *
 * @module
 */
import { realPeer } from "../servers.ts";
import type { ServerAccess } from "../client.ts";
import { type MessageRequest, NAMESPACE, REQUESTS } from "./requests.ts";

/** The texts of a response. */
export interface RecordedMessages {
  readonly title: string;
  readonly status: number;
  readonly message?: string;
  /** Field and message of each cause. */
  readonly causes?: readonly string[];
  readonly warnings?: readonly string[];
}

/** Sends all requests, in a namespace created for them. */
export async function recordMessages(target: ServerAccess): Promise<RecordedMessages[]> {
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } };
  await setUp(target, { title: "", method: "POST", path: "/api/v1/namespaces", body });
  const messages: RecordedMessages[] = [];
  for (const request of REQUESTS) {
    messages.push(await messagesOf(await send(target, request), request));
  }
  await setUp(target, { title: "", method: "DELETE", path: `/api/v1/namespaces/${NAMESPACE}` });
  return messages;
}

/** Sends a request whose response does not matter. */
async function setUp(target: ServerAccess, request: MessageRequest): Promise<void> {
  await (await send(target, request)).body?.cancel();
}

async function send(
  { url, tokens, client }: ServerAccess,
  { method, path, type = "application/json", accept, user, body, headers }: MessageRequest,
): Promise<Response> {
  const token = tokens[user ?? "admin"];
  return await fetch(new URL(path, url), {
    method,
    headers: {
      "user-agent": "messages",
      ...(token && { authorization: `Bearer ${token}` }),
      ...(accept && { accept }),
      ...(body !== undefined && { "content-type": type }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(client && { client }),
  });
}

interface Status {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { field?: string; message: string }[] };
}

async function messagesOf(
  response: Response,
  { title }: MessageRequest,
): Promise<RecordedMessages> {
  const text = await response.text();
  const isStatus = response.status >= 400 && text.startsWith("{");
  const { message, details }: Status = isStatus ? JSON.parse(text) : {};
  const warning = response.headers.get("warning");
  return {
    title,
    status: response.status,
    ...(message && { message: normalized(message) }),
    ...(details?.causes && {
      causes: details.causes.map(({ field, message }) => normalized(`${field}: ${message}`)),
    }),
    ...(warning && { warnings: warning.split(/, (?=299 )/) }),
  };
}

/** Replaces uids, resourceVersions and times, which differ between servers. */
function normalized(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uid>")
    .replaceAll(/(current: |record \(|StorageError: [^"]*?)\d+/g, "$1<version>");
}

if (import.meta.main) {
  const [url = "", ...rest] = Deno.args;
  const ca = rest[rest.indexOf("--ca") + 1];
  const messages = await recordMessages(await realPeer(url, ca ? { ca } : {}));
  // deno-lint-ignore no-console -- the output of the program
  console.log(JSON.stringify(messages, null, 1));
}
