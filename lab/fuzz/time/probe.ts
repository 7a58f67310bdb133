/**
 * What the measurement of time sends: kinds of requests of any size.
 *
 * @module
 */
import type { WireRequest } from "../../client/send.ts";

/** A kind of request that can be as large as one wants. */
export interface Probe {
  readonly name: string;
  /** The size to start at. @default {1000} */
  readonly from?: number;
  /** The largest size that means something, in whatever unit. @default {the limit of bodies} */
  readonly to?: number;
  /** Requests to send before, which are not measured. */
  readonly before?: (size: number) => readonly SizedRequest[];
  /** Returns the request of a size. */
  readonly request: (size: number) => SizedRequest;
}

/** A request whose body is text. */
export interface SizedRequest extends WireRequest {
  readonly body?: string;
}

/** The largest body that the server reads, in bytes. */
export const BODY_LIMIT = 3 * 1024 * 1024;

/** A text that grows with a size: a template for {@linkcode grown}, or a function. */
export type Growing = string | ((size: number) => string);

/**
 * Returns a text of a size. In a template, `«part»` is repeated with commas between and `‹part›`
 * without; `@` in a part is its number.
 */
export function grown(text: Growing, size: number): string {
  if (typeof text === "function") return text(size);
  return text.replaceAll(
    /«(.*?)»|‹(.*?)›/gs,
    (_, item?: string, part = "") =>
      item === undefined ? repeated(part, size, "") : repeated(item, size, ","),
  );
}

/** Returns parts with their numbers, joined. */
export const numbered = (size: number, part: (at: number) => string): string =>
  Array.from({ length: size }, (_, at) => part(at)).join();

function repeated(part: string, size: number, separator: string): string {
  const pieces = part.split("@");
  return Array.from({ length: size }, (_, at) => pieces.join(String(at))).join(separator);
}

/** Returns the request that creates an object from a body. */
export const creating = (path: string, body: string, contentType?: string): SizedRequest => ({
  method: "POST",
  path,
  body,
  contentType: contentType ?? "application/json",
});

/** Returns a probe for each body of creates in a collection. */
export const creates = (
  subject: string,
  path: string,
  bodies: Readonly<Record<string, Growing>>,
  contentType?: string,
): readonly Probe[] =>
  Object.entries(bodies).map(([name, body]) => ({
    name: `${subject}: ${name}`,
    request: (size) => creating(path, grown(body, size), contentType),
  }));
