/**
 * Helpers of the mutants of `requests`: bugs that only some requests meet.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import type { PartChanges } from "../../../server/parts.ts";

/** The requests that a mutant concerns. */
export interface Concern {
  readonly method: string;
  /** The resource types in the path. */
  readonly resources: readonly string[];
  /** A part of the media type of the body. */
  readonly media?: string;
  /** The subresource. @default {""} */
  readonly subresource?: string;
  /** A further condition on the query. */
  query?(query: URLSearchParams): boolean;
}

/** A request, and how it is answered without the mutant. */
export interface Concerned {
  readonly request: Request;
  readonly url: URL;
  /** The body as text. */
  readonly body: string;
  /** Answers a request without the mutant. */
  answer(request: Request): Promise<Response>;
  /** Answers the request with another body or query. */
  answerWith(changed: { body?: string; query?: Record<string, string | undefined> }): Promise<
    Response
  >;
}

/** Answers some requests in another way. */
export function answering(
  { wire }: PartChanges,
  concern: Concern,
  act: (concerned: Concerned) => Promise<Response>,
): void {
  wire(({ answer }) => ({
    async answer(request) {
      const url = new URL(request.url);
      if (!concerns(concern, request, url)) return await answer(request);
      const body = await request.text();
      const { method, headers, signal } = request;
      const answerWith: Concerned["answerWith"] = (changed) => {
        const target = new URL(url);
        for (const [name, value] of Object.entries(changed.query ?? {})) {
          if (value === undefined) target.searchParams.delete(name);
          else target.searchParams.set(name, value);
        }
        const text = changed.body ?? body;
        return answer(
          new Request(target, {
            method,
            headers,
            signal,
            ...(method !== "GET" && text !== "" && { body: text }),
          }),
        );
      };
      return await act({ request, url, body, answer, answerWith });
    },
  }));
}

/** Changes the JSON body of some requests; returns the same object to leave one alone. */
export function changingBody(
  parts: PartChanges,
  concern: Concern,
  change: (body: JsonObject) => JsonObject,
): void {
  answering(parts, concern, ({ body, answerWith }) => {
    const sent = parsed(body);
    const changed = sent && change(sent);
    return answerWith(changed === sent ? {} : { body: JSON.stringify(changed) });
  });
}

/** Changes query parameters of some requests; undefined removes one. */
export function changingQuery(
  parts: PartChanges,
  concern: Concern,
  query: Record<string, string | undefined>,
): void {
  answering(parts, concern, ({ answerWith }) => answerWith({ query }));
}

/** Returns the JSON object in a text, undefined if it is none. */
export function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a request for the same object with another method and body. */
export function another(
  request: Request,
  url: URL,
  method: string,
  body?: { readonly type: string; readonly value: JsonObject },
): Request {
  const headers = new Headers();
  for (const name of ["authorization", "accept"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (body !== undefined) headers.set("content-type", body.type);
  return new Request(new URL(url.pathname, url), {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body.value) }),
  });
}

function concerns(concern: Concern, request: Request, url: URL): boolean {
  const { method, resources, media = "", subresource = "", query } = concern;
  const match = /\/(?:namespaces\/[^/]+\/)?([a-z]+)(?:\/([^/]+))?(?:\/([a-z]+))?$/.exec(
    url.pathname.replace(/^\/(api\/v1|apis\/[^/]+\/v1)/, ""),
  );
  return match !== null && request.method === method && resources.includes(match[1]!) &&
    (match[3] ?? "") === subresource &&
    (request.headers.get("content-type") ?? "").includes(media) &&
    (query?.(url.searchParams) ?? true);
}
