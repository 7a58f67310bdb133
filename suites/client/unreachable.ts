/**
 * Explains why a target is unreachable, with the remedy.
 *
 * @module
 */

/** Patterns in the messages of the runtime, with an explanation and a remedy. */
const REASONS:
  readonly (readonly [pattern: RegExp, explain: (url: URL, found: string) => string])[] = [
    [
      /connection refused|ECONNREFUSED/i,
      () => "connection refused. Check that the server is running and the port is right",
    ],
    [
      /dns error|ENOTFOUND|EAI_AGAIN/i,
      ({ hostname }) => `the host ${hostname} is unknown. Check the spelling`,
    ],
    [
      /UnknownIssuer|unable to (?:verify|get)|self-signed certificate/,
      () =>
        "its certificate is signed by an unknown authority. Give the authority's certificate " +
        "with --ca FILE or a kubeconfig, or use --insecure",
    ],
    [
      /certificate not valid for name|NotValidForName|does not match certificate/,
      ({ hostname }) =>
        `its certificate is not valid for ${hostname}. Use a name that it is valid for, ` +
        "or --insecure",
    ],
    [
      /invalid peer certificate: (.*)|certificate has expired/,
      (_, found) => `its certificate is rejected: ${found}. Renew it, or use --insecure`,
    ],
    [
      /InvalidContentType|wrong version number|packet length too long/i,
      (url) => `the server does not use TLS. Did you mean ${withScheme(url, "http:")}?`,
    ],
    [
      /invalid HTTP version parsed|Expected HTTP/i,
      (url) => `the server does not use plain HTTP. Did you mean ${withScheme(url, "https:")}?`,
    ],
  ];

/** The text with which TLS servers answer a plain HTTP request. */
export const WANTS_TLS = /HTTP request (?:was sent )?to (?:an )?HTTPS (?:server|port)/i;

/** Returns a sentence that names the target; it includes `request` if the reason is unknown. */
export function whyUnreachable(url: string, error: unknown, request?: string): string {
  const text = reasonsOf(error);
  for (const [pattern, explain] of REASONS) {
    const found = pattern.exec(text);
    if (found) return `Cannot reach ${url}: ${explain(new URL(url), found[1] ?? found[0])}`;
  }
  // The runtime repeats the URL before it comes to the point.
  const point = text.replace(/^fetch failed: (?:.*client error \([^)]*\): )?/i, "");
  return `Cannot reach ${url}: ${point}${request === undefined ? "" : ` (${request})`}`;
}

/** The requests that are named as a server stops answering. */
const NAMED = 3;

/** Returns true for an error that says that nobody listens at the address. */
export function isRefused(error: unknown): boolean {
  return /connection refused|ECONNREFUSED/i.test(reasonsOf(error));
}

/**
 * Returns true for the end of an HTTP/2 connection that the server closes without an error
 * (RFC 9113, section 6.8). The runtime sends the request to one other connection before.
 */
export function isGoingAway(error: unknown): boolean {
  return error instanceof TypeError &&
    /not a result of an error/.test(error.cause instanceof Error ? error.cause.message : "");
}

/**
 * Returns a sentence about a server that answered before, and at whose address nobody listens now.
 *
 * @param underWay the requests that were not answered then, as "PATCH /path", writes first
 */
export function whyLost(url: string, underWay: readonly string[]): string {
  const named = underWay.slice(0, NAMED).join(", ");
  const others = underWay.length > NAMED ? `, and ${underWay.length - NAMED} more` : "";
  return `Cannot reach ${url}: connection refused, though it answered before. Did it crash? ` +
    `Requests under way then: ${named}${others}`;
}

/** Returns the same address with another scheme, for messages. */
export function withScheme({ href }: URL, scheme: "http:" | "https:"): string {
  return href.replace(/^https?:/, scheme).replace(/\/$/, "");
}

/** The error's message with those of what caused it: `fetch` says "fetch failed" for everything. */
function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reasonsOf(error.cause)}`;
}
