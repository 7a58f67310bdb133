/**
 * Sends the requests of `requests.ts` to a server and reads the messages of its responses.
 *
 * Run as a program it records those of a real server:
 * `deno run -A lab/differential/messages/record.ts https://localhost:17443 --ca ca.crt > messages.json`
 *
 * @module
 */
import { send as sendTo, sendJson, type WireAnswer } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import { print } from "../../program/output.ts";
import { createOf, removeOf } from "../../requests/writes.ts";
import { realPeer } from "../servers.ts";
import { type MessageRequest, MESSAGES_NAMESPACE, REQUESTS } from "./requests.ts";

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
export async function recordMessages(target: Target): Promise<RecordedMessages[]> {
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name: MESSAGES_NAMESPACE } };
  await sendJson(target, createOf("/api/v1/namespaces", body));
  const messages: RecordedMessages[] = [];
  for (const [title, request] of Object.entries(REQUESTS)) {
    messages.push(messagesOf(await send(target, request), title));
  }
  await sendJson(target, removeOf(`/api/v1/namespaces/${MESSAGES_NAMESPACE}`));
  return messages;
}

function send(target: Target, { contentType = "application/json", body, ...rest }: MessageRequest) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return sendTo(target, {
    accept: "*/*",
    ...rest,
    ...(body !== undefined && { contentType, body: text }),
  });
}

interface Status {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { field?: string; message: string }[] };
}

function messagesOf({ status, text, warnings }: WireAnswer, title: string): RecordedMessages {
  const isStatus = status >= 400 && text.startsWith("{");
  const { message, details }: Status = isStatus ? JSON.parse(text) : {};
  return {
    title,
    status,
    ...(message && { message: normalized(message) }),
    ...(details?.causes && {
      causes: details.causes.map(({ field, message }) => normalized(`${field}: ${message}`)),
    }),
    ...(warnings.length > 0 && {
      warnings: warnings.map((warning) => `299 - ${JSON.stringify(warning)}`),
    }),
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
  print(JSON.stringify(messages, null, 1));
}
