/**
 * The live page of `check --ui`, served from the first event until the program is interrupted.
 *
 * @module
 */
import type { NextStep } from "@plumbline/reports/cause_lines";
import { type Gate, gateLines } from "@plumbline/reports/gate";
import { renderHtml } from "@plumbline/reports/html/page";
import type { Report } from "@plumbline/reports/report";
import { RunPage } from "../pages/mod.ts";
import type { Terminal } from "../terminal.ts";
import { printAddress, startPage, type UiSettings } from "../ui_options.ts";

/** Starts the page and prints its address. */
export async function openRunPage(settings: UiSettings, terminal: Terminal): Promise<RunPage> {
  const page = await startPage(settings, (port) => RunPage.start({ port }));
  printAddress(page.address, terminal);
  return page;
}

/** Links the page to the report and waits for an interrupt, unless the run was interrupted. */
export async function keepRunPage(
  page: RunPage,
  { report, gate, next, wasInterrupted }: {
    readonly report: Report;
    readonly gate: Gate;
    readonly next: readonly NextStep[];
    readonly wasInterrupted: boolean;
  },
  terminal: Terminal,
): Promise<void> {
  page.finish({ report, sentences: gateLines(gate), html: renderHtml(report, { gate, next }) });
  if (wasInterrupted) return;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const forget = terminal.onInterrupt(resolve);
  terminal.out(`\nThe page stays up, with the full report: ${page.address}\nPress Ctrl-C to end\n`);
  await ended;
  forget();
}
