/**
 * A client of the killed server: each request has an outcome, also if the server is gone meanwhile.
 *
 * @module
 */
import { chunksOf } from "../../runtime/chunks.ts";
import type { SeenEvent, SeenObject } from "./judge.ts";

/** The token of the administrator. */
export const TOKEN = "admin-token";

/** The namespace of the objects. */
export const NAMESPACE = "crash";

/** The path of the objects. */
export const OBJECTS = `/api/v1/namespaces/${NAMESPACE}/configmaps`;

/** An object as the server sends it. */
interface Sent {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly deletionTimestamp?: string;
  };
  readonly data?: { readonly content: string };
  readonly items?: readonly Sent[];
}

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly body: Sent;
}

/** Sends a request; returns undefined if no whole answer comes. */
export async function send(
  url: string,
  path: string,
  method?: string,
  body?: unknown,
): Promise<Answer | undefined> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  try {
    const response = await fetch(url + path, {
      method: method ?? "GET",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": type },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

/** Sends a request that a running server must answer with success. */
export async function demand(
  url: string,
  path: string,
  method?: string,
  body?: unknown,
): Promise<Sent> {
  const answer = await send(url, path, method, body);
  if (answer && answer.status < 300) return answer.body;
  throw new Error(
    `Cannot go on as ${method ?? "GET"} ${path} got ${JSON.stringify(answer) ?? "no answer"}`,
  );
}

/** Returns what the judge needs of an object. */
export const seen = ({ metadata: { name, uid, resourceVersion }, data }: Sent): SeenObject => ({
  ...{ name, uid },
  content: data?.content ?? "",
  version: resourceVersion,
});

/** Returns the objects and the version of a list. */
export async function list(
  url: string,
): Promise<{ objects: SeenObject[]; version: string } | undefined> {
  const answer = await send(url, OBJECTS);
  if (!answer) return undefined;
  return {
    objects: (answer.body.items ?? []).map(seen),
    version: answer.body.metadata.resourceVersion,
  };
}

/** The end of a watch of a server that is not gone. */
export interface WatchEnd {
  /** The name of an object whose first event ends it. */
  readonly last?: string;
  readonly stopped?: AbortSignal;
}

/**
 * Watches the objects from a version on, until the server is gone or the end has come.
 *
 * @returns the events in order, without that of `last`; undefined for 410
 */
export async function watch(
  url: string,
  version: string,
  { last, stopped = new AbortController().signal }: WatchEnd = {},
): Promise<SeenEvent[] | undefined> {
  const events: SeenEvent[] = [];
  try {
    const response = await fetch(`${url}${OBJECTS}?watch=1&resourceVersion=${version}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
      signal: stopped,
    });
    if (response.status === 410) {
      await response.body?.cancel();
      return undefined;
    }
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of chunksOf(response.body, stopped)) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        const { type, object } = JSON.parse(line);
        if (type === "ERROR") return undefined;
        if (object.metadata.name === last) return events;
        events.push({ type, ...seen(object) });
      }
    }
  } catch {
    // The server is gone.
  }
  return events;
}
