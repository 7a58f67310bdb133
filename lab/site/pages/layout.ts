/**
 * The frame of every page of the site. All links are relative, so that pages open from disk.
 *
 * @module
 */
import { type Markup, markup } from "@plumbline/reports/html/markup";

/** A page. */
export interface SitePage {
  /** The path of its file in the site, such as `guides/mock.html`. */
  readonly path: string;
  readonly title: string;
  /** One sentence about it, for search engines. */
  readonly description: string;
  readonly main: Markup;
  /** Paths of style sheets besides `style.css`. @default {[]} */
  readonly styles?: readonly string[];
  /** Names of scripts beside it. @default {[]} */
  readonly scripts?: readonly string[];
}

/** The parts of the site, by the path of their first page. */
const PARTS: readonly (readonly [path: string, title: string])[] = [
  ["guides/index.html", "Guides"],
  ["requirements/index.html", "Requirements"],
  ["implementations.html", "Implementations"],
  ["track-record.html", "Track record"],
  ["playground/index.html", "Playground"],
];

/** Returns what leads from a page to the top folder: empty, or `../`. */
export const toTop = (path: string): string => "../".repeat(path.split("/").length - 1);

/** Returns the HTML of a page. */
export function renderPage(page: SitePage): string {
  const { path, title, description, main, styles = [], scripts = [] } = page;
  const top = toTop(path);
  const [folder] = path.split("/");
  const links = PARTS.map(([part, name]) => {
    const isHere = part === path || (part.startsWith(`${folder}/`) && path.includes("/"));
    return markup`<li><a href="${top}${part}"${
      isHere && markup` aria-current="${part === path ? "page" : "true"}"`
    }>${name}</a></li>`;
  });
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title === "Plumbline" ? title : `${title} · Plumbline`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${top}style.css">${
    styles.map((style) =>
      markup`
<link rel="stylesheet" href="${style}">`
    )
  }
</head>
<body data-top="${top}">
<a class="skip" href="#main">Skip to the content</a>
<header class="site">
<a class="name" href="${top}index.html">Plumbline</a>
<nav aria-label="Site"><ul>${links}</ul></nav>
<form class="site-search" role="search" autocomplete="off">
<label class="hidden" for="search">Search guides and requirements</label>
<input id="search" type="search" placeholder="Search guides and requirements" aria-describedby="search-count">
<p id="search-count" class="hidden" role="status"></p>
<ol id="search-results" hidden></ol>
</form>
</header>
<main id="main">
${main}
</main>
<script src="${top}site.js"></script>${
    scripts.map((script) =>
      markup`
<script src="${script}"></script>`
    )
  }
</body>
</html>
`.text;
}
