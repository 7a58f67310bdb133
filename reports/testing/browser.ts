/**
 * A real browser in tests: how it is started, and how pages are opened and photographed. For the
 * modules that `testInBrowser` runs.
 *
 * @module
 */
import { type Browser, chromium, type Page } from "playwright-core";

/** Milliseconds until what never comes is given up, on a machine that has much else to do. */
export const PATIENCE = 120_000;

/** A directory to which pages are photographed, for people to look at. */
export const PICTURES: string | undefined = Deno.env.get("PLUMBLINE_SCREENSHOTS");

/** How a page is opened. */
export type PageOptions = NonNullable<Parameters<Browser["newPage"]>[0]>;

/** Registers a test whose steps, by their titles, share a browser. */
export function testWithBrowser(
  name: string,
  steps: Readonly<Record<string, (browser: Browser) => Promise<void>>>,
): void {
  Deno.test({
    name,
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
        for (const [title, step] of Object.entries(steps)) {
          await test.step(title, () => step(browser));
        }
      } finally {
        await browser.close();
      }
    },
  });
}

/** Opens an empty page, and keeps what it asks for and what goes wrong on it: `error: …`. */
export async function openPage(
  browser: Browser,
  options: PageOptions = {},
): Promise<{ readonly page: Page; readonly asked: string[] }> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  page.on("pageerror", (error) => void asked.push(`error: ${error.message}`));
  return { page, asked };
}

/** Photographs a page where that is wanted. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage });
}
