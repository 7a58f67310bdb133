/**
 * A WebSocket as a server has it.
 *
 * @module
 */

/** An open WebSocket. */
export interface ServerSocket {
  /** True while messages can be sent. */
  readonly isOpen: boolean;
  /** The number of bytes that the client has not read yet, as far as it is known. */
  readonly bufferedAmount: number;
  /** Sends a text or binary message. */
  send(message: string | Uint8Array<ArrayBuffer>): void;
  /** Ends the connection with a code of RFC 6455. */
  close(code: number, reason?: string): void;
}

/** A connection that changes to WebSocket. */
export interface Upgrade {
  /** The response that the handler of the request must return. */
  readonly response: Response;
  /** Resolves when messages can be sent; never if the client hangs up before. */
  readonly opened: Promise<ServerSocket>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}
