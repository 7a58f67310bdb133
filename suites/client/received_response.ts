/**
 * Responses as the suites handle them.
 *
 * @module
 */
import { isNestedTooDeep } from "./bounded_body.ts";
import type { HttpResponse, Json } from "./http_client.ts";

/** Builds the response; the body is parsed as JSON on first access. */
export function receivedResponse(
  response: Response,
  bytes: Uint8Array,
  { number: exchange, onTooDeep }: {
    readonly number: number | undefined;
    /** Called if the body is JSON that is nested too deep to be used. */
    onTooDeep(): void;
  },
): HttpResponse {
  // Many responses are kept by a case: the text of one only if a check reads it.
  let text: string | undefined;
  let json: Json | undefined;
  let read = false;
  return {
    status: response.status,
    headers: response.headers,
    get text() {
      return text ??= decodedText(bytes);
    },
    bytes,
    ...(exchange !== undefined && { exchange }),
    get json() {
      if (!read) {
        read = true;
        const whole = text ?? decodedText(bytes);
        if (isNestedTooDeep(whole)) onTooDeep();
        else json = parseJson(whole);
      }
      return json;
    },
  };
}

/** Returns bytes as text. */
export const decodedText = (bytes: Uint8Array): string => decoder.decode(bytes);

const decoder = new TextDecoder();

/** Control characters, which text does not have. */
// deno-lint-ignore no-control-regex -- they are meant
const CONTROL = /[\0-\x08\x0e-\x1f]/;

/** Returns the body of a request as reports show it: the text that its bytes are, else their number. */
export function shownBody(
  body: string | undefined,
  bytes: Uint8Array | undefined,
): { readonly requestBody: string | undefined; readonly requestBytes?: Uint8Array } {
  if (bytes === undefined) return { requestBody: body };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!CONTROL.test(text)) return { requestBody: text };
  } catch {
    // Not UTF-8.
  }
  return { requestBody: `(${bytes.length} bytes)`, requestBytes: bytes };
}

/** The text as JSON, undefined where it is none. */
function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
