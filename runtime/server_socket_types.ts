/**
 * A WebSocket as a server has it.
 *
 * @module
 */

/** A message of a client: text or bytes. */
export type ClientMessage = string | Uint8Array<ArrayBuffer>;

/** An open WebSocket. */
export interface ServerSocket {
  /** The messages of the client until the connection is closed, if they are read. */
  readonly messages?: ReadableStream<ClientMessage>;
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

/** How a connection changes to WebSocket. */
export interface UpgradeOptions {
  /** The subprotocol to choose. */
  readonly protocol?: string | undefined;
  /** True if the messages of the client are read. @default {false} */
  readonly reads?: boolean;
}

/** The messages of a client, as a stream that ends with the connection. */
export interface Inbox {
  readonly messages: ReadableStream<ClientMessage>;
  /** Adds a message; returns false if more should wait. */
  add(message: ClientMessage): boolean;
  /** Ends the stream. */
  end(): void;
}

/**
 * Creates an inbox.
 *
 * @param wanted called when a reader wants more
 */
export function createInbox(wanted: () => void = () => {}): Inbox {
  let inner!: ReadableStreamDefaultController<ClientMessage>;
  let isOpen = true;
  const messages = new ReadableStream<ClientMessage>({
    start: (controller) => void (inner = controller),
    pull: wanted,
    cancel: () => void (isOpen = false),
  }, { highWaterMark: WAITING });
  return {
    messages,
    add(message) {
      if (isOpen) inner.enqueue(message);
      return !isOpen || (inner.desiredSize ?? 0) > 0;
    },
    end() {
      if (isOpen) inner.close();
      isOpen = false;
    },
  };
}

/** The messages that may wait for their reader. */
const WAITING = 64;
