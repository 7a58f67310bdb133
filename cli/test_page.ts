/**
 * Reads live pages in tests of the program.
 *
 * @module
 */
import type { Check } from "@plumbline/suites/check";
import { main } from "./main.ts";
import type { TestTerminal } from "./test_terminal.ts";

/** Returns the address of a page that was printed. */
export function addressIn(text: string): string {
  return /Live page (http:\S+)/.exec(text)![1]!;
}

/** Requests a path of the page with the token of its address. */
async function getFromPage(path: string, address: string): Promise<Response> {
  const entered = await fetch(address, { redirect: "manual" });
  await entered.body?.cancel();
  const cookie = entered.headers.get("set-cookie")!.split(";")[0]!;
  return await fetch(new URL(path, address), { headers: { cookie } });
}

/** Returns a terminal with a promise that resolves when the words are written. */
function waitForWords(
  terminal: TestTerminal,
  words: string,
): { terminal: TestTerminal; written: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const out = (text: string) => {
    terminal.out(text);
    if (terminal.written().includes(words)) resolve();
  };
  return { terminal: { ...terminal, out }, written: promise };
}

/** Runs a command with a live page, reads the page, and interrupts the command. */
export async function pageOf(
  words: readonly string[],
  testTerminal: TestTerminal,
  checks: readonly Check[],
): Promise<{ readonly code: number; readonly events: string; readonly report: string }> {
  const { terminal, written } = waitForWords(testTerminal, "The page stays up");
  const ending = main(words, terminal, checks);
  // The command ends early if it fails.
  await Promise.race([written, ending]);
  const address = addressIn(terminal.written());
  const report = await (await getFromPage("/report.html", address)).text();
  let events = "";
  const feed = (await getFromPage("/events", address)).body!.pipeThrough(new TextDecoderStream());
  for await (const part of feed) {
    events += part;
    if (events.includes('"type":"outcome"')) break;
  }
  terminal.interrupt();
  return { code: await ending, events, report };
}
