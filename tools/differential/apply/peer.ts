/**
 * A real server to compare with.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../../../server/object.ts";

/** What the peer answered. */
export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

/** A request to the peer. */
export interface PeerRequest {
  readonly method: string;
  readonly path: string;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly userAgent?: string;
}

/** A connection to the peer. */
export interface Peer {
  send(request: PeerRequest): Promise<Answer>;
  close(): void;
}

/** Connects to a server; the certificate and the token are those of an administrator. */
export function connectPeer(url: string, { ca, token }: { ca?: string; token: string }): Peer {
  const client = Deno.createHttpClient(ca ? { caCerts: [ca] } : {});
  return {
    async send({ method, path, contentType, body, userAgent = "differential/1" }) {
      const response = await fetch(`${url}${path}`, {
        method,
        client,
        headers: {
          authorization: `Bearer ${token}`,
          accept: "application/json",
          "user-agent": userAgent,
          ...(body !== undefined && { "content-type": contentType ?? "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    close: () => client.close(),
  };
}

/** The object of an answer. */
export const objectOf = ({ body }: Answer): ApiObject => body as ApiObject;
