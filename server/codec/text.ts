/**
 * JSON and YAML, from bytes to values.
 *
 * @module
 */
import { parse } from "@std/yaml";
import { badRequest } from "../api_error.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads one JSON document. @throws {ApiError} BadRequest when it is none */
export function parseJson(bytes: Uint8Array): unknown {
  return read("JSON", () => JSON.parse(decoder.decode(bytes)));
}

/** Reads one YAML document. @throws {ApiError} BadRequest when it is none */
export function parseYaml(bytes: Uint8Array): unknown {
  return read("YAML", () => parse(decoder.decode(bytes), { schema: "json" }));
}

function read(format: string, action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    throw badRequest(`Cannot read the body as ${format}: ${(error as Error).message}`);
  }
}
