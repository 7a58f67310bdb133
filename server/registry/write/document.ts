/**
 * Reads the document in a body, by its media type.
 *
 * @module
 */
import { ApiError } from "../../api_error.ts";
import type { Awaitable } from "../../awaitable.ts";
import { type ParsedDocument, readJson } from "../../codec/json.ts";
import { loadProtobuf } from "../../codec/protobuf.ts";
import { readYaml } from "../../codec/yaml.ts";
import type { RequestContext } from "../../context.ts";
import type { Dialect } from "../../dialect.ts";
import { mediaTypeOf } from "../write_options.ts";

/** What a body should be. */
export interface ExpectedBody {
  readonly apiVersion: string;
  readonly kind: string;
  /** True if an empty body of any media type is fine. @default {false} */
  readonly mayBeEmpty?: boolean;
}

/**
 * Parses the bytes of a request's body; returns undefined for an empty one.
 *
 * @throws {ApiError} UnsupportedMediaType unless the body may be empty, BadRequest for a body that
 *   cannot be parsed
 */
export function parseDocument(
  bytes: Uint8Array,
  { request }: RequestContext,
  dialect: Dialect,
  expected: ExpectedBody,
): Awaitable<ParsedDocument | undefined> {
  const header = request.headers.get("content-type") || "application/json";
  if (bytes.length === 0 && (expected.mayBeEmpty || isReadable(header, dialect))) return undefined;
  switch (mediaTypeOf(header)) {
    case "application/json":
      return readJson(bytes);
    case "application/yaml":
      return readYaml(bytes);
    case dialect.protobuf:
      return loadProtobuf().then(({ decodeProtobuf }) => {
        const value = decodeProtobuf(bytes, { dialect, expected });
        return { value, duplicates: [], decimals: [] };
      });
    default:
      throw new ApiError(
        "UnsupportedMediaType",
        "the body of the request was in an unknown format - accepted media types include: " +
          `application/json, application/yaml, ${dialect.protobuf}`,
      );
  }
}

const isReadable = (header: string, { protobuf }: Dialect) =>
  ["application/json", "application/yaml", protobuf].includes(mediaTypeOf(header));
