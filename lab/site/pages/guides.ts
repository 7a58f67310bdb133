/**
 * The guides and the track record: Markdown of the repository as pages.
 *
 * @module
 */
import { marked, type Token, type Tokens } from "marked";
import { Markup, markup } from "@plumbline/reports/html/markup";
import { escapeMarkup } from "@plumbline/reports/text";
import type { SitePage } from "./layout.ts";

/** A Markdown document with its page. */
export interface GuideSource {
  /** The path of the file in the repository, such as `docs/mock.md`. */
  readonly source: string;
  /** The path of the page. */
  readonly path: string;
  readonly text: string;
}

/** A section of a guide, for the search. */
export interface GuideSection {
  readonly title: string;
  /** The path of the page with the anchor. */
  readonly path: string;
  readonly text: string;
}

/** A guide as a page, and its sections. */
export interface RenderedGuide {
  readonly page: SitePage;
  readonly sections: readonly GuideSection[];
}

/** Renders a document; links to other documents lead to their pages, others to nothing. */
export function renderGuide(guide: GuideSource, all: readonly GuideSource[]): RenderedGuide {
  const tokens = marked.lexer(guide.text);
  const anchors = new Map<string, number>();
  const sections: GuideSection[] = [];
  const headings: { readonly text: string; readonly id: string }[] = [];
  let title = guide.source;
  const anchorOf = (text: string) => {
    const plain = text.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim()
      .replaceAll(/\s/g, "-");
    const count = anchors.get(plain) ?? 0;
    anchors.set(plain, count + 1);
    return count === 0 ? plain : `${plain}-${count}`;
  };
  const ids = new Map<Token, string>();
  for (const token of tokens) {
    if (token.type === "heading") {
      const text = textOf(token);
      const id = anchorOf(text);
      ids.set(token, id);
      if (token.depth === 1) title = text;
      else if (token.depth === 2) headings.push({ text, id });
      sections.push({ title: text, path: `${guide.path}#${id}`, text: "" });
    } else {
      const last = sections.pop() ?? { title, path: guide.path, text: "" };
      sections.push({ ...last, text: `${last.text} ${textOf(token)}`.slice(0, 4_000) });
    }
  }
  const renderer = {
    heading(this: { parser: { parseInline(tokens: Token[]): string } }, token: Tokens.Heading) {
      const inner = this.parser.parseInline(token.tokens);
      return `<h${token.depth} id="${ids.get(token) ?? ""}">${inner}</h${token.depth}>\n`;
    },
    link(this: { parser: { parseInline(tokens: Token[]): string } }, token: Tokens.Link) {
      const inner = this.parser.parseInline(token.tokens);
      const href = targetOf(token.href, guide, all);
      return href === undefined ? inner : `<a href="${escapeMarkup(href)}">${inner}</a>`;
    },
    image: (token: Tokens.Image) => {
      const name = token.href.slice(token.href.lastIndexOf("/") + 1);
      return `<img src="${up(guide.path)}pictures/${escapeMarkup(name)}" alt="${
        escapeMarkup(token.text)
      }" loading="lazy">`;
    },
    code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escapeMarkup(text)}</code></pre>\n`,
    table(this: { parser: { parseInline(tokens: Token[]): string } }, token: Tokens.Table) {
      const cell = (name: string) => (each: Tokens.TableCell) =>
        `<${name}>${this.parser.parseInline(each.tokens)}</${name}>`;
      const rows = token.rows.map((row) => `<tr>${row.map(cell("td")).join("")}</tr>`);
      return `<div class="scroll" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${
        token.header.map(cell("th")).join("")
      }</tr></thead><tbody>${rows.join("\n")}</tbody></table></div>\n`;
    },
    // Comments mark what the repository generates.
    html: ({ text }: Tokens.HTML | Tokens.Tag) => /^\s*<!--/.test(text) ? "" : escapeMarkup(text),
  };
  const html = marked.use({ renderer }).parser(tokens);
  const first = tokens.find(({ type }) => type === "paragraph");
  const contents = headings.length < 2
    ? undefined
    : markup`<nav class="toc" aria-label="On this page">
<h2>On this page</h2>
<ul>${headings.map(({ text, id }) => markup`<li><a href="#${id}">${text}</a></li>`)}</ul>
</nav>`;
  return {
    page: {
      path: guide.path,
      title,
      description: first === undefined ? title : textOf(first).slice(0, 200),
      main: markup`<div class="guide">
<article>
${new Markup(html)}
</article>
${contents}
</div>`,
    },
    sections,
  };
}

/** The address of a link's target from the page; undefined if the site does not have it. */
function targetOf(
  href: string,
  { source, path }: GuideSource,
  all: readonly GuideSource[],
): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const { pathname } = new URL(file, `http://host/${source}`);
  const target = all.find((other) => `/${other.source}` === pathname);
  if (target === undefined) return undefined;
  return `${up(path)}${target.path}${anchor === undefined ? "" : `#${anchor}`}`;
}

const up = (path: string): string => "../".repeat(path.split("/").length - 1);

/** The text of a token without its marks. */
function textOf(token: Token): string {
  if ("tokens" in token && token.tokens !== undefined) return token.tokens.map(textOf).join("");
  if (token.type === "list") return (token as Tokens.List).items.map(textOf).join(" ");
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().flatMap(({ tokens }) => tokens.map(textOf)).join(" ");
  }
  if (token.type === "html") return "";
  return "text" in token ? String(token.text) : " ";
}

/** Returns the list of all guides. */
export function guideIndex(guides: readonly RenderedGuide[]): SitePage {
  return {
    path: "guides/index.html",
    title: "Guides",
    description: "How to run the mock server, check a server and read reports.",
    main: markup`<h1>Guides</h1>
<ul class="cards">${
      guides.map(({ page }) =>
        markup`<li><h2><a href="../${page.path}">${page.title}</a></h2><p>${
          page.description.replace(/\.[\s\S]*/, ".")
        }</p></li>`
      )
    }</ul>`,
  };
}
