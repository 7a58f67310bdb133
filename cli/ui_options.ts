/**
 * The options of live pages, and how somebody is told of one.
 *
 * @module
 */
import { type GivenOptions, integerOf, type OptionFacts, UsageError } from "../command_line/mod.ts";
import type { Io } from "./io.ts";

/** The options as data. */
export const UI_OPTIONS: readonly OptionFacts[] = [
  { name: "ui", help: "serve a live page, to this machine only; its address is printed" },
  { name: "ui-port", value: "N", help: "the port of that page, 0 for a free one (0)" },
];

/** Where the page is to be. */
export interface UiSettings {
  readonly port: number;
}

/**
 * The settings; undefined where no page is wanted. A port alone is a slip where it was `typed`, and
 * none in a file, which says where a page is to be once one is wanted.
 */
export function uiSettingsOf(
  options: GivenOptions,
  typed: GivenOptions = options,
): UiSettings | undefined {
  const port = integerOf(options, "ui-port", { min: 0, max: 65_535 });
  if (options.has("ui")) return { port: port ?? 0 };
  if (typed.has("ui-port")) throw new UsageError("--ui-port means nothing without --ui");
  return undefined;
}

/** Starts what serves a page; that its port is taken is the caller's to change. */
export function startPage<Page>({ port }: UiSettings, start: (port: number) => Page): Page {
  try {
    return start(port);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new UsageError(
      `Cannot serve the live page on port ${port} as another program listens there: ` +
        "give another, or --ui-port 0 for a free one",
    );
  }
}

/** Tells where a page is, and on a terminal how it is opened. */
export function tellAddress(address: string, io: Io): void {
  io.out(`Live page ${address}\n`);
  if (!io.isTerminal) return;
  const { port } = new URL(address);
  io.out(
    "  Open it in a browser on this machine, with its token; from another one through\n" +
      `  ssh -L ${port}:127.0.0.1:${port} HOST\n`,
  );
}
