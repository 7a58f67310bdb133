/**
 * Makes all files of the site and writes them.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { mutants } from "@plumbline/mutants";
import { CHECKS } from "@plumbline/suites/areas";
import { bundlePlayground } from "./bundle.ts";
import { readImplementations } from "./facts/implementations.ts";
import { readRequirements, type RequirementFacts } from "./facts/requirements.ts";
import { guideIndex, type GuideSource, type RenderedGuide, renderGuide } from "./pages/guides.ts";
import { implementationsPage } from "./pages/implementations.ts";
import { renderPage } from "./pages/layout.ts";
import { playgroundPage } from "./pages/playground.ts";
import { pathOfRequirement, requirementIndex, requirementPage } from "./pages/requirements.ts";
import SITE_SCRIPT from "./pages/site.js" with { type: "text" };
import { startPage } from "./pages/start.ts";
import { PLAYGROUND_STYLE, SITE_STYLE } from "./pages/style.ts";

const ROOT = new URL("../../", import.meta.url);

/** What was written. */
export interface Written {
  readonly files: number;
  readonly bytes: number;
  /** The bytes of the playground's scripts, compressed. */
  readonly playground: number;
}

/** Writes the site to a folder, whose other files stay. */
export async function writeSite(folder: string): Promise<Written> {
  const [scripts, guides, { requirements, recorded }, implementations] = await Promise.all([
    bundlePlayground(),
    readGuides(),
    readRequirements(),
    readImplementations(),
  ]);
  const trackRecord = guides.find(({ page }) => page.path === "track-record.html")!;
  const others = guides.filter((guide) => guide !== trackRecord);
  const pages = [
    startPage({
      requirements: requirements.length,
      checks: CHECKS.length,
      bugs: mutants.length,
    }),
    guideIndex(others),
    ...guides.map(({ page }) => page),
    requirementIndex(requirements),
    ...requirements.map((each) => requirementPage(each, implementations, recorded)),
    implementationsPage(requirements, implementations),
    playgroundPage(),
  ];
  const files = new Map<string, Uint8Array | string>([
    ...pages.map((page) => [page.path, renderPage(page)] as const),
    ["style.css", SITE_STYLE],
    ["site.js", SITE_SCRIPT],
    ["search.js", `globalThis.plumblineIndex=${JSON.stringify(indexOf(guides, requirements))};\n`],
    ["playground/playground.css", PLAYGROUND_STYLE],
    ...[...scripts].map(([name, script]) => [`playground/${name}`, script] as const),
    ...await pictures(),
  ]);
  let bytes = 0;
  for (const [path, content] of files) {
    const target = `${folder}/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    const encoded = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(target, encoded);
    bytes += encoded.length;
  }
  const zipped = [...scripts.values()].map((script) => gzipSync(script, { level: 9 }).length);
  return { files: files.size, bytes, playground: zipped.reduce((sum, size) => sum + size, 0) };
}

/** Reads and renders the guides: the README, and what is in `docs/`. */
async function readGuides(): Promise<readonly RenderedGuide[]> {
  const names = [...Deno.readDirSync(new URL("docs/", ROOT))]
    .filter(({ name }) => name.endsWith(".md")).map(({ name }) => name).sort();
  const sources = await Promise.all(
    ["README.md", ...names.map((name) => `docs/${name}`)].map(async (
      source,
    ): Promise<GuideSource> => ({
      source,
      path: pathOfGuide(source),
      text: await Deno.readTextFile(new URL(source, ROOT)),
    })),
  );
  return sources.map((source) => renderGuide(source, sources));
}

function pathOfGuide(source: string): string {
  if (source === "docs/track-record.md") return "track-record.html";
  return `guides/${source.replace(/^docs\//, "").replace(/\.md$/, "").toLowerCase()}.html`;
}

/** What the search finds: sections of guides, and requirements, as title, path and text. */
function indexOf(
  guides: readonly RenderedGuide[],
  requirements: readonly RequirementFacts[],
): readonly (readonly [string, string, string])[] {
  return [
    ...guides.flatMap(({ page, sections }) =>
      sections.map(({ title, path, text }) =>
        [title === page.title ? title : `${page.title}: ${title}`, path, text.trim()] as const
      )
    ),
    ...requirements.map(({ id, statement, chapter }) =>
      [id, pathOfRequirement(id), `${statement} ${chapter}`] as const
    ),
  ];
}

async function pictures(): Promise<readonly (readonly [string, Uint8Array])[]> {
  const folder = fileURLToPath(new URL("docs/pictures", ROOT));
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  return await Promise.all(
    names.map(async (name) =>
      [`pictures/${name}`, await Deno.readFile(`${folder}/${name}`)] as const
    ),
  );
}
