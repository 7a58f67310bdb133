/**
 * Selects the form of a response by the Accept header (RFC 9110 section 12.5.1).
 *
 * @module
 */
import { ApiError } from "../api_error.ts";
import type { Dialect } from "../dialect.ts";

/** The encodings of a response body. */
export type Encoding = "json" | "yaml" | "protobuf";

/** The part of an object in a response: all of it, a row of a Table, or its metadata. */
export type View = "whole" | "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";

/** The form of a response. */
export interface Form {
  readonly encoding: Encoding;
  readonly view: View;
  /** The version of the view, empty for `whole`. */
  readonly viewVersion: string;
}

/** The forms that a request path supports. */
export interface Offer {
  readonly dialect: Dialect;
  /** False for streams, which YAML does not support, and for types without a Protobuf form. */
  readonly encodings: readonly Encoding[];
  readonly views: readonly View[];
}

interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

const WHOLE_JSON: Form = { encoding: "json", view: "whole", viewVersion: "" };
const VIEW_VERSIONS = ["v1", "v1beta1"];

/**
 * Returns the form that the client prefers, the first one if several are equal.
 *
 * @param offered returns the forms that the path supports, where the client asks for a certain one
 * @throws {ApiError} NotAcceptable if no form is accepted (specification, "Content negotiation")
 */
export function negotiate(accept: string | null, offered: () => Offer): Form {
  if (!accept || accept === "*/*" || accept === "application/json") return WHOLE_JSON;
  const offer = offered();
  for (const range of readRanges(accept)) {
    const form = formOf(range, offer);
    if (form) return form;
  }
  throw new ApiError(
    "NotAcceptable",
    `406: Not Acceptable\n\nAvailable representations: ${
      offer.encodings.map((encoding) => encodingMediaType(encoding, offer.dialect)).join(", ")
    }`,
  );
}

/** The form of an aggregated discovery document. */
export interface AggregatedForm {
  readonly encoding: "json" | "yaml";
  /** One of the versions that the server offers. */
  readonly version: string;
}

/**
 * Returns the form of an aggregated discovery document, if the client accepts one. Real servers
 * prefer it to the plain document, whichever the client names first.
 */
export function negotiateAggregated(
  accept: string | null,
  { group, kind, versions }: {
    readonly group: string;
    readonly kind: string;
    readonly versions: readonly string[];
  },
): AggregatedForm | undefined {
  for (const { type, parameters, quality } of readRanges(accept ?? "")) {
    const encoding = type === "application/json" ? "json" : type === "application/yaml" && "yaml";
    const version = versions.find((candidate) => candidate === parameters.get("v"));
    const asks = parameters.get("as") === kind && parameters.get("g") === group;
    if (encoding && version && asks && quality > 0) return { encoding, version };
  }
  return undefined;
}

/** Returns the media type of an encoding. */
export function encodingMediaType(encoding: Encoding, { protobuf }: Dialect): string {
  return encoding === "protobuf" ? protobuf : `application/${encoding}`;
}

function formOf({ type, parameters, quality }: MediaRange, offer: Offer): Form | undefined {
  const encoding = encodingOf(type, offer);
  if (!encoding || quality === 0) return undefined;
  // A client that asks for an unknown view must not get the whole object.
  const view = (parameters.get("as") ?? "whole") as View;
  if (view === "whole") return { encoding, view, viewVersion: "" };
  const viewVersion = parameters.get("v") ?? "";
  const served = offer.views.includes(view) && VIEW_VERSIONS.includes(viewVersion) &&
    parameters.get("g") === `meta.${offer.dialect.suffix}` &&
    !(encoding === "protobuf" && view === "Table");
  return served ? { encoding, view, viewVersion } : undefined;
}

function encodingOf(type: string, { dialect, encodings }: Offer): Encoding | undefined {
  if (type === "*/*" || type === "application/*") return "json";
  return encodings.find((encoding) => encodingMediaType(encoding, dialect) === type);
}

/**
 * The media ranges of a header, and the parameters of a range, that are looked at. A header of 64 KiB
 * has room for 16,000; clients send six at most.
 */
const MAX_RANGES = 100;
const MAX_PARAMETERS = 20;

/** Returns the media ranges of an Accept header, the preferred one first. */
function readRanges(accept: string): MediaRange[] {
  const ranges = accept.split(",", MAX_RANGES).map((part): MediaRange => {
    const [type = "", ...rest] = part.split(";", 1 + MAX_PARAMETERS).map((word) => word.trim());
    const parameters = new Map(rest.map((word) => {
      const [name = "", value = ""] = word.split("=", 2);
      return [name.toLowerCase(), value.replace(/^"(.*)"$/, "$1")];
    }));
    const quality = Number(parameters.get("q") ?? 1);
    return { type: type.toLowerCase(), parameters, quality: Number.isNaN(quality) ? 1 : quality };
  });
  return ranges.sort((a, b) => b.quality - a.quality);
}
