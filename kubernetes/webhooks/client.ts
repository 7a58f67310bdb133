/**
 * Sends reviews to webhooks over HTTPS.
 *
 * @module
 */
import type { Buffer } from "node:buffer";
import { X509Certificate } from "node:crypto";
import { request as httpsRequest } from "node:https";
import { connect, type TLSSocket } from "node:tls";
import type { JsonObject } from "@plumbline/server/api";
import type { ClientConfig } from "./configuration.ts";

/** Returns the URL of a webhook; a Service is named as within a cluster. */
function urlOf({ url, service }: ClientConfig): string {
  if (url !== undefined) return url;
  const { name = "", namespace = "", path = "/", port = 443 } = service ?? {};
  return `https://${name}.${namespace}.svc:${port}${path.startsWith("/") ? "" : "/"}${path}`;
}

/** The number of redirections to follow. */
const MAX_HOPS = 10;

/** The largest answer of a webhook, in bytes. */
const ANSWER_LIMIT = 3 * 1024 * 1024;

/** An answer of a webhook. */
interface Answer {
  readonly status: number;
  /** The place to post to instead. */
  readonly location?: string;
  readonly text: string;
}

/**
 * Posts a value as JSON to a webhook and returns its answer.
 *
 * @param seconds the time after which the call fails
 * @throws {Error} if the webhook cannot be reached in time, or does not answer 200 with an object
 */
export async function callWebhook(
  config: ClientConfig,
  value: JsonObject,
  seconds: number,
): Promise<JsonObject> {
  let url = new URL(urlOf(config));
  url.searchParams.set("timeout", `${seconds}s`);
  const failure = (why: string) => new Error(`failed to call webhook: ${why}`);
  let answer: Answer;
  try {
    const body = JSON.stringify(value);
    answer = await post(url, body, config.caBundle, seconds);
    // Go's servers redirect paths with two slashes, for example.
    for (let hops = 0; answer.location !== undefined && hops < MAX_HOPS; hops++) {
      url = new URL(answer.location, url);
      answer = await post(url, body, config.caBundle, seconds);
    }
  } catch (error) {
    throw failure(`Post "${url}": ${describe(error, url)}`);
  }
  if (answer.status !== 200) {
    throw failure(`the server responded with the status code ${answer.status}: ${answer.text}`);
  }
  try {
    const parsed = JSON.parse(answer.text);
    if (typeof parsed === "object" && parsed !== null) return parsed;
  } catch {
    // Reported like any other answer that is no object.
  }
  throw failure("the answer is not a JSON object");
}

async function post(
  url: URL,
  body: string,
  caBundle: string | undefined,
  seconds: number,
): Promise<Answer> {
  const ca = caBundle ? new TextDecoder().decode(Uint8Array.fromBase64(caBundle)) : undefined;
  const socket = ca && await connectPinned(url, certificatesOf(ca), seconds);
  return new Promise((resolve, reject) => {
    const request = httpsRequest(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "accept": "application/json",
        "content-length": new TextEncoder().encode(body).length,
      },
      agent: false,
      ...(ca && { ca }),
      // The certificate of this connection was checked already.
      ...(socket && { createConnection: () => socket, rejectUnauthorized: false }),
    }, (response) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      response.on("data", (chunk: Uint8Array) => {
        length += chunk.length;
        if (length > ANSWER_LIMIT) response.destroy(new Error("the answer is too large"));
        else chunks.push(chunk);
      });
      response.on("error", reject);
      response.on("end", () => {
        clearTimeout(timer);
        const text = new TextDecoder().decode(joined(chunks, length));
        const status = response.statusCode ?? 0;
        const { location } = response.headers;
        const isMoved = (status === 307 || status === 308) && location !== undefined;
        resolve({ status, text, ...(isMoved && { location }) });
      });
    });
    const timer = setTimeout(
      () => request.destroy(new Error("context deadline exceeded")),
      seconds * 1_000,
    );
    request.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end(body);
  });
}

const certificatesOf = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

/**
 * Connects to a server whose own certificate is in the bundle, although it is no authority: real
 * servers trust it, which the TLS library does not. Returns undefined for any other server.
 */
async function connectPinned(
  { hostname, port }: URL,
  bundle: readonly string[],
  seconds: number,
): Promise<TLSSocket | undefined> {
  const pinned = bundle.map((pem) => new X509Certificate(pem)).filter(({ ca }) => !ca);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const named = pinned.filter((one) => one.checkIP(host) ?? one.checkHost(host));
  if (named.length === 0) return undefined;
  const socket = connect({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    timeout: seconds * 1_000,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("secureConnect", resolve);
    socket.once("error", reject);
    socket.once("timeout", () => socket.destroy(new Error("context deadline exceeded")));
  });
  const { raw } = socket.getPeerCertificate() as { raw?: Buffer };
  if (raw && named.some((one) => one.raw.equals(raw))) return socket;
  socket.destroy();
  return undefined;
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Returns an error of the network in the words of real servers. */
function describe(error: unknown, { hostname, port }: URL): string {
  const { code, message } = error as { code?: string; message: string };
  switch (code) {
    case "ECONNREFUSED":
      return `dial tcp ${hostname}:${port || 443}: connect: connection refused`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `dial tcp: lookup ${hostname}: no such host`;
    default:
      return message;
  }
}
