/**
 * Rewrites a data file once most of it is history: the objects at a revision, and what was written
 * after it. The server goes on meanwhile.
 *
 * @module
 */
import { setImmediate } from "node:timers/promises";
import type { Facts, StoredState, StoredVersion } from "@plumbline/server/storage";
import type { Checkpoint, DataLog, LogFile } from "./data_log.ts";
import { FORMAT, lineOf } from "./records.ts";

/** The bytes that are written before other work gets its turn. */
const PORTION = 256 * 1024;

/** The content of a new file. */
export interface Base {
  readonly settings: Readonly<Record<string, string>>;
  readonly facts: Facts;
  readonly state: StoredState;
  /** The number of the last record that the state includes. */
  readonly number: number;
}

/** Writes the header and the entries to an empty file. */
export async function writeBase(
  file: LogFile,
  { settings, facts, state, number }: Base,
): Promise<void> {
  const kept = [...facts];
  const { revision, versions } = state;
  const entries = kept.length + versions.length;
  const lines = function* () {
    yield lineOf({ plumbline: FORMAT, settings, revision, number, entries });
    for (const [f, v] of kept) yield lineOf({ f, v });
    for (const { key: { resource, namespace, name }, object } of versions) {
      yield lineOf({ k: [resource, namespace, name], o: object });
    }
  };
  let portion: Uint8Array[] = [];
  let size = 0;
  for (const line of lines()) {
    portion.push(line);
    size += line.length;
    if (size < PORTION) continue;
    file.append(concatenated(portion, size));
    portion = [];
    size = 0;
    await setImmediate();
  }
  file.append(concatenated(portion, size));
}

function concatenated(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Options of {@linkcode rewrite}. */
export interface Rewriting {
  readonly log: DataLog;
  readonly settings: Readonly<Record<string, string>>;
  readonly facts: Facts;
  /** Returns all objects at a revision. */
  readonly stateAt: (revision: number) => readonly StoredVersion[];
  /** The oldest revision that must stay readable. */
  readonly oldest: number;
  /** Creates the new file. */
  readonly create: () => LogFile;
}

/** A new file without what is written to the log from now on. */
export interface Rewritten {
  readonly file: LogFile;
  readonly from: Checkpoint;
  /** The offset of the records after `from`. */
  readonly offset: number;
}

/** Writes a new file with the content of the log. */
export async function rewrite(options: Rewriting): Promise<Rewritten> {
  const { log, settings, facts, stateAt, oldest } = options;
  const from = log.checkpointAt(oldest);
  const state = { revision: from.revision, versions: stateAt(from.revision) };
  const file = options.create();
  try {
    await writeBase(file, { settings, facts, state, number: from.number });
    const rewritten = { file, from, offset: file.size };
    // The log grows meanwhile, so that each round copies less, and the replacement little.
    for (let round = 0; round < 3; round++) {
      const { offset } = log.end!;
      while (from.offset + file.size - rewritten.offset < offset) {
        copyPortion(log, rewritten);
        await setImmediate();
      }
      await file.sync();
    }
    return rewritten;
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * Copies what is missing in the new file, and gives it the old one's place. No other work gets a turn.
 *
 * @throws if that fails; the old file is in its place then
 */
export function replace(log: DataLog, rewritten: Rewritten, path: string): void {
  const { file, from, offset } = rewritten;
  const old = log.end!.file;
  while (copyPortion(log, rewritten));
  file.syncNow();
  file.rename(path);
  log.move(file, from, offset);
  old.close();
  try {
    file.syncName();
  } catch (error) {
    // After a crash of the machine the old file may be in its place again.
    log.fail(error);
  }
}

/** Copies some of what is missing in the new file; returns false if that was all. */
function copyPortion(log: DataLog, { file, from, offset }: Rewritten): boolean {
  const copied = file.size - offset;
  const bytes = log.end!.file.read(from.offset + copied, PORTION);
  if (bytes.length > 0) file.append(bytes);
  return bytes.length > 0;
}
