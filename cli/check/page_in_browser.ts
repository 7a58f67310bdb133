/**
 * `check --ui` in a browser; `page_browser_test.ts` runs this in a process of its own.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Browser } from "playwright-core";
import { openPage, testWithBrowser } from "@plumbline/reports/testing/browser";
import { example } from "@plumbline/suites/check";
import { CHECKS } from "@plumbline/suites/areas";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";

testWithBrowser("check --ui in a browser", {
  "shows the failures of a run while it goes on, and then its report": failing,
});

async function failing(browser: Browser): Promise<void> {
  const terminal = testTerminal();
  const addressed = Promise.withResolvers<string>();
  const out = (text: string) => {
    terminal.out(text);
    const [, address] = /Live page (http:\S+)/.exec(text) ?? [];
    if (address !== undefined) addressed.resolve(address);
  };
  // Ends the run only after the page was read.
  const pageRead = Promise.withResolvers<void>();
  const lasting = example({
    id: "resource-versions/lasts",
    title: "lasts until the page was read",
    requirements: ["resource-versions.object-carries-version"],
    run: () => pageRead.promise,
  });
  const words = ["--mutant", "paging/skips-after-deleted", "--seed", "1", "--ui"];
  const finding = CHECKS.filter(({ id }) => id === "paging/pages-are-one-snapshot");
  const ending = main(["check", ...words], { ...terminal, out }, [...finding, lasting]);
  const { page } = await openPage(browser);
  try {
    await page.goto(await addressed.promise);
    const card = page.locator("#failures details.failure");
    await card.locator("code", { hasText: "paging/pages-are-one-snapshot" }).first().waitFor();
    await page.locator("#verdict", { hasText: "1 check failed. The run continues" }).waitFor();
    const text = await card.first().innerText();
    for (const part of ["Expected", "Actual", "Counterexample", "Reproduce", "curl"]) {
      assertStringIncludes(text, part);
    }
    pageRead.resolve();
    await page.locator("#verdict", { hasText: "At least one check failed" }).waitFor();
    await page.locator("#verdict a").click();
    await page.locator("#failures details.failure", { hasText: "paging/pages-are-one-snapshot" })
      .first().waitFor();
  } finally {
    pageRead.resolve();
    await page.close();
    terminal.interrupt();
  }
  assertEquals(await ending, 1, terminal.complaints());
  assert(terminal.written().includes("Press Ctrl-C to end"), terminal.written());
}
