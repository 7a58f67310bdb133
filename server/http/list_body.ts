/**
 * Builds the bodies of lists from the encoded bytes of their objects.
 *
 * @module
 */
import { apiVersionOf, type JsonObject } from "../object.ts";
import type { Result } from "../registry/contracts.ts";
import type { StoredVersion } from "../storage/storage.ts";
import { type Bytes, cacheKey, concatenate, encodedVersion, type Writing } from "./serializer.ts";

/** The result of a list. */
export type List = Extract<Result, { kind: "list" }>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const COMMA = encoder.encode(",");
const TEXT_END = "]}\n";
const LIST_END = encoder.encode(TEXT_END);

/** Returns a list without its items. */
export const listHead = ({ definition, metadata }: List): JsonObject => ({
  kind: definition.listKind ?? `${definition.kind}List`,
  apiVersion: apiVersionOf(definition),
  metadata,
});

/**
 * Returns the body of a list as JSON. That of a list whose items were sent before is text if it can
 * be: runtimes send a text with fewer copies than bytes.
 */
export function jsonList(list: List, writing: Writing): Bytes | string {
  const { versions } = list;
  const start = `${JSON.stringify(listHead(list)).slice(0, -1)},"items":[`;
  const form = cacheKey(writing);
  const known = recent.find((items) => items.form === form && isSame(items.versions, versions));
  if (known) {
    if (!known.isSentAgain) {
      known.encoded = textOf(known.encoded as Bytes);
      known.isSentAgain = true;
    }
    const { encoded } = known;
    return typeof encoded === "string"
      ? `${start}${encoded}${TEXT_END}`
      : concatenate([encoder.encode(start), encoded, LIST_END]);
  }
  const head = encoder.encode(start);
  const chunks: Bytes[] = [head];
  for (const version of versions) {
    if (chunks.length > 1) chunks.push(COMMA);
    // Without the line break.
    chunks.push(encodedVersion(version, writing).subarray(0, -1));
  }
  chunks.push(LIST_END);
  const body = concatenate(chunks);
  if (versions.length >= MIN_ITEMS && body.length <= MAX_BYTES) {
    const encoded = body.subarray(head.length, -LIST_END.length);
    recent.unshift({ form, versions, encoded, isSentAgain: false });
    recent.length = Math.min(recent.length, MAX_LISTS);
  }
  return body;
}

/** The items of a list that was sent. */
interface Items {
  readonly form: string;
  readonly versions: readonly StoredVersion[];
  /** Their encodings with the commas between them. */
  encoded: Bytes | string;
  /** True once they were sent a second time: then they are text if they can be. */
  isSentAgain: boolean;
}

/** Returns the text of bytes in ASCII, and others as they are: their text takes more than they do. */
function textOf(bytes: Bytes): Bytes | string {
  const text = decoder.decode(bytes);
  return text.length === bytes.length ? text : bytes;
}

/** The lists that were sent last: informers and tests often list what has not changed meanwhile. */
const recent: Items[] = [];

/** The most lists that are kept, and the bytes of each. */
const MAX_LISTS = 4;
const MAX_BYTES = 1024 * 1024;

/** Shorter lists take no longer to build than to find. */
const MIN_ITEMS = 50;

function isSame(left: readonly StoredVersion[], right: readonly StoredVersion[]): boolean {
  return left.length === right.length && left.every((version, index) => version === right[index]);
}
