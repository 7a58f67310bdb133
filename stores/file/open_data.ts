/**
 * Opens a data file: a store in memory whose writes are logged, and the facts beside it.
 *
 * @module
 */
import { DataFile } from "@plumbline/runtime/data_file";
import { systemCodeOf } from "@plumbline/runtime/errors";
import { lockFile } from "@plumbline/runtime/file_lock";
import { remove } from "@plumbline/runtime/files";
import type { Clock } from "@plumbline/server/api";
import { Facts, MemoryStorage, type StoredVersion } from "@plumbline/server/storage";
import { replace, rewrite, type Rewritten, writeBase } from "./compaction.ts";
import { DataLog, type LogFile } from "./data_log.ts";
import { type DataContent, DataFileError, readData } from "./read_data.ts";

/** An open data file. */
export interface Data {
  /** The objects. */
  readonly storage: MemoryStorage;
  /** Tokens and keys. */
  readonly facts: Facts;
  /** True if there was no file. */
  readonly isNew: boolean;
  /** The objects that were deleted in the history that the file has, oldest first. */
  readonly deleted: readonly StoredVersion[];
  /** The number of bytes at the end of the file that a crash left behind, and that were dropped. */
  readonly dropped: number;
  /** Creates the file if there was none; nothing is written before. */
  create(): Promise<void>;
  /** Writes what is not on the disk yet, and closes the file. */
  close(): Promise<void>;
}

/** Options of {@linkcode openData}. */
export interface DataOptions {
  readonly clock: Pick<Clock, "now">;
  /** Settings that the objects depend on: a file with others is rejected. */
  readonly settings: Readonly<Record<string, string>>;
  /** Receives errors of the disk. */
  readonly onFailure: (error: Error) => void;
  /** How long old revisions can be read, in milliseconds. @default {300_000} */
  readonly history?: number;
  /** The bytes of superseded objects above which the oldest are dropped. @default {256 MiB} */
  readonly historyBytes?: number;
  /** The size of a file that may be rewritten, in bytes. @default {8 MiB} */
  readonly rewriteFrom?: number;
  /** How files are opened and created, for tests. @default {DataFile} */
  readonly files?: { open(path: string): LogFile; create(path: string): LogFile };
}

const REWRITE_FROM = 8 * 1024 * 1024;

/**
 * Opens a file, or prepares a new one.
 *
 * @param path the path; files with `.new` and `.lock` after its name are created beside it
 * @throws {DataFileError} if it cannot be used
 */
export async function openData(path: string, options: DataOptions): Promise<Data> {
  let unlock;
  try {
    unlock = lockFile(`${path}.lock`);
  } catch (error) {
    throw unusable(path, error);
  }
  if (!unlock) {
    throw new DataFileError(
      `Cannot use ${path} as another server uses it: stop that one, or name another file`,
    );
  }
  try {
    // A crash left it behind while the file was rewritten.
    await removeIfThere(`${path}.new`);
    return openLocked(path, options, unlock);
  } catch (error) {
    unlock();
    throw error instanceof DataFileError ? error : unusable(path, error);
  }
}

const unusable = (path: string, error: unknown) =>
  new DataFileError(
    `Cannot use ${path}: ${
      error instanceof Error ? error.message : error
    }. Name a file that can be written, in a folder that exists`,
    { cause: error },
  );

async function removeIfThere(path: string): Promise<void> {
  try {
    await remove(path);
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT") throw error;
  }
}

