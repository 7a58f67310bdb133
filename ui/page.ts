/**
 * The page that a live server serves, with the modules of its program.
 *
 * @module
 */
import { STYLE } from "../reports/render/html/style.ts";
import DOM from "./client/dom.js" with { type: "text" };
import FEED from "./client/feed.js" with { type: "text" };
import { LIVE_STYLE } from "./style.ts";
import type { LiveRoutes } from "./server.ts";

/** A page that changes by its program. */
export interface LivePage {
  /** The title; plain text that nobody else chose. */
  readonly title: string;
  /** What is in the page before the program ran, as HTML; fixed text, never a target's. */
  readonly body: string;
  /**
   * The program: a module right in `live/client/`, so that what it imports is where it looks for it
   * on the page too. It may import `./dom.js`, `./feed.js` and what `modules` names.
   */
  readonly program: string;
  /** More modules, by their path in `live/client/`: `run/areas.js`. @default {{}} */
  readonly modules?: Readonly<Record<string, string>>;
  /** What is added to the look of the reports. @default {""} */
  readonly style?: string;
}

/**
 * The routes of a page: `/` and the modules below `/client/`.
 *
 * The page's policy lets it load its own modules and ask its own server, and nothing else: no other
 * network, no scripts but these, and no text that becomes elements (`innerHTML` is refused).
 */
export function pageRoutes(page: LivePage): LiveRoutes {
  const modules = { "dom.js": DOM, "feed.js": FEED, ...page.modules, "program.js": page.program };
  return {
    "GET /": () => documentOf(page),
    // Browsers ask for it.
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
