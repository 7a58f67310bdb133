/**
 * Calls between the page of the playground and the thread of its server.
 *
 * @module
 */

/** A call of the page, or the order to stop one. */
export type Message =
  | { readonly id: number; readonly call: string; readonly given: unknown }
  | { readonly answer: RelayedRequest; readonly port: MessagePort };

/** A request that the service worker took from the page's network. */
export interface RelayedRequest {
  readonly method: string;
  /** Path and query, without the prefix of the playground. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: ArrayBuffer | null;
}

/** A part of a response, in order; the service worker sends `stop` when the client hung up. */
export type ResponsePart =
  | {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
  }
  | { readonly chunk: Uint8Array }
  | { readonly end: true }
  | { readonly failed: string };

/** What the thread sends to the page: the result of a call, its steps before, or that it is ready. */
export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failed: string }
  | { readonly id: number; readonly step: unknown };

/** A function that the page calls by its name; `step` sends what happens before the result. */
export type Callable = (
  // deno-lint-ignore no-explicit-any -- each function states what it takes
  given: any,
  step: (value: unknown) => void,
) => unknown;

/** The global scope of a thread of a browser; the compiler only knows that of a window. */
export interface ThreadScope {
  onmessage: ((event: MessageEvent<Message>) => void) | null;
  postMessage(reply: Reply): void;
  /** The functions that the page calls. The bundle of the suites adds some. */
  plumblineCalls: Record<string, Callable>;
}

/** The scope of this thread. */
export const thread = globalThis as unknown as ThreadScope;
