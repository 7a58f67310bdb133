/**
 * A visitor of live pages, for tests of the program.
 *
 * @module
 */
import type { Check } from "../suites/check.ts";
import { main } from "./main.ts";
import type { TestTerminal } from "./test_terminal.ts";

/** The address of the page that was told last. */
export function addressIn(text: string): string {
  return /Live page (http:\S+)/.exec(text)![1]!;
}

/** Enters with the token of the address and asks for a path of the page. */
export async function askPage(path: string, address: string): Promise<Response> {
  const entered = await fetch(address, { redirect: "manual" });
  await entered.body?.cancel();
  const cookie = entered.headers.get("set-cookie")!.split(";")[0]!;
  return await fetch(new URL(path, address), { headers: { cookie } });
}

/** An outside that calls back when words were written. */
export function attentive(
  terminal: TestTerminal,
  words: string,
): { terminal: TestTerminal; told: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const out = (text: string) => {
    terminal.out(text);
    if (terminal.written().includes(words)) resolve();
  };
  return { terminal: { ...terminal, out }, told: promise };
}

/** Runs a command whose page stays up, reads all that is on the page, and ends the command. */
export async function pageOf(
  words: readonly string[],
  testTerminal: TestTerminal,
  checks: readonly Check[],
): Promise<{ readonly code: number; readonly events: string; readonly report: string }> {
  const { terminal, told } = attentive(testTerminal, "The page stays up");
  const ending = main(words, terminal, checks);
  // Where the command ends before its time, its words say why.
  await Promise.race([told, ending]);
  const address = addressIn(terminal.written());
  const report = await (await askPage("/report.html", address)).text();
  let events = "";
  const feed = (await askPage("/events", address)).body!.pipeThrough(new TextDecoderStream());
  for await (const part of feed) {
    events += part;
    if (events.includes('"type":"outcome"')) break;
  }
  terminal.interrupt();
  return { code: await ending, events, report };
}
