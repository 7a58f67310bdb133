/**
 * Starts a real browser for tests, opens pages and takes screenshots. For the modules that
 * `testInBrowser` runs.
 *
 * @module
 */
import { type Browser, chromium, type Page } from "playwright-core";

/** Timeout in milliseconds, long enough for a busy machine. */
export const TIMEOUT = 120_000;

/** The directory for screenshots; none are taken if it is absent. */
export const SCREENSHOTS: string | undefined = Deno.env.get("PLUMBLINE_SCREENSHOTS");

/** Options of a new page. */
export type PageOptions = NonNullable<Parameters<Browser["newPage"]>[0]>;

/** Registers a test whose steps share a browser; `steps` has them by title. */
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
        timeout: TIMEOUT,
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

/** Opens an empty page and records its requests and its errors, as `error: …`. */
export async function openPage(
  browser: Browser,
  options: PageOptions = {},
): Promise<{ readonly page: Page; readonly asked: string[] }> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(TIMEOUT);
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  page.on("pageerror", (error) => void asked.push(`error: ${error.message}`));
  return { page, asked };
}

/** Takes a screenshot of a page if a directory for it is set. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage });
}
