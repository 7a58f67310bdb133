/**
 * How users call the program, for help and messages.
 *
 * @module
 */
import process from "node:process";
import { RUNTIME, type RuntimeName } from "./name.ts";

/** How a process was started. */
export interface ProgramStart {
  readonly runtime: RuntimeName;
  /** The path or URL of the main module; empty if it is unknown. */
  readonly main: string;
  /** The current directory. */
  readonly directory: string;
  /** The path of the program, if it is a single file that contains the runtime. */
  readonly standalone?: string;
}

/**
 * Returns what precedes a command, where the program was started: `deno task` in a clone,
 * `npx --no-install plumbline` where the npm package is installed. It runs nothing that is not
 * installed: without that option `npx` fetches a package of the same name, which is another's.
 */
export function programOf({ runtime, main, directory, standalone }: ProgramStart): string {
  if (standalone !== undefined) return word(standalone);
  const path = main.replaceAll("\\", "/");
  if (runtime === "deno") {
    const isElsewhere = path.endsWith("/cli.ts") && path !== `${directory}/cli.ts`;
    return isElsewhere ? `deno run -A ${word(path)}` : "deno task";
  }
  const [, project] = INSTALLED.exec(path) ?? [];
  if (project !== undefined) {
    const isWithin = `${directory}/`.startsWith(`${project}/`);
    return isWithin ? LOCAL : `${runtime} ${word(path)}`;
  }
  return path.endsWith("/plumbline") ? word(path) : LOCAL;
}

const LOCAL = "npx --no-install plumbline";

/** Matches the program of a project that has the npm package. */
const INSTALLED = /^(.*)\/node_modules\/(?:\.bin\/plumbline$|@plumbline\/plumbline\/lib\/)/;

/** Writes a path as a word of a shell. */
const word = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;

function start(): ProgramStart {
  if (RUNTIME !== "deno") {
    const [, main = ""] = process.argv;
    // A file that Bun compiled has its modules in a folder of this name.
    const isStandalone = main.startsWith("/$bunfs/");
    return {
      ...{ runtime: RUNTIME, main, directory: process.cwd() },
      ...(isStandalone && { standalone: process.execPath }),
    };
  }
  // Without this permission the main module is unknown, and Deno would ask the user for it.
  if (Deno.permissions.querySync({ name: "read" }).state !== "granted") {
    return { runtime: RUNTIME, main: "", directory: "" };
  }
  // A thread has no main module.
  const main: string = Deno.mainModule ?? "";
  return {
    runtime: RUNTIME,
    main: main.startsWith("file:") ? decodeURIComponent(new URL(main).pathname) : main,
    directory: Deno.cwd(),
    ...(Deno.build.standalone && { standalone: Deno.execPath() }),
  };
}

/** What precedes a command: `deno task check`, or `npx --no-install plumbline check`. */
export const PROGRAM: string = programOf(start());
