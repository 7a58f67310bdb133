/**
 * Says in one sentence why no answer came from a target, and what to do about it.
 *
 * @module
 */

/** What the runtime's words give away, with what they mean to somebody who gave a URL. */
const REASONS: readonly (readonly [pattern: RegExp, tell: (url: URL, found: string) => string])[] =
  [
    [
      /connection refused|ECONNREFUSED/i,
      () => "connection refused. Is the server up, and is that its port?",
    ],
    [
      /dns error|ENOTFOUND|EAI_AGAIN/i,
      ({ hostname }) => `no host of the name ${hostname} is known. Is it spelt right?`,
    ],
    [
      /UnknownIssuer/,
      () =>
        "its certificate is of an authority that is not trusted. Name the authority's " +
        "certificate with --ca FILE, or a kubeconfig that does",
    ],
    [
      /certificate not valid for name|NotValidForName/,
      ({ hostname }) =>
        `its certificate is not for the name ${hostname}. Give the URL by a name it is for, ` +
        "or --insecure",
    ],
    [
      /invalid peer certificate: (.*)/,
      (_, found) => `its certificate is not accepted: ${found}. Mend it, or give --insecure`,
    ],
    [
      /InvalidContentType|wrong version number/i,
      (url) => `what answers there does not speak TLS. Is it ${withScheme(url, "http:")}?`,
    ],
    [
      /invalid HTTP version parsed/i,
      (url) => `what answers there does not speak plain HTTP. Is it ${withScheme(url, "https:")}?`,
    ],
  ];

/** What answers a request in plain HTTP where TLS is spoken, where it answers at all. */
export const WANTS_TLS = /HTTP request (?:was sent )?to (?:an )?HTTPS (?:server|port)/i;

/** A sentence that names the target; `request` is told where the reason is not one of those known. */
export function whyUnreachable(url: string, error: unknown, request?: string): string {
  const text = reasonsOf(error);
  for (const [pattern, tell] of REASONS) {
    const found = pattern.exec(text);
    if (found) return `Cannot reach ${url}: ${tell(new URL(url), found[1] ?? "")}`;
  }
  // The runtime repeats the URL before it comes to the point.
  const point = text.replace(/^fetch failed: (?:.*client error \([^)]*\): )?/i, "");
  return `Cannot reach ${url}: ${point}${request === undefined ? "" : ` (${request})`}`;
}

/** The same address by another scheme, as it is written to somebody. */
export function withScheme({ href }: URL, scheme: "http:" | "https:"): string {
  return href.replace(/^https?:/, scheme).replace(/\/$/, "");
}

/** The error's message with those of what caused it: `fetch` says "fetch failed" for everything. */
function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reasonsOf(error.cause)}`;
}
