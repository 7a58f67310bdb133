/**
 * Connections that an answer takes over: after the response both sides send what they want, as
 * messages of a WebSocket or as bytes.
 *
 * @module
 */

/** A connection after its upgrade. */
export interface OpenConnection {
  /** What the client sends; ends when the connection is closed. */
  readonly messages: ReadableStream<string | Uint8Array<ArrayBuffer>>;
  /** Sends a message, or bytes; resolves when more can be sent. Does nothing once it is closed. */
  send(message: string | Uint8Array<ArrayBuffer>): Promise<void>;
  /** Aborted when the connection is closed. */
  readonly closed: AbortSignal;
}

/** What a connection is used for. */
export interface Takeover {
  /** The protocol in the header `Upgrade`, in lower case: `websocket` or `spdy/3.1`. */
  readonly upgrade: string;
  /** The subprotocol of a WebSocket. */
  readonly protocol?: string | undefined;
  /** Further headers of the response 101, where it is no WebSocket. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Uses the connection, which is closed when it resolves. */
  serve(connection: OpenConnection): Promise<void>;
}

const takeovers = new WeakMap<Response, Takeover>();
const offers = new WeakMap<Request, readonly string[]>();

/** Returns the response that lets a listener take the connection over. */
export function takeOver(takeover: Takeover): Response {
  const response = new Response(null);
  takeovers.set(response, takeover);
  return response;
}

/** Returns what the connection of a response is used for; undefined for an ordinary response. */
export const takeoverOf = (response: Response): Takeover | undefined => takeovers.get(response);

/** Notes the protocols, in lower case, that the connection of a request can change to. */
export const presentUpgrades = (request: Request, protocols: readonly string[]): void =>
  void offers.set(request, protocols);

/** True if the connection of a request can change to a protocol. */
export const canTakeOver = (request: Request, upgrade: string): boolean =>
  offers.get(request)?.includes(upgrade.toLowerCase()) ?? false;
