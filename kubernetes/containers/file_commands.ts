/**
 * The commands that copy files, which `kubectl cp` runs: `tar` and `test`.
 *
 * @module
 */
import { readAll } from "./command_call.ts";
import type { CommandCall, CommandResult } from "./types.ts";

/** Runs a command about the files of a container; undefined for another command. */
export async function runFileCommand(call: CommandCall): Promise<CommandResult | undefined> {
  const [program, ...words] = call.command;
  if (program === "test") return { code: test(call.files, words) };
  return program === "tar" ? await tar(call, words) : undefined;
}

type Files = CommandCall["files"];

/** Returns an absolute path without steps back. */
function resolvePath(path: string, folder = "/"): string {
  const { pathname } = new URL(
    `file://${
      encodeURI(path.startsWith("/") ? path : `${folder}/${path}`)
        .replace(/[?#]/g, encodeURIComponent)
    }`,
  );
  return decodeURI(pathname).replaceAll("%3F", "?").replaceAll("%23", "#")
    .replace(/\/+/g, "/").replace(/(.)\/$/, "$1");
}

const isFolder = (files: Files, path: string): boolean =>
  path === "/" || [...files.keys()].some((name) => name.startsWith(`${path}/`));

function test(files: Files, [flag, name = ""]: readonly string[]): number {
  const path = resolvePath(name);
  const isIt = {
    "-d": isFolder(files, path),
    "-f": files.has(path),
    "-e": files.has(path) || isFolder(files, path),
  }[flag ?? ""];
  return isIt === undefined ? 2 : isIt ? 0 : 1;
}

interface TarWords {
  readonly mode: "c" | "x" | undefined;
  readonly folder: string;
  readonly names: readonly string[];
  /** A word that is not understood. */
  readonly wrong?: string;
}

/** Reads the words of `tar`: creating to and extracting from the standard streams. */
function readWords(words: readonly string[]): TarWords {
  let mode: "c" | "x" | undefined;
  let folder = "/";
  const names: string[] = [];
  const rest = [...words];
  // The letters of the first word need no dash.
  if (rest[0] && !rest[0].startsWith("-")) rest[0] = `-${rest[0]}`;
  for (let word; (word = rest.shift()) !== undefined;) {
    const named = /^--directory=(.*)$/.exec(word)?.[1];
    if (word === "--directory" || named !== undefined) {
      folder = resolvePath(named ?? rest.shift() ?? "", folder);
    } else if (word.startsWith("--")) {
      if (!/^--(no-same-permissions|no-same-owner|warning=.*)?$/.test(word)) {
        return { mode, folder, names, wrong: word };
      }
    } else if (word.startsWith("-") && word !== "-") {
      for (const letter of word.slice(1)) {
        if (letter === "c" || letter === "x") mode = letter;
        else if (letter === "C") folder = resolvePath(rest.shift() ?? "", folder);
        else if (letter === "f") {
          const file = rest.shift();
          if (file !== "-") return { mode, folder, names, wrong: `-f ${file}` };
        } else if (!"mpohv".includes(letter)) return { mode, folder, names, wrong: `-${letter}` };
      }
    } else names.push(word);
  }
  return { mode, folder, names };
}

async function tar(call: CommandCall, words: readonly string[]): Promise<CommandResult> {
  const { mode, folder, names, wrong } = readWords(words);
  if (wrong !== undefined || mode === undefined) {
    const why = wrong === undefined ? "it needs c or x" : `it does not support ${wrong}`;
    return { stderr: `plumbline: tar of stated files: ${why}\n`, code: 2 };
  }
  return mode === "x" ? await extract(call, folder) : await create(call.files, names, folder);
}

async function extract({ files, stdin }: CommandCall, folder: string): Promise<CommandResult> {
  const { unpackTar } = await import("modern-tar");
  const archive = await readAll(stdin);
  for (const { header, data } of await unpackTar(archive)) {
    const path = resolvePath(header.name, folder);
    if (header.type === "directory") {
      if (!isFolder(files, path)) files.set(`${path}/`, new Uint8Array());
    } else if (header.type === "file") files.set(path, data ?? new Uint8Array());
    // Links and devices have no place among the files.
  }
  return { code: 0 };
}

/** Names lose the slash that they begin with, as in GNU's tar. */
async function create(
  files: Files,
  names: readonly string[],
  folder: string,
): Promise<CommandResult> {
  const { packTar } = await import("modern-tar");
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  const missing: string[] = [];
  for (const name of names) {
    const path = resolvePath(name, folder);
    const inner = [...files].filter(([each]) =>
      each === path || each.startsWith(path === "/" ? "/" : `${path}/`)
    );
    if (inner.length === 0) missing.push(name);
    const shown = name.replace(/^\/+/, "").replace(/\/+$/, "");
    if (!files.has(path) && inner.length > 0) found.set(`${shown || "."}/`, new Uint8Array());
    for (const [each, data] of inner) found.set(`${shown}${each.slice(path.length)}`, data);
  }
  const archive = await packTar(
    [...found].sort(([a], [b]) => a < b ? -1 : 1).map(([name, body]) =>
      name.endsWith("/")
        ? { header: { name, size: 0, type: "directory" as const, mode: 0o755 } }
        : { header: { name, size: body.length, mode: 0o644 }, body }
    ),
  );
  const stderr = missing.map((name) => `tar: ${name}: Cannot stat: No such file or directory\n`)
    .join("");
  return { stdout: archive, stderr, code: missing.length > 0 ? 2 : 0 };
}
