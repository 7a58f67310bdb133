/**
 * Requests with placeholders for versions, uids and tokens, which each server's answers fill in. One
 * sequence can so be sent to both servers, and be recorded.
 *
 * Placeholders are whole values: `«current Secret x»` and `«first Secret x»`, the newest and the
 * first version seen of an object; `«uid Secret x»`; `«collection Secret»`, the version of the
 * collection listed last; `«continue Secret»`, the token of its page.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import { jsonText } from "./json_text.ts";
import { PROTOBUF, toProtobuf } from "../../client/protobuf.ts";
import type { Json, JsonObject } from "@plumbline/server/api";
import type { WireAnswer, WireRequest } from "../../client/send.ts";

/** A request to any server. */
export interface Template {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The Accept header. */
  readonly accept: string;
  /** The name of the user. */
  readonly user: string;
  readonly contentType?: string;
  readonly body?: Json;
  /** Paths of the body whose key occurs twice in its text, as dotted paths. */
  readonly doubled?: readonly string[];
  /** A body as text; takes precedence over `body`. */
  readonly raw?: string;
}

/** The values of one server's answers so far, by placeholder. */
export class Memory {
  readonly #values = new Map<string, string>();

  /** Fills in the values of this server. A field without a value yet is left out. */
  fill(template: Template): WireRequest {
    const { method, path, user, accept } = template;
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(template.query)) {
      const filled = this.#fillText(value);
      if (filled !== undefined) query.set(name, filled);
    }
    return {
      method,
      path: query.size > 0 ? `${path}?${query}` : path,
      user,
      accept,
      ...this.#body(template),
    };
  }

  #body(
    { contentType, body, doubled = [], raw }: Template,
  ): Pick<WireRequest, "body" | "contentType"> {
    const type = contentType && { contentType };
    if (raw !== undefined) return { ...type, body: raw };
    if (body === undefined) return { ...type };
    const value = this.#fill(body);
    if (contentType === PROTOBUF) {
      const bytes = toProtobuf(value);
      // A value that has no Protobuf form is sent as JSON.
      return bytes ? { ...type, body: bytes } : { ...type, ...asJson(value) };
    }
    return contentType === "application/yaml" && doubled.length === 0
      ? { ...type, body: stringify(value) }
      : { ...type, body: jsonText(value, doubled) };
  }

  #fillText(text: string): string | undefined {
    return text.startsWith("«") ? this.#values.get(text) : text;
  }

  #fill(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.#fill(item));
    if (typeof value !== "object" || value === null) return value;
    const filled = Object.entries(value).flatMap(([key, inner]) => {
      const known = typeof inner === "string" ? this.#fillText(inner) : this.#fill(inner);
      return known === undefined ? [] : [[key, known]];
    });
    return Object.fromEntries(filled);
  }

  /** Remembers the values of an answer, unless the request was a dry run. */
  remember({ method, query }: Template, { status, text }: WireAnswer): void {
    if (status >= 300 || query.dryRun || method === "DELETE") return;
    const body = parse(text);
    const { kind, metadata } = body;
    if (typeof kind !== "string" || typeof metadata !== "object" || metadata === null) return;
    if (kind === "Status") return;
    const { name, uid, resourceVersion, continue: token } = metadata as Record<string, string>;
    if (kind.endsWith("List")) {
      const type = kind.slice(0, -"List".length);
      if (resourceVersion) this.#values.set(`«collection ${type}»`, resourceVersion);
      if (token) this.#values.set(`«continue ${type}»`, token);
    } else if (name && resourceVersion) {
      const first = `«first ${kind} ${name}»`;
      if (!this.#values.has(first)) this.#values.set(first, resourceVersion);
      this.#values.set(`«current ${kind} ${name}»`, resourceVersion);
      if (uid) this.#values.set(`«uid ${kind} ${name}»`, uid);
    }
  }
}

const asJson = (value: Json) => ({ contentType: "application/json", body: JSON.stringify(value) });

function parse(text: string): JsonObject {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
