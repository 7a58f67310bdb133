/**
 * The page of the matrix in a real browser; `matrix_page_browser_test.ts` runs this in a process of
 * its own.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Matrix } from "../matrix.ts";
import { seriousProblems } from "../testing/accessibility.ts";
import { renderMatrix } from "./matrix_page.ts";
import { HOSTILE, matrixSaying, recordedMatrix, recordedReport } from "./test_reports.ts";

/** Milliseconds until what never comes is given up, on a machine that has much else to do. */
const PATIENCE = 120_000;

/** A directory to which the page is photographed, for people to look at. */
const pictures = Deno.env.get("PLUMBLINE_SCREENSHOTS");

Deno.test({
  name: "the page of the matrix in a browser",
  // The browser's pipes belong to the library; closing the browser ends them.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(test) {
    const browser = await chromium.launch({
      executablePath: Deno.env.get("PLUMBLINE_CHROMIUM")!,
      args: ["--no-sandbox"],
      timeout: PATIENCE,
    });
    try {
      await test.step("is accessible, light and dark", () => accessible(browser));
      await test.step("leads from a square to its fault", () => linked(browser));
      await test.step("runs nothing a fault says and asks nobody", () => harmless(browser));
      await test.step("fits a narrow window", () => narrow(browser));
    } finally {
      await browser.close();
    }
  },
});

async function withPage(
  browser: Browser,
  matrix: Matrix,
  use: (page: Page, asked: readonly string[]) => Promise<void>,
  options: Parameters<Browser["newPage"]>[0] = {},
): Promise<void> {
  const { checks } = await recordedReport();
  const path = await Deno.makeTempFile({ suffix: ".html" });
  await Deno.writeTextFile(path, renderMatrix(matrix, checks));
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  page.on("pageerror", (error) => void asked.push(`error: ${error.message}`));
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
        if (pictures) {
          await page.screenshot({ path: `${pictures}/matrix-${colorScheme}.png`, fullPage: true });
        }
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
    const { id } = matrix.faults.at(-1)!;
    const fault = page.locator(`details[id="${id}"]`);
    assertEquals(await fault.getAttribute("open"), null);
    await page.locator(`a.square[href="#${id}"]`).press("Enter");
    await fault.locator("dl").first().waitFor();
  });
}

async function harmless(browser: Browser): Promise<void> {
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
