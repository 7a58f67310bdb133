/**
 * Adds the functions of ECMAScript that Node 20, 22 and 24 lack and this project uses, as the
 * standard defines them. Deno and newer runtimes have all of them: there nothing is changed.
 *
 * @module
 */
import { Buffer } from "node:buffer";

/** Options of the standard's Base64 functions. */
interface Base64Options {
  readonly alphabet?: "base64" | "base64url";
  readonly omitPadding?: boolean;
}

/** Defines a missing property as non-enumerable, as built-in properties are. */
function define(target: object, name: string, value: (...values: never[]) => unknown): void {
  if (name in target) return;
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
}

define(Promise, "withResolvers", <Value>(): PromiseWithResolvers<Value> => {
  let resolve!: (value: Value | PromiseLike<Value>) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Value>((...functions) => [resolve, reject] = functions);
  return { promise, resolve, reject };
});

define(
  Promise,
  "try",
  <Value>(run: (...values: unknown[]) => Value, ...values: unknown[]) =>
    new Promise((resolve) => resolve(run(...values))),
);

define(
  Map,
  "groupBy",
  <Item, Key>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) => {
    const groups = new Map<Key, Item[]>();
    let index = 0;
    for (const item of items) {
      const key = keyOf(item, index++);
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    return groups;
  },
);

type AnySet = Set<unknown>;

define(Set.prototype, "union", function (this: AnySet, other: AnySet) {
  return new Set([...this, ...other.keys()]);
});
define(Set.prototype, "intersection", function (this: AnySet, other: AnySet) {
  return new Set([...this].filter((each) => other.has(each)));
});
define(Set.prototype, "difference", function (this: AnySet, other: AnySet) {
  return new Set([...this].filter((each) => !other.has(each)));
});
define(Set.prototype, "isSubsetOf", function (this: AnySet, other: AnySet) {
  return [...this].every((each) => other.has(each));
});
define(Set.prototype, "isSupersetOf", function (this: AnySet, other: AnySet) {
  return [...other.keys()].every((each) => this.has(each));
});
define(Set.prototype, "isDisjointFrom", function (this: AnySet, other: AnySet) {
  return ![...this].some((each) => other.has(each));
});

define(RegExp, "escape", (text: string) => {
  if (typeof text !== "string") throw new TypeError("Cannot escape a value that is no string");
  const hex = (character: string) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return text
    .replace(/^[0-9a-zA-Z]/, hex)
    .replaceAll(/[\^$\\.*+?()[\]{}|/]/g, "\\$&")
    .replaceAll(
      /[,\-=<>#&!%:;@~'`"\s]/g,
      (found) =>
        found.charCodeAt(0) > 0xff
          ? `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`
          : hex(found),
    );
});

define(
  Uint8Array.prototype,
  "toBase64",
  function (this: Uint8Array, { alphabet = "base64", omitPadding = false }: Base64Options = {}) {
    const text = bufferOf(this).toString(alphabet);
    if (alphabet === "base64") return omitPadding ? text.replace(/=+$/, "") : text;
    return omitPadding ? text : text.padEnd(Math.ceil(text.length / 4) * 4, "=");
  },
);

define(Uint8Array.prototype, "toHex", function (this: Uint8Array) {
  return bufferOf(this).toString("hex");
});

define(Uint8Array, "fromBase64", (text: string, { alphabet = "base64" }: Base64Options = {}) => {
  const characters = text.replaceAll(/[\t\n\f\r ]/g, "");
  const form = alphabet === "base64" ? BASE64 : BASE64URL;
  // One character alone has no byte.
  if (!form.test(characters) || characters.replace(/=+$/, "").length % 4 === 1) {
    throw new SyntaxError("Cannot read a text that is not Base64");
  }
  return new Uint8Array(Buffer.from(characters, alphabet));
});

/** With padding to groups of four characters, or without any. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const BASE64URL = /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/;

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The prototype that all iterators of the runtime share. */
const ITERATOR: object = Object.getPrototypeOf(
  Object.getPrototypeOf([][Symbol.iterator]()),
);

define(
  ITERATOR,
  "find",
  function (this: Iterator<unknown>, test: (value: unknown, index: number) => boolean) {
    let index = 0;
    for (const value of { [Symbol.iterator]: () => this }) if (test(value, index++)) return value;
    return undefined;
  },
);