function openLocked(path: string, options: DataOptions, unlock: () => void): Data {
  const { clock, settings, history, historyBytes, onFailure, files = DataFile } = options;
  const { rewriteFrom = REWRITE_FROM } = options;
  const opened = openExisting(path, files, settings);
  let rewriteAt = rewriteFrom;
  let rewriting: Promise<void> | undefined;
  let rewritten: Rewritten | undefined;
  let closed: Promise<void> | undefined;

  const log = new DataLog({ path, onFailure, onSync });
  const facts = new Facts((name, value) => log.appendFact(name, value));
  const storage = new MemoryStorage({
    clock,
    log,
    ...(history !== undefined && { history }),
    ...(historyBytes !== undefined && { historyBytes }),
    ...(opened && { initial: opened.content.initial }),
  });
  const deleted: StoredVersion[] = [];
  if (opened) load(opened);
  const dropped = opened ? opened.size - opened.content.end : 0;

  function load({ file, content }: OpenedFile): void {
    const { facts: known, writes, number, checkpoints, end } = content;
    // A clock that was ahead must not keep history for longer.
    const now = clock.now();
    for (const write of writes) {
      const { type, version } = storage.replay({ ...write, time: Math.min(write.time, now) });
      if (type === "deleted") deleted.push(version);
    }
    for (const { f, v } of known) facts.load(f, v);
    if (end < file.size) file.truncate(end);
    // The server that wrote it may not have come to it.
    file.syncNow();
    log.start(file, { revision: storage.currentRevision(), number }, checkpoints);
    rewriteAt = Math.max(rewriteFrom, 2 * checkpoints[0]!.offset);
  }

  async function create(): Promise<void> {
    if (log.end) return;
    let file: LogFile | undefined;
    try {
      file = files.create(`${path}.new`);
      const revision = storage.currentRevision();
      const state = { revision, versions: storage.stateAt(revision) };
      await writeBase(file, { settings, facts, state, number: 0 });
      await file.sync();
      file.rename(path);
      file.syncName();
      const start = { revision, number: 0, offset: file.size };
      log.start(file, start, [start]);
    } catch (error) {
      file?.close();
      await removeIfThere(`${path}.new`);
      throw unusable(path, error);
    }
  }

  function onSync(): void {
    if (rewritten) finish(rewritten);
    else if (!rewriting && !closed && log.end!.offset >= rewriteAt) rewriting = begin();
  }

  async function begin(): Promise<void> {
    try {
      const done = await rewrite({
        ...{ log, settings, facts },
        stateAt: (revision) => storage.stateAt(revision),
        oldest: storage.oldestRevision,
        create: () => files.create(`${path}.new`),
      });
      if (log.isBusy) rewritten = done;
      else finish(done);
    } catch (error) {
      await giveUp(error);
    }
    rewriting = undefined;
  }

  function finish(done: Rewritten): void {
    rewritten = undefined;
    try {
      replace(log, done, path);
      rewriteAt = Math.max(rewriteFrom, 2 * log.end!.offset);
    } catch (error) {
      done.file.close();
      void giveUp(error);
    }
  }

  /** Goes on with the file as it is. */
  async function giveUp(error: unknown): Promise<void> {
    rewriteAt = 2 * log.end!.offset;
    const why = error instanceof Error ? error.message : String(error);
    onFailure(new Error(`Cannot rewrite ${path}, which goes on growing: ${why}`, { cause: error }));
    await removeIfThere(`${path}.new`).catch(() => {});
  }

  async function close(): Promise<void> {
    await log.close();
    await rewriting;
    if (rewritten) finish(rewritten);
    log.end?.file.close();
    unlock();
  }

  return {
    ...{ storage, facts, deleted, dropped, create },
    isNew: !opened,
    close: () => closed ??= close(),
  };
}

/** A file with its content. */
interface OpenedFile {
  readonly file: LogFile;
  readonly content: DataContent;
  /** The number of bytes. */
  readonly size: number;
}

function openExisting(
  path: string,
  files: Pick<NonNullable<DataOptions["files"]>, "open">,
  settings: DataOptions["settings"],
): OpenedFile | undefined {
  let file: LogFile;
  try {
    file = files.open(path);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    const content = readData(path, file);
    checkSettings(path, content.header.settings, settings);
    return { file, content, size: file.size };
  } catch (error) {
    file.close();
    throw error;
  }
}

function checkSettings(
  path: string,
  written: DataOptions["settings"],
  settings: DataOptions["settings"],
): void {
  for (const [name, value] of Object.entries(settings)) {
    if (written[name] === value) continue;
    throw new DataFileError(
      `Cannot use ${path} as it was written with the ${name} "${written[name]}" and not with ` +
        `"${value}": change the ${name}, or name another file`,
    );
  }
}
