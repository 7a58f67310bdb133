/**
 * The page of the matrix in a real browser; `matrix_page_browser_test.ts` runs this in a process of
 * its own.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import type { Matrix } from "../matrix.ts";
import { renderMatrix } from "./matrix_page.ts";
import { HOSTILE, matrixSaying, recordedMatrix, recordedReport } from "./test_reports.ts";
import { seriousProblems } from "../testing/accessibility.ts";
import { openPage, type PageOptions, picture, testWithBrowser } from "../testing/browser.ts";

testWithBrowser("the page of the matrix in a browser", {
  "is accessible, light and dark": accessible,
  "leads from a square to its mutant": linked,
  "runs no script of a mutant and sends no requests": hostileText,
  "fits a narrow window": narrow,
});

async function withPage(
  browser: Browser,
  matrix: Matrix,
  use: (page: Page, asked: readonly string[]) => Promise<void>,
  options: PageOptions = {},
): Promise<void> {
  const { checks } = await recordedReport();
  const path = await Deno.makeTempFile({ suffix: ".html" });
  await Deno.writeTextFile(path, renderMatrix(matrix, checks));
  const { page, asked } = await openPage(browser, options);
  page.on("dialog", (dialog) => void asked.push(`dialog: ${dialog.message()}`));
  try {
    await page.goto(`file://${path}`);
    await use(page, asked);
  } finally {
    await page.close();
    await Deno.remove(path);
  }
}

async function accessible(browser: Browser): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const matrix of [await recordedMatrix(), matrixSaying("A survivor and a false alarm")]) {
      await withPage(browser, matrix, async (page) => {
        await openAll(page);
        await picture(page, `matrix-${colorScheme}`);
        assertEquals(await seriousProblems(page), [], colorScheme);
      }, { colorScheme, bypassCSP: true });
    }
  }
}

async function openAll(page: Page): Promise<void> {
  await page.locator("details").evaluateAll((all) => {
    for (const one of all) one.setAttribute("open", "");
  });
}

async function linked(browser: Browser): Promise<void> {
  const matrix = await recordedMatrix();
  await withPage(browser, matrix, async (page) => {
    const { id } = matrix.mutants.at(-1)!;
    const mutant = page.locator(`details[id="${id}"]`);
    assertEquals(await mutant.getAttribute("open"), null);
    await page.locator(`a.square[href="#${id}"]`).press("Enter");
    await mutant.locator("dl").first().waitFor();
  });
}

async function hostileText(browser: Browser): Promise<void> {
  await withPage(browser, matrixSaying(HOSTILE), async (page, asked) => {
    await openAll(page);
    assertEquals(await page.locator("img, iframe, object, embed, link").count(), 0);
    assertEquals(await page.locator("script").count(), 1);
    assertEquals(asked.length, 1, asked.join("\n"));
  });
}

async function narrow(browser: Browser): Promise<void> {
  await withPage(browser, await recordedMatrix(), async (page) => {
    await openAll(page);
    const width = await page.evaluate("document.documentElement.scrollWidth") as number;
    assert(width <= 360, `${width} pixels are needed`);
  }, { viewport: { width: 360, height: 740 } });
}
