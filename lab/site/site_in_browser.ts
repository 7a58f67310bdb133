/**
 * The site in a browser; `site_browser_test.ts` runs this in a process of its own.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { seriousProblems } from "@plumbline/reports/testing/accessibility";
import { openPage, picture, testWithBrowser } from "@plumbline/reports/testing/browser";
import { writeSite } from "./site.ts";

const FOLDER = Deno.makeTempDirSync({ prefix: "plumbline-site-test-" });
const written = await writeSite(FOLDER);

/** The pages to look at: one of each kind. */
const PAGES = [
  "index.html",
  "guides/index.html",
  "guides/mock.html",
  "requirements/index.html",
  "requirements/paging.altered-token-rejected.html",
  "implementations.html",
  "track-record.html",
  "playground/index.html",
];

/** The pages whose accessibility is checked: large ones once, and each style in dark as well. */
const AXE = {
  light: PAGES.filter((path) => !["track-record.html", "requirements/index.html"].includes(path)),
  dark: ["index.html", PAGES[4]!, "playground/index.html"],
};

testWithBrowser("the site in a browser", {
  "opens from disk, without errors, on any screen": fromDisk,
  "finds guides and requirements": searching,
  "has a playground that creates, watches, and finds a seeded bug": playing,
  "removes its files": () => Deno.remove(FOLDER, { recursive: true }),
});

async function fromDisk(browser: Browser): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1200, 390]) {
      const viewport = { width, height: 900 };
      const { page, asked } = await openPage(browser, { colorScheme, viewport, bypassCSP: true });
      for (const path of PAGES) {
        await page.goto(`file://${FOLDER}/${path}`);
        await assertFits(page, path, width);
        await picture(page, `${path.replaceAll("/", "-")}-${width}-${colorScheme}`, false);
        if (width === 1200 && AXE[colorScheme].includes(path)) {
          assertEquals(await seriousProblems(page), [], `${path} ${colorScheme}`);
        }
      }
      assertEquals(asked.filter((each) => !each.startsWith(`file://${FOLDER}/`)), []);
      await page.close();
    }
  }
}

/** Fails if something is wider than the screen, but what scrolls by itself. */
async function assertFits(page: Page, path: string, width: number): Promise<void> {
  const wide = await page.evaluate("document.documentElement.scrollWidth");
  assert(Number(wide) <= width, `${path} is ${wide} px wide on a screen of ${width} px`);
}

async function searching(browser: Browser): Promise<void> {
  const { page } = await openPage(browser);
  await page.goto(`file://${FOLDER}/guides/index.html`);
  const results = page.locator("#search-results a");
  await page.fill("#search", "altered token");
  await results.filter({ hasText: "paging.altered-token-rejected" }).first().waitFor();
  await page.fill("#search", "injected faults");
  await results.first().waitFor();
  await page.fill("#search", "paging.altered-token-rejected");
  await results.filter({ hasText: "paging.altered-token-rejected" }).first().click();
  await page.locator("h1", { hasText: "paging.altered-token-rejected" }).waitFor();
  const text = await page.locator("main").innerText();
  for (const part of ["kube-apiserver", "1.26.15", "violated", "paging/altered-token-rejected"]) {
    assertStringIncludes(text, part);
  }
  await page.close();
}

/** The bytes that the playground's scripts may have together, compressed; a part of them is loaded late. */
const MOST_BYTES = 1_100_000;

async function playing(browser: Browser): Promise<void> {
  assert(written.playground < MOST_BYTES, `${written.playground} bytes`);
  const server = serve();
  const viewport = { width: 1440, height: 900 };
  const { page, asked } = await openPage(browser, { viewport });
  try {
    await page.addInitScript(recordTypes);
    await page.goto(`http://127.0.0.1:${server.addr.port}/playground/index.html`);
    await page.locator("#state", { hasText: "The server runs" }).waitFor();
    await page.locator("#console-output", { hasText: "kube-system" }).waitFor();
    // A watch shows what the editor's manifest and a command change.
    await page.click("#watch-button");
    await page.locator("#watch-state", { hasText: "is open: 200" }).waitFor();
    const types = Number(await page.evaluate("globalThis.typesWhenEnabled"));
    assert(types > 10, `The form of the watch could be used when it had ${types} types`);
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await page.locator("#watch-events li", { hasText: "default/settings" }).waitFor();
    await command(page, `kubectl patch cm settings --type=merge -p '{"data":{"color":"red"}}'`);
    await page.locator("#watch-events .modified").first().waitFor();
    await command(page, "kubectl get cm settings -o yaml");
    await page.locator("#console-output", { hasText: "color: red" }).waitFor();
    await command(page, "curl -i /api/v1/namespaces/default/configmaps/none");
    await page.locator("#console-output", { hasText: '"reason":"NotFound"' }).waitFor();
    // A fault.
    await page.fill("#fault-form [name=resource]", "secrets");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator("#faults li", { hasText: "503" }).waitFor();
    await command(page, "curl -i /api/v1/secrets");
    await page.locator("#console-output", { hasText: "HTTP/1.1 503" }).waitFor();
    await page.getByRole("button", { name: "Remove the fault" }).click();
    await page.locator("#faults li").waitFor({ state: "detached" });
    // A seeded bug, which the suites of its area find.
    await page.fill("#bug-form [name=text]", "errors/token-prefix-accepted");
    await page.locator("#bugs input").first().check();
    await page.locator("#active-bugs", { hasText: "errors/token-prefix-accepted" }).waitFor();
    await page.selectOption("#suite-form [name=runs]", "30");
    await page.fill("#suite-form [name=seed]", "7");
    await page.click("#suite-button");
    await page.locator("#suite-verdict.not-conformant").waitFor();
    const report = page.frameLocator("#report-frame");
    await report.locator("#failures details.failure").first().waitFor();
    await picture(page, "playground-failing", true);
    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, "playground-failing-dark", false);
    await page.emulateMedia({ colorScheme: "light" });
    await page.click("#bugs-off");
    await page.locator("#active-bugs", { hasText: "No seeded bug" }).waitFor();
    await page.click("#suite-button");
    await page.locator("#suite-verdict.conformant").waitFor();
    assertEquals(await seriousProblems(page), []);
    await page.setViewportSize({ width: 390, height: 900 });
    await assertFits(page, "the playground", 390);
    await picture(page, "playground-390", true);
    assertEquals(asked.filter((each) => each.startsWith("error: ")), []);
  } finally {
    await page.close();
    await server.shutdown();
  }
}

/** In the page: records how many types the form of the watch has when people can first use it. */
const recordTypes = `new MutationObserver(() => {
  const button = document.querySelector("#watch-button");
  if (button?.matches(":enabled")) {
    globalThis.typesWhenEnabled ??= document.querySelector("#watch-form").elements.type.length;
  }
}).observe(document, { subtree: true, childList: true, attributes: true });`;

async function command(page: Page, line: string): Promise<void> {
  await page.fill("#command", line);
  await page.press("#command", "Enter");
}

/** Serves the folder, as any static server does. */
function serve(): Deno.HttpServer<Deno.NetAddr> {
  const types: Readonly<Record<string, string>> = {
    html: "text/html",
    js: "text/javascript",
    css: "text/css",
  };
  return Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request: Request) => {
      const { pathname } = new URL(request.url);
      try {
        const type = types[pathname.slice(pathname.lastIndexOf(".") + 1)] ?? "image/png";
        const body = await Deno.readFile(`${FOLDER}${pathname}`);
        return new Response(body, { headers: { "content-type": type } });
      } catch {
        return new Response("not found", { status: 404 });
      }
    },
  );
}
