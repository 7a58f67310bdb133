/**
 * Reads a data file after the end of the server that wrote it, in whatever way it ended.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import type { LoggedWrite, ObjectKey, StoredState } from "@plumbline/server/storage";
import { type Checkpoint, CHECKPOINT_DISTANCE, type LogFile } from "./data_log.ts";
import {
  type FactEntry,
  type FactRecord,
  FORMAT,
  type Header,
  type KeyParts,
  type Line,
  type ObjectEntry,
  readLines,
  type WriteRecord,
} from "./records.ts";

/** Thrown for a file that cannot be used; the message states why, and what to do. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

/** The content of a data file. */
export interface DataContent {
  readonly header: Header;
  /** The state that the file begins with. */
  readonly initial: StoredState;
  readonly facts: readonly FactEntry[];
  /** The writes after that. */
  readonly writes: readonly LoggedWrite[];
  /** The number of the last record. */
  readonly number: number;
  /** The places after the entries and then every 64 KiB. */
  readonly checkpoints: readonly Checkpoint[];
  /** The offset after the last record. What follows was not written completely. */
  readonly end: number;
}

/**
 * Reads a file.
 *
 * @param path the path, for messages
 * @throws {DataFileError} if it is no data file, of another format, or damaged where it was complete
 */
export function readData(path: string, file: Pick<LogFile, "read" | "size">): DataContent {
  const lines = readLines(file);
  const first: Line | undefined = lines.next().value || undefined;
  const header = headerOf(path, first?.record);
  const { initial, facts, start } = readEntries(path, lines, header, first?.end ?? 0);
  const writes: LoggedWrite[] = [];
  let number = header.number;
  let revision = header.revision;
  let end = start;
  const checkpoints: Checkpoint[] = [{ revision, number, offset: start }];
  for (const line of lines) {
    const record = line.record as WriteRecord | FactRecord | undefined;
    if (record?.n !== number + 1 || ("r" in record && record.r !== revision + 1)) {
      checkUnsynced(path, line, number + 1, lines);
      break;
    }
    number = record.n;
    end = line.end;
    if ("f" in record) facts.push(record);
    else {
      revision = record.r;
      writes.push({ key: keyOf(record.k), object: record.o, time: record.t });
    }
    if (end - checkpoints.at(-1)!.offset >= CHECKPOINT_DISTANCE) {
      checkpoints.push({ revision, number, offset: end });
    }
  }
  return { header, initial, facts, writes, number, checkpoints, end };
}

function headerOf(path: string, record: unknown): Header {
  const header = record as Header | null | undefined;
  if (typeof header !== "object" || typeof header?.plumbline !== "number") {
    throw new DataFileError(
      `Cannot use ${path} as it is no data file of this server: name another file`,
    );
  }
  if (header.plumbline !== FORMAT) {
    throw new DataFileError(
      `Cannot use ${path} as its format is ${header.plumbline} and must be ${FORMAT}: ` +
        "use the release that wrote it, or another file",
    );
  }
  return header;
}

function readEntries(
  path: string,
  lines: Iterator<Line>,
  { entries, revision }: Header,
  offset: number,
): { initial: StoredState; facts: FactEntry[]; start: number } {
  const facts: FactEntry[] = [];
  const versions: { key: ObjectKey; object: ApiObject }[] = [];
  let start = offset;
  for (let count = 0; count < entries; count++) {
    const { value: line } = lines.next();
    // They were on the disk before the file got its name.
    if (line?.record === undefined) throw damaged(path, line?.offset ?? start);
    start = line.end;
    const entry = line.record as ObjectEntry | FactEntry;
    if ("f" in entry) facts.push(entry);
    else versions.push({ key: keyOf(entry.k), object: entry.o });
  }
  return { initial: { revision, versions }, facts, start };
}

/**
 * A crash can leave records in part, or leave some of them out, if they were not on the disk yet. A
 * later record proves which ones were.
 */
function checkUnsynced(path: string, bad: Line, number: number, later: Iterable<Line>): void {
  const isProof = ({ record }: Line) =>
    typeof record === "object" && record !== null && "s" in record && Number(record.s) >= number;
  if (isProof(bad)) throw damaged(path, bad.offset);
  for (const line of later) if (isProof(line)) throw damaged(path, bad.offset);
}

const damaged = (path: string, offset: number) =>
  new DataFileError(
    `Cannot use ${path} as it is damaged at byte ${offset}, which was written completely: ` +
      "restore a copy of the file, or use another one",
  );

const keyOf = ([resource, namespace, name]: KeyParts): ObjectKey => ({ resource, namespace, name });
