/**
 * Converts the input of a property into JSON that can be printed and stored.
 *
 * @module
 */
import fc from "fast-check";
import type { Json } from "../client/http_client.ts";

/** A command as fast-check wraps it. */
interface CommandWrapper {
  readonly cmd: { readonly data?: unknown; toString(): string };
  readonly hasRan: boolean;
}

/** A list of commands as fast-check generates it. */
interface CommandList extends Iterable<CommandWrapper> {
  readonly commands: readonly CommandWrapper[];
}

/** Returns the input as JSON; of commands those that ran, by their `data` or their text. */
export function counterexampleOf(input: unknown): Json {
  return jsonOf(input, ({ hasRan }) => hasRan);
}

/** Returns the input as JSON, the same before its commands have run and after. */
export function inputJson(input: unknown): Json {
  return jsonOf(input, () => true);
}

/** Returns words that are the same for the same input. */
export function wordsOf(input: unknown): string {
  return JSON.stringify(inputJson(input)) ?? "";
}

/** Returns the input as JSON, with the commands that count. */
function jsonOf(input: unknown, counts: (command: CommandWrapper) => boolean): Json {
  const inner = (value: unknown) => jsonOf(value, counts);
  if (isCommandList(input)) {
    return [...input].filter(counts)
      .map(({ cmd }) => cmd.data === undefined ? cmd.toString() : inner(cmd.data));
  }
  if (Array.isArray(input)) return input.map(inner);
  if (input === null || typeof input === "boolean" || typeof input === "string") return input;
  if (typeof input === "number" && Number.isFinite(input)) return input;
  if (typeof input === "object") {
    const prototype = Object.getPrototypeOf(input);
    if (prototype === Object.prototype || prototype === null) {
      return Object.fromEntries(
        Object.entries(input).filter(([, value]) => value !== undefined)
          .map(([key, value]) => [key, inner(value)]),
      );
    }
  }
  return fc.stringify(input);
}

/**
 * Returns true if the input is plain data: then its counterexample can be run again as it is, even
 * after the arbitrary has changed.
 */
export function isPlain(input: unknown): boolean {
  if (Array.isArray(input)) return input.every(isPlain);
  if (typeof input === "number") return Number.isFinite(input);
  if (typeof input !== "object" || input === null) {
    return input === null || typeof input === "string" || typeof input === "boolean";
  }
  const prototype = Object.getPrototypeOf(input);
  return (prototype === Object.prototype || prototype === null) &&
    Object.values(input).every((value) => value === undefined || isPlain(value));
}

/** Returns fast-check's path within a list of commands, if the input has one. */
export function replayPathOf(input: unknown): string | undefined {
  return /\/\*replayPath="([^"]*)"\*\//.exec(fc.stringify(input))?.[1];
}

function isCommandList(input: unknown): input is CommandList {
  return typeof input === "object" && input !== null && Symbol.iterator in input &&
    "commands" in input && Array.isArray(input.commands);
}
