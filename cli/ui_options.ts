/**
 * Options of pages that the program serves, and how it prints their address.
 *
 * @module
 */
import { AddressInUse } from "@plumbline/runtime/errors";
import { flag, integer, optionGroup, UsageError, type ValuesOf } from "@plumbline/options";
import type { Terminal } from "./terminal.ts";

/** The options. */
export const UI_OPTIONS = optionGroup("Web page", {
  ui: flag("serve a live page on this machine and print its address"),
  uiPort: integer("port of that page, 0 for a free one (default 0)", { min: 0, max: 65_535 }),
});

/** Settings of a page. */
export interface UiSettings {
  readonly port: number;
}

/**
 * Returns the settings, undefined if no page is wanted.
 *
 * @param typed the options of the command line: a port without `--ui` is an error there, and none in
 * a configuration file
 */
export function uiSettingsOf(
  options: ValuesOf<typeof UI_OPTIONS>,
  typed: ValuesOf<typeof UI_OPTIONS> = options,
): UiSettings | undefined {
  if (options.ui) return { port: options.uiPort ?? 0 };
  if (typed.uiPort !== undefined) throw new UsageError("Cannot use --ui-port without --ui.");
  return undefined;
}

/**
 * Starts a page.
 *
 * @throws {UsageError} if its port is in use
 */
export async function startPage<Page>(
  { port }: UiSettings,
  start: (port: number) => Promise<Page>,
): Promise<Page> {
  try {
    return await start(port);
  } catch (error) {
    if (!(error instanceof AddressInUse)) throw error;
    throw new UsageError(
      `Cannot serve the page on port ${port}: the port is in use. Use --ui-port 0 for a free one.`,
    );
  }
}

/** Prints the address of a page and, on a terminal, how to open it from elsewhere. */
export function printAddress(address: string, terminal: Terminal): void {
  terminal.out(`Live page ${address}\n`);
  if (!terminal.isTty) return;
  const { port } = new URL(address);
  terminal.out(
    "  Open it in a browser on this machine. From another machine, forward the port first:\n" +
      `  ssh -L ${port}:127.0.0.1:${port} HOST\n`,
  );
}
