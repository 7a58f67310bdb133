/**
 * Which form an answer takes, by the Accept header (RFC 9110 section 12.5.1).
 *
 * @module
 */
import { ApiError } from "../api_error.ts";

/** The forms this server answers in. */
export type Format = "json" | "yaml";

/** The media type of each form. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: "application/json",
  yaml: "application/yaml",
};

interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

/**
 * The best form the client accepts, the first named where several are as good.
 *
 * @throws {ApiError} NotAcceptable when it accepts none (interface, "Content negotiation")
 */
export function negotiate(accept: string | null): Format {
  if (!accept || accept === "*/*" || accept === "application/json") return "json";
  for (const range of readRanges(accept)) {
    const format = formatOf(range);
    if (format) return format;
  }
  throw new ApiError(
    "NotAcceptable",
    `Cannot answer in any form of "${accept}": the server has ${
      Object.values(MEDIA_TYPES).join(", ")
    }`,
  );
}

function formatOf({ type, parameters, quality }: MediaRange): Format | undefined {
  // A form such as "as=Table" that is not served must not be mistaken for the plain one.
  if (quality === 0 || parameters.has("as")) return undefined;
  switch (type) {
    case "application/json":
    case "application/*":
    case "*/*":
      return "json";
    case "application/yaml":
      return "yaml";
    default:
      return undefined;
  }
}

/** The ranges of an Accept header, best first. */
function readRanges(accept: string): MediaRange[] {
  const ranges = accept.split(",").map((part): MediaRange => {
    const [type = "", ...rest] = part.split(";").map((word) => word.trim());
    const parameters = new Map(rest.map((word) => {
      const [name = "", value = ""] = word.split("=", 2);
      return [name.toLowerCase(), value.replace(/^"(.*)"$/, "$1")];
    }));
    const quality = Number(parameters.get("q") ?? 1);
    return { type: type.toLowerCase(), parameters, quality: Number.isNaN(quality) ? 1 : quality };
  });
  return ranges.sort((a, b) => b.quality - a.quality);
}
