/**
 * The page of a run in a real browser; `run_page_browser_test.ts` runs these tests in a process of
 * their own.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { renderHtml } from "@plumbline/reports/html/page";
import type { Report } from "@plumbline/reports/report";
import type { RunEvent } from "@plumbline/reports/events";
import { failingReport, passingReport } from "@plumbline/reports/html/large_report";
import { HOSTILE, LONG_LINE, reportSaying } from "@plumbline/reports/test_reports";
import { eventsOf } from "./recorded_run.ts";
import { RunPage } from "./run_page.ts";
import { seriousProblems } from "@plumbline/reports/testing/accessibility";
import {
  openPage,
  type PageOptions,
  picture,
  testWithBrowser,
  TIMEOUT,
} from "@plumbline/reports/testing/browser";

testWithBrowser("the page of a run in a browser", {
  "shows events at once, and all of them to late readers": live,
  "is accessible, light and dark, failing and passing": accessible,
  "runs no script of a target and sends no requests": hostileText,
  "copies commands": copied,
  "works by keyboard and fits a narrow window": narrow,
  "links to the report, and keeps its content when the program ends": ended,
  "requires the token": refused,
});

interface Opened {
  readonly page: Page;
  readonly run: RunPage;
  /** The URLs that the page requested, and its errors. */
  readonly asked: readonly string[];
}

/** Opens the page of a run with these events. */
async function withPage(
  browser: Browser,
  events: readonly RunEvent[],
  use: (opened: Opened) => Promise<void>,
  options: PageOptions = {},
): Promise<void> {
  await using run = await RunPage.start();
  for (const event of events) run.take(event);
  const { page, asked } = await openPage(browser, options);
  page.on("console", (message) => {
    if (message.type() === "error") asked.push(`error: ${message.text()}`);
  });
  try {
    await page.goto(run.address);
    await page.locator("#connection", { hasText: "Live" }).waitFor();
    await use({ page, run, asked });
    assertEquals(asked.filter((text) => text.startsWith("error")), []);
  } finally {
    await page.close();
  }
}

const textOf = (page: Page, id: string) => page.locator(`#${id}`).textContent();

function finish(run: RunPage, report: Report): void {
  run.finish({ report, sentences: [], html: renderHtml(report) });
}

async function live(browser: Browser): Promise<void> {
  const report = failingReport();
  const events = eventsOf(report);
  const half = Math.floor(events.length / 2);
  await withPage(browser, events.slice(0, half), async ({ page, run }) => {
    await page.locator("#verdict", { hasText: "The run continues" }).waitFor();
    const cards = page.locator("#failures details.failure");
    const before = await cards.count();
    assert(before > 0 && before < 40, `${before}`);
    for (const event of events.slice(half)) run.take(event);
    finish(run, report);
    await page.locator("#verdict", { hasText: "not conformant" }).locator("a").waitFor();
    assertEquals(await cards.count(), 40);
    assertEquals(
      await textOf(page, "checks"),
      `${report.checks.length} of ${report.checks.length}`,
    );

    const late = await browser.newPage();
    await late.goto(run.address);
    await late.locator("#verdict a").waitFor({ timeout: TIMEOUT });
    for (const id of ["verdict", "totals", "failures-list", "areas-rows", "skipped-list"]) {
      assertEquals(await textOf(late, id), await textOf(page, id), id);
    }
    await late.close();
  });
}

async function accessible(browser: Browser): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (
      const [name, report] of [["failing", failingReport()], ["passing", passingReport()]] as const
    ) {
      const events = eventsOf(report);
      const options = { bypassCSP: true, colorScheme };
      await withPage(browser, events.slice(0, -100), async ({ page, run }) => {
        await page.locator("#areas-rows tr").first().waitFor();
        await picture(page, `run-${name}-${colorScheme}`);
        for (const event of events.slice(-100)) run.take(event);
        finish(run, report);
        await page.locator("#verdict a").waitFor();
        await picture(page, `run-${name}-${colorScheme}-ended`);
        assertEquals(await seriousProblems(page), [], `${name} ${colorScheme}`);
      }, options);
    }
  }
}

