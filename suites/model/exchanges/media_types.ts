/**
 * Checks the media type of a response by the `Accept` header of its request and by its body.
 *
 * @module
 */
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";

/** One media type of an `Accept` header. */
interface Range {
  /** The type without parameters, in lower case. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The first bytes of Protobuf bodies (specification, "Content negotiation"). */
const MAGIC = [0x6b, 0x38, 0x73, 0x00];

/** Returns the `Accept` header of a request; undefined if the default one is sent. */
export function acceptOf({ headers }: Pick<HttpRequest, "headers">): string | undefined {
  for (const name in headers) {
    if (name.toLowerCase() === "accept") return [headers[name]!].flat().join(",");
  }
  return undefined;
}

/** The headers that were read, of which there are few. */
const known = new Map<string, readonly Range[] | undefined>();

const MAX_KNOWN = 100;

/** Returns the media types of an `Accept` header; undefined if it is malformed. */
function rangesOf(accept: string): readonly Range[] | undefined {
  if (known.has(accept)) return known.get(accept);
  const ranges = readRanges(accept);
  if (known.size < MAX_KNOWN) known.set(accept, ranges);
  return ranges;
}

function readRanges(accept: string): readonly Range[] | undefined {
  const ranges = accept.split(",").map((each) => {
    const [type = "", ...parameters] = each.split(";").map((part) => part.trim());
    return {
      type: type.toLowerCase(),
      parameters: new Map(
        parameters.map((part) => part.split("=", 2) as [string, string]),
      ),
    };
  });
  const wellFormed = ranges.every(({ type }) => /^[\w*.+-]+\/[\w*.+-]+$/.test(type));
  return wellFormed ? ranges : undefined;
}

/** Returns true if a request accepts only Tables. */
export function acceptsTablesOnly(accept: string): boolean {
  return rangesOf(accept)?.every(({ parameters }) => parameters.get("as") === "Table") ?? false;
}

/** Returns what is wrong with the media type of a successful response; undefined if nothing. */
export function wrongMediaType(
  request: HttpRequest,
  response: HttpResponse,
): { expected: string; actual: string } | undefined {
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  const accept = acceptOf(request) ?? "application/json";
  const ranges = rangesOf(accept);
  if (ranges === undefined) return undefined;
  const isAccepted = ranges.some((range) =>
    range.type === "*/*" || range.type === type ||
    (range.type.endsWith("/*") && type.startsWith(range.type.slice(0, -1)))
  );
  if (!isAccepted) {
    return { expected: `a media type of Accept: ${accept}`, actual: type || "no Content-Type" };
  }
  const { bytes } = response;
  const isProtobuf = bytes !== undefined && MAGIC.every((byte, index) => bytes[index] === byte);
  const isJson = /^\s*\{/.test(response.text) && response.json !== undefined;
  const fits = type === "application/json"
    ? isJson
    : type.endsWith(".protobuf")
    ? isProtobuf || bytes === undefined
    : !isProtobuf;
  return fits ? undefined : {
    expected: `a body of the media type ${type}`,
    actual: isProtobuf ? "Protobuf" : response.text.slice(0, 100),
  };
}
