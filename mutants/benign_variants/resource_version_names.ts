/**
 * Renames resource versions in requests and responses.
 *
 * @module
 */
import { loadProtobuf } from "@plumbline/server/codec";
import { type Dialect, DIALECTS, type Json, type JsonObject } from "@plumbline/server/api";
import { isJson, isWatch, jsonAnswers, rewriteRequest, textOf, withBody } from "./wire_changes.ts";
import type { Install } from "../vocabulary/on.ts";

/** A one-to-one mapping of revisions to resource versions. */
export interface VersionNames {
  /** Returns the resourceVersion of a revision. */
  encode(version: number): string;
  /** Matches a resourceVersion anywhere in a text. */
  readonly pattern: RegExp;
  /** Returns the revision of a resourceVersion. */
  decode(name: string): string;
}

/** Renames every resourceVersion in responses, and translates those in requests back. */
export function nameVersions({ encode, pattern, decode }: VersionNames): Install {
  return (parts) => {
    const rename = (version: Json | undefined): string => {
      const text = String(version);
      return /^[1-9]\d*$/.test(text) ? encode(Number(text)) : text;
    };
    parts.wire(({ answer }) => ({
      async answer(request) {
        const translate = (text: string) => text.replaceAll(pattern, decode);
        const response = await answer(
          await rewriteRequest(
            await rewriteProtobuf(request, translate),
            (text) => translate(quoted(unescaped(text))),
          ),
        );
        const dialect = dialectOf(response.headers);
        if (dialect !== undefined && !isWatch(request, response)) {
          const bytes = new Uint8Array(await response.arrayBuffer());
          const { decodeProtobuf, encodeProtobuf } = await loadProtobuf();
          const body = renamed(decodeProtobuf(bytes, { dialect }), rename);
          return withBody(response, encodeProtobuf(body, { dialect }));
        }
        if (isJson(response) || !response.headers.get("content-type")?.includes("yaml")) {
          return response;
        }
        const text = await textOf(response);
        const replacement = (_: string, version: string) =>
          `resourceVersion: "${encode(Number(version))}"`;
        return withBody(
          response,
          text.replaceAll(/resourceVersion: ["']?([1-9]\d*)["']?/g, replacement),
        );
      },
    }));
    jsonAnswers({ change: (body) => renamed(body, rename) })(parts);
  };
}

/** Returns the dialect of a Protobuf body; undefined for other bodies. */
function dialectOf(headers: Headers): Dialect | undefined {
  const [type] = (headers.get("content-type") ?? "").split(";").map((part) => part.trim());
  return Object.values(DIALECTS).find(({ protobuf }) => type === protobuf);
}

/** Translates the versions in a Protobuf body; one that cannot be read stays as it is. */
async function rewriteProtobuf(
  request: Request,
  change: (text: string) => string,
): Promise<Request> {
  const dialect = dialectOf(request.headers);
  if (dialect === undefined || !request.body) return request;
  const { url, method, headers, signal } = request;
  let body = new Uint8Array(await request.arrayBuffer());
  const { decodeProtobuf, encodeProtobuf } = await loadProtobuf();
  try {
    const text = JSON.stringify(decodeProtobuf(body, { dialect }));
    if (change(text) !== text) body = encodeProtobuf(JSON.parse(change(text)), { dialect });
  } catch {
    // The server rejects it.
  }
  return new Request(url, { method, headers, signal, body });
}

/** Returns JSON in which strings of escaped ASCII are spelled out, so that versions are recognized. */
const unescaped = (text: string): string =>
  text.replaceAll(/"(?:\\u00[0-7][0-9a-fA-F])+"/g, (string) => JSON.stringify(JSON.parse(string)));

/** Quotes resource versions in YAML, which would otherwise become numbers. */
const quoted = (text: string): string =>
  text.replaceAll(/(resourceVersion: )(rv[.+][\w/=]+)/g, '$1"$2"');

/** Returns the document with the resourceVersion of each metadata renamed. */
function renamed(body: JsonObject, name: (version: Json | undefined) => string): JsonObject {
  const visit = (value: Json, key: string): Json => {
    if (Array.isArray(value)) return value.map((each) => visit(each, ""));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([member, each]) =>
      member === "resourceVersion" && key === "metadata"
        ? [member, name(each)]
        : [member, visit(each!, member)]
    );
    return Object.fromEntries(members);
  };
  return visit(body, "") as JsonObject;
}

/** An odd factor and its inverse modulo 2^32, to make consecutive revisions look unrelated. */
const [FACTOR, INVERSE] = [2_654_435_761, 244_002_641];

/** Resource versions without a recognizable order. */
export const OPAQUE_NAMES: VersionNames = {
  encode: (version) => `rv.${(Math.imul(version, FACTOR) >>> 0).toString(16).padStart(8, "0")}`,
  pattern: /rv\.[0-9a-f]{8}/g,
  decode: (name) => String(Math.imul(parseInt(name.slice(3), 16), INVERSE) >>> 0),
};

/** Resource versions with characters that URLs escape. */
export const CHECKSUM_NAMES: VersionNames = {
  encode: (version) => OPAQUE_NAMES.encode(version).replace("rv.", "rv+") + "/=",
  pattern: /rv(?:\+|%2[Bb])[0-9a-f]{8}(?:\\?\/|%2[Ff])(?:=|%3[Dd])/g,
  decode: (name) => OPAQUE_NAMES.decode(`rv.${/[0-9a-f]{8}/.exec(name.replace(/%2b/i, "+"))![0]}`),
};

const [BASE, STEP] = [900_000_000_000_000, 1_000];

/** Resource versions with gaps between them. */
export const GAPPED_NAMES: VersionNames = {
  encode: (version) => String(BASE + version * STEP),
  pattern: /\b9\d{14}\b/g,
  decode: (name) => String(Math.floor((Number(name) - BASE) / STEP)),
};
