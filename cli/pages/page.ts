/**
 * The document of a live page, with the modules of its script.
 *
 * @module
 */
import { STYLE } from "@plumbline/reports/html/style";
import DOM from "./client/dom.js" with { type: "text" };
import FEED from "./client/feed.js" with { type: "text" };
import { LIVE_STYLE } from "./style.ts";
import type { LiveRoutes } from "./server.ts";

/** A live page. */
export interface LivePage {
  /** The title, as trusted plain text. */
  readonly title: string;
  /** The initial content as trusted HTML. */
  readonly body: string;
  /**
   * The script: a module directly in `cli/pages/client/`, so that its imports have the same paths on the
   * page. It may import `./dom.js`, `./feed.js` and the keys of `modules`.
   */
  readonly program: string;
  /** More modules by their path in `cli/pages/client/`, such as `run/areas.js`. @default {{}} */
  readonly modules?: Readonly<Record<string, string>>;
  /** Style in addition to that of the reports. @default {""} */
  readonly style?: string;
}

/**
 * Returns the routes of a page: `/` and the modules below `/client/`.
 *
 * The content security policy allows only these modules and requests to this server: no other
 * network, no other scripts, and no HTML from text (`innerHTML` throws).
 */
export function pageRoutes(page: LivePage): LiveRoutes {
  const modules = { "dom.js": DOM, "feed.js": FEED, ...page.modules, "program.js": page.program };
  return {
    "GET /": () => documentOf(page),
    // Browsers request it for every page.
    "GET /favicon.ico": () => new Response(null, { status: 204 }),
    ...Object.fromEntries(
      Object.entries(modules).map(([name, text]) => [`GET /client/${name}`, () => moduleOf(text)]),
    ),
  };
}

function moduleOf(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/javascript; charset=utf-8" } });
}

function documentOf({ title, body, style = "" }: LivePage): Response {
  const nonce = crypto.getRandomValues(new Uint8Array(16)).toHex();
  const text = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style nonce="${nonce}">${STYLE}${LIVE_STYLE}${style}</style>
</head>
<body>
${body}
<p id="status" role="status" class="hidden"></p>
<script type="module" nonce="${nonce}" src="/client/program.js"></script>
</body>
</html>
`;
  return new Response(text, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        `style-src 'nonce-${nonce}'`,
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join("; "),
    },
  });
}
