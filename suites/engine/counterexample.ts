/**
 * Turns what a property was run with into data that can be shown and stored.
 *
 * @module
 */
import fc from "fast-check";
import type { Json } from "../client/http_client.ts";

/** A command as fast-check hands it out: wrapped, with the note whether it ran. */
interface CommandWrapper {
  readonly cmd: { readonly data?: unknown; toString(): string };
  readonly hasRan: boolean;
}

/** What fast-check draws for a list of commands. */
interface CommandList extends Iterable<CommandWrapper> {
  readonly commands: readonly CommandWrapper[];
}

/** The input as JSON; of commands, those that ran, by their `data` or else as they print. */
export function counterexampleOf(input: unknown): Json {
  if (isCommandList(input)) {
    return [...input].filter(({ hasRan }) => hasRan)
      .map(({ cmd }) => cmd.data === undefined ? cmd.toString() : counterexampleOf(cmd.data));
  }
  if (Array.isArray(input)) return input.map(counterexampleOf);
  if (input === null || typeof input === "boolean" || typeof input === "string") return input;
  if (typeof input === "number" && Number.isFinite(input)) return input;
  if (typeof input === "object") {
    const prototype = Object.getPrototypeOf(input);
    if (prototype === Object.prototype || prototype === null) {
      return Object.fromEntries(
        Object.entries(input).filter(([, value]) => value !== undefined)
          .map(([key, value]) => [key, counterexampleOf(value)]),
      );
    }
  }
  return fc.stringify(input);
}

/**
 * True for an input that is data throughout, so that its counterexample is all there is of it: it
 * can be run again as it stands, whatever becomes of the way it was drawn.
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

/** Fast-check's path within a list of commands, where the input has one. */
export function replayPathOf(input: unknown): string | undefined {
  return /\/\*replayPath="([^"]*)"\*\//.exec(fc.stringify(input))?.[1];
}

function isCommandList(input: unknown): input is CommandList {
  return typeof input === "object" && input !== null && Symbol.iterator in input &&
    "commands" in input && Array.isArray(input.commands);
}
