/**
 * The streams of a command between a client and a container, over whatever connection.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import type { TerminalSize } from "./types.ts";

/** The streams that a client asks for. */
export interface StreamOptions {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** The streams of a command, over whatever connection. */
export interface RemoteStreams {
  readonly stdin: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly sizes: ReadableStream<TerminalSize>;
  readonly closed: AbortSignal;
  /** Lets the client know that the command has begun. */
  begin(): Promise<void>;
  stdout(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  stderr(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Sends the Status that a command ends with. */
  finish(status: JsonObject): Promise<void>;
}
