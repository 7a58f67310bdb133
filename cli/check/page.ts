/**
 * The live page of `check --ui`: there from the first event on, until somebody ends the program.
 *
 * @module
 */
import { RunPage } from "../../ui/mod.ts";
import { type Gate, gateSentences } from "../../reports/gate.ts";
import { renderHtml } from "../../reports/render/html/page.ts";
import type { Report } from "../../reports/report.ts";
import type { Io } from "../io.ts";
import { startPage, tellAddress, type UiSettings } from "../ui_options.ts";

/** Starts the page and tells where it is. */
export function openRunPage(settings: UiSettings, io: Io): RunPage {
  const page = startPage(settings, (port) => new RunPage({ port }));
  tellAddress(page.address, io);
  return page;
}

/** Leads from the page to the report and waits; not for who has ended the run already. */
export async function keepRunPage(
  page: RunPage,
  { report, gate, wasInterrupted }: { report: Report; gate: Gate; wasInterrupted: boolean },
  io: Io,
): Promise<void> {
  page.finish({ report, sentences: gateSentences(gate), html: renderHtml(report, { gate }) });
  if (wasInterrupted) return;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const forget = io.onInterrupt(resolve);
  io.out(`\nThe page stays up, with the full report: ${page.address}\nCtrl-C ends it\n`);
  await ended;
  forget();
}
