/**
 * The page in a real browser. The library needs all permissions, so `page_browser_test.ts` runs
 * these tests in a process of their own.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import type { Report } from "../../report.ts";
import { HOSTILE, reportSaying } from "../test_reports.ts";
import { excerptOf, failingReport, passingReport, recordedTimeline } from "./large_report.ts";
import { renderHtml } from "./page.ts";
import { seriousProblems } from "../../testing/accessibility.ts";
import {
  openPage,
  type PageOptions,
  picture,
  SCREENSHOTS,
  testWithBrowser,
} from "../../testing/browser.ts";

testWithBrowser("the page in a browser", {
  "is accessible, light and dark, failing and passing": accessible,
  "is filtered, searched and linked": filtered,
  "copies commands": copied,
  "shows timelines, whose bars lead to the exchanges": timelines,
  "runs no script of a target and sends no requests": hostileText,
  "fits a narrow window": narrow,
  "expands the failures for printing": printed,
});

/** Opens a report from a file, as users do; network requests are blocked. */
async function withPage(
  browser: Browser,
  report: Report,
  use: (page: Page, asked: string[]) => Promise<void>,
  options: PageOptions = {},
): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".html" });
  await Deno.writeTextFile(path, renderHtml(report));
  // The accessibility check is injected into the page, which its policy would forbid.
  const { page, asked } = await openPage(browser, { bypassCSP: true, ...options });
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
    for (
      const [name, report] of [["failing", failingReport()], ["passing", passingReport()]] as const
    ) {
      await withPage(browser, report, async (page) => {
        await picture(page, `${name}-${colorScheme}`, false);
        // Measurements of the whole page, for information: no test depends on them.
        const [paint] = await page.evaluate(
          "performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime)",
        ) as number[];
        if (SCREENSHOTS) {
          await Deno.writeTextFile(`${SCREENSHOTS}/paint.txt`, `${name} ${paint} ms\n`, {
            append: true,
          });
        }
      }, { colorScheme });
      await withPage(browser, excerptOf(report), async (page) => {
        assertEquals(await seriousProblems(page), [], `${name} ${colorScheme}`);
      }, { colorScheme });
    }
  }
}

async function filtered(browser: Browser): Promise<void> {
  await withPage(browser, failingReport(), async (page) => {
    const count = () => page.locator("#requirements output").textContent();
    const field = (name: string) => page.locator(`#requirements [name=${name}]`);
    const all = await count();
    await field("verdict").selectOption("known deviation");
    const known = await count();
    assert(known !== all && !known!.startsWith("0 "), known!);
    await field("words").fill("no such words");
    assertEquals(await count(), all!.replace(/^\d+/, "0"));
    // A link into the table shows its row, even if it is filtered out or folded away.
    await page.locator("details.failure summary").first().click();
    await page.locator(".statement a").first().click();
    const target = await page.evaluate("location.hash.slice(1)") as string;
    assert(await page.locator(`[id="${target}"]`).isVisible());
    assertEquals(await count(), all);
    await page.locator("#areas th a").nth(1).click();
    const area = await field("area").inputValue();
    assert(area !== "" && await count() !== all, area);
    // What was not judged is folded away, and found by a search.
    const others = page.locator("#requirements details.others");
    await page.locator("#requirements button[type=reset]").click();
    await page.waitForFunction("!document.querySelector('details.others').open");
    await field("verdict").selectOption("not checked");
    assert(await others.locator("tbody tr:visible").count() > 0);
  });
  await withPage(browser, failingReport(), async (page) => {
    const shown = () => page.locator("#failures .cause:visible").count();
    const all = await shown();
    const area = await page.locator("#failures [name=area] option").nth(1).textContent();
    await page.locator("#failures [name=area]").selectOption(area);
    const some = await shown();
    assert(some > 0 && some < all, `${some} of ${all}`);
    // A link of the overview shows a cause that is filtered out.
    const hidden = await page.locator("#failures .cause[hidden]").first().getAttribute("id");
    await page.locator(`#wrong a[href="#${hidden}"]`).click();
    // The page shows it after the fragment of its URL has changed.
    await page.locator(`#${hidden}`).waitFor();
  });
}

async function copied(browser: Browser): Promise<void> {
  const permissions = ["clipboard-read", "clipboard-write"];
  await withPage(browser, failingReport(), async (page) => {
    await page.getByRole("button", { name: "Copy the command" }).first().press("Enter");
    await page.getByRole("button", { name: "Copy the command" }).first()
      .filter({ hasText: "Copied" }).waitFor();
    const text = await page.evaluate("navigator.clipboard.readText()");
    assertEquals(text, failingReport().checks[0]!.failures[0]!.replay);
  }, { permissions });
}

async function timelines(browser: Browser): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await withPage(browser, failingReport(), async (page) => {
      await page.locator("details:has(.timeline)").evaluateAll((all) => {
        for (const one of all) one.setAttribute("open", "");
      });
      const drawing = page.locator(".timeline svg").first();
      await drawing.scrollIntoViewIfNeeded();
      if (SCREENSHOTS) {
        await drawing.screenshot({ path: `${SCREENSHOTS}/timeline-${colorScheme}.png` });
      }
      // Without a script, with the keyboard: the bars are links, and no text leaves the drawing.
      const bars = drawing.locator("a");
      assertEquals(await bars.count(), recordedTimeline().entries.length);
      const outside = await page.evaluate(`(() => {
        const svg = document.querySelector(".timeline svg");
        const { left, right } = svg.getBoundingClientRect();
        return [...svg.querySelectorAll("text")].filter((text) => {
          const box = text.getBoundingClientRect();
          return box.left < left - 1 || box.right > right + 1;
        }).map(({ textContent }) => textContent);
      })()`);
      assertEquals(outside, []);
      const wrong = drawing.locator("a.wrong").last();
      await wrong.focus();
      await page.keyboard.press("Enter");
      const target = decodeURIComponent((await wrong.getAttribute("href"))!.slice(1));
      assert(await page.locator(`[id="${target}"]`).isVisible());
    }, { colorScheme });
  }
}

async function hostileText(browser: Browser): Promise<void> {
  await withPage(browser, reportSaying(HOSTILE), async (page, asked) => {
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => void dialogs.push(dialog.message()));
    await page.locator("details").evaluateAll((all) => {
      for (const one of all) one.setAttribute("open", "");
    });
    assertEquals(dialogs, []);
    assertEquals(await page.locator("img, iframe, object, embed, link").count(), 0);
    assertEquals(await page.locator("script").count(), 1);
    assertEquals(asked.length, 1, asked.join("\n"));
  }, { bypassCSP: false });
}

async function narrow(browser: Browser): Promise<void> {
  await withPage(browser, failingReport(), async (page) => {
    await picture(page, "narrow", false);
    await page.locator("details").evaluateAll((all) => {
      for (const one of all) one.setAttribute("open", "");
    });
    const width = await page.evaluate("document.documentElement.scrollWidth") as number;
    assert(width <= 360, `${width} pixels are needed`);
  }, { viewport: { width: 360, height: 740 } });
}

async function printed(browser: Browser): Promise<void> {
  await withPage(browser, failingReport(), async (page) => {
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    assertEquals(await page.locator("#failures details.failure:not([open])").count(), 0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    assert(await page.locator("#failures details.failure:not([open])").count() > 30);
  });
}
