/**
 * Reads the document in a body, by its media type.
 *
 * @module
 */
import { ApiError } from "../../api_error.ts";
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
 * Returns the document in a request's body; undefined for an empty body.
 *
 * @throws {ApiError} UnsupportedMediaType unless the body may be empty, BadRequest for a body that
 *   cannot be parsed
 */
export async function readDocument(
  context: RequestContext,
  dialect: Dialect,
  expected: ExpectedBody,
): Promise<ParsedDocument | undefined> {
  const header = context.request.headers.get("content-type") || "application/json";
  const bytes = await context.body();
  if (bytes.length === 0 && (expected.mayBeEmpty || isReadable(header, dialect))) return undefined;
  switch (mediaTypeOf(header)) {
    case "application/json":
      return readJson(bytes);
    case "application/yaml":
      return await readYaml(bytes);
    case dialect.protobuf: {
      const { decodeProtobuf } = await loadProtobuf();
      return { value: decodeProtobuf(bytes, { dialect, expected }), duplicates: [], decimals: [] };
    }
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
