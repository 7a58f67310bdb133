/**
 * Servers that the programs of the laboratory send requests to.
 *
 * @module
 */
import type { Server } from "@plumbline/reference";

/** A server, and who its clients are. */
export interface Target {
  /** The URL without a path. */
  readonly url: string;
  /** Bearer tokens by user; a user without one sends no credentials. */
  readonly tokens: Readonly<Record<string, string>>;
  /** The HTTP client that trusts the server's certificates. */
  readonly client?: Deno.HttpClient;
  /** Sends a request. @default {fetch} */
  readonly fetch?: (url: string, request: RequestInit) => Promise<Response>;
}

/** The token of the administrator of servers that a program starts. */
export const ADMIN_TOKEN = "admin-token";

/** The administrator of servers that a program starts. */
export const ADMIN = { name: "admin", token: ADMIN_TOKEN, groups: ["system:masters"] } as const;

/** What a target is reached with. */
export interface TargetOptions {
  /** Bearer tokens by user. @default {that of the administrator} */
  readonly tokens?: Readonly<Record<string, string>>;
  /** The certificate authority of the server, in PEM. */
  readonly ca?: string | undefined;
}

/** Returns the target at a URL. Close its `client` after use, if it has one. */
export function targetAt(url: string, { tokens, ca }: TargetOptions = {}): Target {
  return {
    url: url.replace(/\/$/, ""),
    tokens: tokens ?? { admin: ADMIN_TOKEN },
    ...(ca && { client: Deno.createHttpClient({ caCerts: [ca] }) }),
  };
}

/** Returns a server in this process as a target, without a network between. */
export const targetIn = (
  server: Pick<Server, "fetch">,
  tokens: Target["tokens"] = { admin: ADMIN_TOKEN },
): Target => ({
  url: "http://localhost",
  tokens,
  fetch: async (url, request) => await server.fetch(new Request(url, request)),
});
