/**
 * A command in progress, as the function that runs it sees it.
 *
 * @module
 */
import type { RemoteStreams } from "./remote_streams.ts";
import { bytesOf, joinBytes } from "./text.ts";
import type { CommandCall, CommandOutcome, CommandResult } from "./types.ts";

type Data = string | Uint8Array<ArrayBuffer>;

/** Returns a call over the streams of a client, and what waits until all of its output is sent. */
export function createCall(
  streams: RemoteStreams,
  facts: Omit<CommandCall, "stdin" | "sizes" | "lines" | "stdout" | "stderr">,
): { readonly call: CommandCall; readonly flushed: () => Promise<void> } {
  const { tty } = facts;
  let last: Promise<void> = Promise.resolve();
  // In the order of the calls, also where a function does not wait for them.
  const write = (send: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>, data: Data) => {
    const bytes = bytesOf(tty && typeof data === "string" ? data.replace(/\r?\n/g, "\r\n") : data);
    return last = last.then(() => bytes.length > 0 ? send(bytes) : undefined);
  };
  const call: CommandCall = {
    ...facts,
    ...{ stdin: streams.stdin, sizes: streams.sizes },
    lines: () => readLines(streams.stdin, tty ? (text) => void call.stdout(text) : undefined),
    stdout: (data) => write(streams.stdout, data),
    // A terminal has one output.
    stderr: (data) => write(tty ? streams.stdout : streams.stderr, data),
  };
  return { call, flushed: () => last };
}

const [INTERRUPT, END, BACKSPACE, DELETE] = ["\x03", "\x04", "\b", "\x7f"];

/**
 * Reads lines.
 *
 * @param echo shows the input on a terminal, which also has keys that end and delete
 */
async function* readLines(
  stdin: ReadableStream<Uint8Array<ArrayBuffer>>,
  echo?: (text: string) => void,
): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let line = "";
  for await (const bytes of stdin) {
    for (const character of decoder.decode(bytes, { stream: true })) {
      if (echo && (character === INTERRUPT || character === END)) return;
      if (echo && (character === BACKSPACE || character === DELETE)) {
        if (line !== "") echo("\b \b");
        line = line.slice(0, -1);
      } else if (character === "\n" || (echo && character === "\r")) {
        echo?.("\n");
        yield line;
        line = "";
      } else {
        echo?.(character);
        line += character;
      }
    }
  }
  if (line !== "") yield line;
}

/** Returns the outputs and the exit code of an outcome. */
export function outputOf(outcome: CommandOutcome): CommandResult & { readonly code: number } {
  if (typeof outcome === "string") return { stdout: outcome, code: 0 };
  if (typeof outcome === "number") return { code: outcome };
  return { code: 0, ...outcome };
}

/** Reads all of a stream. */
export async function readAll(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of stream) parts.push(part);
  return joinBytes(parts);
}
