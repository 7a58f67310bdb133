/**
 * The log of a store in a data file: each write is appended before it is made, and all writes of a
 * turn get to the disk by one synchronization.
 *
 * @module
 */
import { setImmediate } from "node:timers";
import { AppendError } from "@plumbline/runtime/data_file";
import type { Json } from "@plumbline/server/api";
import { type StorageEvent, UnwritableStorage, type WriteLog } from "@plumbline/server/storage";
import { lineOf } from "./records.ts";

/** A file that is appended to, as {@linkcode DataFile}. */
export interface LogFile {
  readonly size: number;
  append(bytes: Uint8Array): void;
  read(offset: number, length: number): Uint8Array;
  truncate(size: number): void;
  sync(): Promise<void>;
  syncNow(): void;
  rename(path: string): void;
  syncName(): void;
  close(): void;
}

/** A place in the file between two records. */
export interface Checkpoint {
  readonly revision: number;
  /** The number of the record before it. */
  readonly number: number;
  readonly offset: number;
}

/** The bytes between two checkpoints. */
export const CHECKPOINT_DISTANCE = 64 * 1024;

/** The end of a file. */
export interface LogEnd extends Checkpoint {
  readonly file: LogFile;
}

/** Options of a {@linkcode DataLog}. */
export interface DataLogOptions {
  /** The path of the file, for messages. */
  readonly path: string;
  /** Receives the first of several errors of the disk. */
  readonly onFailure: (error: Error) => void;
  /** Runs after each synchronization, when none is in progress. */
  readonly onSync: () => void;
}

/** Appends to a file. Before `start`, what is written is dropped: the file will contain it. */
export class DataLog implements WriteLog {
  readonly #options: DataLogOptions;
  #file: LogFile | undefined;
  #end: Omit<Checkpoint, "offset"> = { revision: 0, number: 0 };
  #checkpoints: Checkpoint[] = [];
  /** The number of the newest record that is on the disk. */
  #synced = 0;
  /** The synchronization in progress, and the one after it, of what was written since. */
  #current: PromiseWithResolvers<void> | undefined;
  #next: PromiseWithResolvers<void> | undefined;
  #failure: UnwritableStorage | undefined;
  #isFailing = false;
  #isClosed = false;

  /** Creates a log without a file. */
  constructor(options: DataLogOptions) {
    this.#options = options;
  }

  /** Why no write can be recorded any more; undefined while they can. */
  get failure(): string | undefined {
    return this.#failure?.message;
  }

  /** The end of the file; undefined before the start. */
  get end(): LogEnd | undefined {
    return this.#file && { ...this.#end, file: this.#file, offset: this.#file.size };
  }

  /** True while a synchronization is in progress or about to begin. */
  get isBusy(): boolean {
    return (this.#current ?? this.#next) !== undefined;
  }

  /**
   * Appends to a file from now on, which is on the disk as it is.
   *
   * @param checkpoints places in the file, in order
   */
  start(
    file: LogFile,
    { revision, number }: Omit<Checkpoint, "offset">,
    checkpoints: readonly Checkpoint[],
  ): void {
    this.#file = file;
    this.#end = { revision, number };
    this.#synced = number;
    this.#checkpoints = [...checkpoints];
  }

  /**
   * Appends to another file from now on, which contains the records after a checkpoint from an
   * offset on.
   */
  move(file: LogFile, from: Checkpoint, offset: number): void {
    const shift = offset - from.offset;
    this.#file = file;
    this.#checkpoints = this.#checkpoints
      .filter((checkpoint) => checkpoint.offset >= from.offset)
      .map((checkpoint) => ({ ...checkpoint, offset: checkpoint.offset + shift }));
  }

  /** Returns the oldest known place in the file at a revision or later; the end if there is none. */
  checkpointAt(revision: number): Checkpoint {
    const found = this.#checkpoints.find((checkpoint) => checkpoint.revision >= revision);
    return found ?? { ...this.#end, offset: this.#file?.size ?? 0 };
  }

  /**
   * Records a write that is about to be made.
   *
   * @throws {UnwritableStorage} if that fails
   */
  append({ type, version }: StorageEvent, time: number): void {
    const { key: { resource, namespace, name }, revision, object } = version;
    this.#append((numbers) => ({
      ...numbers,
      t: time,
      r: revision,
      k: [resource, namespace, name],
      ...(type !== "deleted" && { o: object }),
    }), revision);
  }

  /** Records a change of a fact. @throws {UnwritableStorage} if that fails */
  appendFact(name: string, value: Json | undefined): void {
    this.#append(
      (numbers) => ({ ...numbers, f: name, ...(value !== undefined && { v: value }) }),
      this.#end.revision,
    );
  }

  #append(
    record: (numbers: { n: number; s: number }) => Parameters<typeof lineOf>[0],
    revision: number,
  ): void {
    const file = this.#file;
    if (this.#isClosed) throw new UnwritableStorage("Cannot write as the server was closed");
    if (!file) return;
    if (this.#failure) throw this.#failure;
    const number = this.#end.number + 1;
    try {
      file.append(lineOf(record({ n: number, s: this.#synced })));
    } catch (error) {
      throw this.#failed(error, error instanceof AppendError);
    }
    this.#isFailing = false;
    this.#end = { revision, number };
    const last = this.#checkpoints.at(-1);
    if (!last || file.size - last.offset >= CHECKPOINT_DISTANCE) {
      this.#checkpoints.push({ revision, number, offset: file.size });
    }
    if (!this.#next) {
      this.#next = promise();
      if (!this.#current) setImmediate(() => void this.#sync());
    }
  }

  /**
   * Resolves once everything that was recorded before is on the disk; undefined if it is already.
   *
   * @throws {UnwritableStorage} if it cannot be written
   */
  synced(): Promise<void> | undefined {
    if (this.#failure) return Promise.reject(this.#failure);
    return (this.#next ?? this.#current)?.promise;
  }

  async #sync(): Promise<void> {
    while (this.#next && this.#file) {
      const { number } = this.#end;
      this.#current = this.#next;
      this.#next = undefined;
      try {
        await this.#file.sync();
      } catch (error) {
        // What is on the disk is unknown from now on, even if a later attempt succeeds.
        this.fail(error);
        return;
      }
      this.#synced = number;
      this.#current.resolve();
      this.#current = undefined;
      this.#options.onSync();
    }
  }

  /** Rejects everything from now on. */
  fail(cause: unknown): void {
    const failure = this.#failed(cause, true);
    this.#current?.reject(failure);
    this.#next?.reject(failure);
    this.#current = this.#next = undefined;
  }

  #failed(cause: unknown, isFinal: boolean): UnwritableStorage {
    const reason = cause instanceof Error ? (cause.cause ?? cause) : cause;
    const why = reason instanceof Error ? reason.message : String(reason);
    const remedy = isFinal
      ? "what was written last may be lost. Restart the server"
      : "nothing was stored. Try again when there is space";
    const failure = new UnwritableStorage(
      `Cannot write the data file ${this.#options.path}: ${why}: ${remedy}`,
      { cause },
    );
    if (isFinal) this.#failure = failure;
    if (isFinal || !this.#isFailing) this.#options.onFailure(failure);
    this.#isFailing = true;
    return failure;
  }

  /** Synchronizes what was recorded and accepts no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.synced()?.catch(() => {});
  }
}

function promise(): PromiseWithResolvers<void> {
  const created = Promise.withResolvers<void>();
  // It may be that nobody waits for it.
  created.promise.catch(() => {});
  return created;
}
