/**
 * Replaces credentials in recorded traffic: headers, the values of Secrets, and tokens.
 *
 * @module
 */
import { isObject } from "@plumbline/server/shape";
import { redactor, withoutCredentials } from "../journal/heads.ts";
import type { RecordedExchange } from "./har.ts";

/** The value in place of a secret one. */
const REDACTED = "redacted";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** Returns an exchange without credentials; `tokens` are replaced wherever they stand. */
export function redacted(exchange: RecordedExchange, tokens: readonly string[]): RecordedExchange {
  const redact = redactor(tokens);
  const { pathname } = new URL(exchange.url);
  const ofBody = (bytes: Uint8Array<ArrayBuffer>) => redactBody(bytes, pathname, redact);
  return {
    ...exchange,
    url: redact(exchange.url),
    requestHead: withoutCredentials(exchange.requestHead, redact),
    requestBody: ofBody(exchange.requestBody),
    responseHead: withoutCredentials(exchange.responseHead, redact),
    responseBody: ofBody(exchange.responseBody),
  };
}

function redactBody(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  redact: (text: string) => string,
): Uint8Array<ArrayBuffer> {
  if (bytes.length === 0) return bytes;
  const ofSecrets = /\/secrets(\/|$)/.test(path);
  const ofTokens = /\/(token|tokenreviews)$/.test(path);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return ofSecrets || ofTokens || mentionsSecret(bytes) ? encoded(REDACTED) : bytes;
  }
  const documents = jsonDocuments(text);
  if (!documents) return ofSecrets || ofTokens ? encoded(REDACTED) : encoded(redact(text));
  let changed = false;
  const clean = documents.map((document) => {
    const walker = new Walker(ofSecrets, ofTokens);
    const value = walker.clean(document);
    changed ||= walker.changed;
    return value;
  });
  if (!changed) return encoded(redact(text));
  const lines = clean.map((value) => JSON.stringify(value)).join("\n");
  return encoded(redact(text.endsWith("\n") ? `${lines}\n` : lines));
}

/** True for a Protobuf body that names the kind Secret. */
const mentionsSecret = (bytes: Uint8Array) =>
  /\bSecret(List)?\b/.test(new TextDecoder("latin1").decode(bytes.subarray(0, 100)));

const encoded = (text: string) => new TextEncoder().encode(text);

/** Returns a JSON document, or those of each line of a watch; undefined for other text. */
function jsonDocuments(text: string): readonly unknown[] | undefined {
  try {
    return [JSON.parse(text)];
  } catch {
    const lines = text.split("\n").filter((line) => line !== "");
    try {
      return lines.map((line) => JSON.parse(line));
    } catch {
      return undefined;
    }
  }
}

class Walker {
  changed = false;

  constructor(readonly ofSecrets: boolean, readonly ofTokens: boolean) {}

  clean(value: unknown, isSecret = this.ofSecrets): unknown {
    if (Array.isArray(value)) return value.map((item) => this.clean(item, isSecret));
    if (!isObject(value)) return value;
    const secret = isSecret || value.kind === "Secret" || value.kind === "SecretList";
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, this.field(name, field, secret, value)]),
    );
  }

  field(
    name: string,
    value: unknown,
    isSecret: boolean,
    { path }: Readonly<Record<string, unknown>>,
  ): unknown {
    if (isSecret && (name === "data" || name === "stringData")) return this.hidden(value, name);
    // An operation of a JSON Patch.
    const [, part] = /^\/(data|stringData)(\/|$)/.exec(String(path)) ?? [];
    if (isSecret && name === "value" && part) return this.hidden(value, part);
    if (isSecret && name === LAST_APPLIED) return this.hidden(value, "stringData");
    if (this.ofTokens && name === "token") return this.hidden(value, "stringData");
    return this.clean(value, isSecret);
  }

  hidden(value: unknown, part: string): unknown {
    if (isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, this.hidden(item, part)]),
      );
    }
    if (typeof value !== "string") return value;
    this.changed = true;
    return part === "data" ? btoa(REDACTED) : REDACTED;
  }
}
