/**
 * Requests of a soak. Each has an answer or none, as its connection may have been cut.
 *
 * @module
 */

/** The token of the administrator, whom no fault hits. */
export const ADMIN_TOKEN = "admin-token";
/** The user that meets the injected faults. */
export const WORKER = "worker";
/** The token of that user. */
export const WORKER_TOKEN = "worker-token";

/** The path of the objects. */
export const OBJECTS = "/api/v1/namespaces/default/configmaps";

/** What a soak knows of an object. */
export interface State {
  readonly content: string;
  readonly uid: string;
  readonly version: string;
}

/** An object or a list as the server sends it. */
export interface Sent {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly continue?: string;
  };
  readonly data?: { readonly content?: string };
  readonly items?: readonly Sent[];
}

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly body: Sent;
}

/** What is sent beside the path. */
export interface Question {
  readonly method?: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly token?: string;
}

/** Sends a request; returns undefined if no whole answer comes. */
export async function send(
  url: string,
  { method = "GET", body, type = "application/json", token = WORKER_TOKEN }: Question = {},
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

/** Returns what a soak knows of an object. */
export const stateOf = ({ metadata: { uid, resourceVersion }, data }: Sent): State => ({
  content: data?.content ?? "",
  uid,
  version: resourceVersion,
});

/** Returns the objects of a list by name. */
export const statesIn = ({ items = [] }: Sent): Map<string, State> =>
  new Map(items.map((item) => [item.metadata.name, stateOf(item)]));

/** Returns the differences of two states, one text each. */
export function differences(
  expected: ReadonlyMap<string, State>,
  actual: ReadonlyMap<string, State>,
): string[] {
  const names = new Set([...expected.keys(), ...actual.keys()]);
  return [...names].flatMap((name) => {
    const [wanted, found] = [expected.get(name), actual.get(name)].map((state) =>
      state ? JSON.stringify(state) : "absent"
    );
    return wanted === found ? [] : [`${name}: expected ${wanted}, found ${found}`];
  });
}