async function hostileText(browser: Browser): Promise<void> {
  for (const text of [HOSTILE, LONG_LINE]) {
    const report = reportSaying(text);
    await withPage(browser, eventsOf(report), async ({ page, run, asked }) => {
      const dialogs: string[] = [];
      page.on("dialog", (dialog) => void dialogs.push(dialog.message()));
      finish(run, report);
      await page.locator("#verdict a").waitFor();
      // Collapsed content, up to three levels deep, is created when it is opened.
      for (let depth = 0; depth < 3; depth++) {
        await page.locator("details:not([open]) > summary").evaluateAll((all) =>
          all.forEach((one) => (one as unknown as { click(): void }).click())
        );
      }
      await page.locator(".exchange pre").first().waitFor();
      assertEquals(dialogs, []);
      assertEquals(await page.locator("img, iframe, object, embed, link, main script").count(), 0);
      assertEquals(await page.locator("[onerror], [onmouseover], [href^=javascript]").count(), 0);
      const { origin } = new URL(run.address);
      assertEquals(asked.filter((url) => !url.startsWith(`${origin}/`)), []);
      const shown = await page.locator("body").innerText();
      // deno-lint-ignore no-control-regex -- these are the characters to match
      assert(!/[\x00-\x08\x1b\u202a-\u202e\u2066-\u2069]/.test(shown));
      assert(shown.length < 400_000, `${shown.length} characters`);
    });
  }
}

async function copied(browser: Browser): Promise<void> {
  const permissions = ["clipboard-read", "clipboard-write"];
  const report = failingReport();
  await withPage(browser, eventsOf(report), async ({ page }) => {
    const button = page.getByRole("button", { name: "Copy the command" }).first();
    await button.press("Enter");
    await button.filter({ hasText: "Copied" }).waitFor();
    const text = await page.evaluate("navigator.clipboard.readText()");
    assertEquals(text, report.checks[0]!.failures[0]!.replay);
  }, { permissions });
}

async function narrow(browser: Browser): Promise<void> {
  const viewport = { width: 360, height: 740 };
  await withPage(browser, eventsOf(failingReport()), async ({ page }) => {
    await page.locator("#failures details.failure").first().waitFor();
    const width = await page.evaluate("document.documentElement.scrollWidth") as number;
    assert(width <= 360, `${width} pixels are needed`);
    await picture(page, "run-narrow");
    const second = page.locator("#failures details.failure").nth(1);
    await second.locator("summary").first().press("Enter");
    await second.locator(".package").waitFor();
    await page.getByRole("button", { name: "Close all" }).press("Space");
    assertEquals(await page.locator("#failures details.failure[open]").count(), 0);
  }, { viewport, reducedMotion: "reduce" });
}

async function ended(browser: Browser): Promise<void> {
  const report = failingReport();
  await withPage(browser, eventsOf(report), async ({ page, run }) => {
    finish(run, report);
    await page.locator("#verdict a").click();
    await page.locator("#requirements tbody tr").first().waitFor();
    // The report's own script runs under the policy it is served with.
    await page.getByPlaceholder("id, statement or check").fill("no such words");
    assert((await page.locator("#requirements output").textContent())!.startsWith("0 of"));
    await page.goBack();
    await page.locator("#verdict a").waitFor();
    await run.close();
    await page.locator("#connection", { hasText: "has ended" }).waitFor();
    assertEquals(await page.locator("#failures details.failure").count(), 40);
    assertEquals(await page.locator("a[href='/report.html']").count(), 0);
  });
}

async function refused(browser: Browser): Promise<void> {
  await withPage(browser, [], async ({ run }) => {
    const visitor = await browser.newContext();
    const page = await visitor.newPage();
    const { origin } = new URL(run.address);
    for (const path of ["/", "/events", "/report.html", "/client/program.js"]) {
      const response = await page.goto(`${origin}${path}`);
      assertEquals(response!.status(), 401, path);
    }
    await visitor.close();
  });
}
