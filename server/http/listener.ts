/**
 * Serves requests on a port, watches over WebSocket among them.
 *
 * @module
 */
import { type Connection, listenHttp } from "@plumbline/runtime/listener";
import { within } from "@plumbline/runtime/within";
import { presentCertificate } from "../access/authentication.ts";
import { presentUpgrades, takeoverOf } from "../takeover.ts";
import { asksForWebSocket } from "../websocket.ts";
import { openTakeover } from "./takeover_socket.ts";
import type { TlsMaterial } from "./tls.ts";
import { isWatch, opensWebSocket, openWatchSocket } from "./watch_socket.ts";

/** Where to listen. */
export interface ListenAddress {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  /** The brand-bearing suffix of group names, from the dialect. */
  readonly suffix: string;
  /** The certificate; absent for plain HTTP. */
  readonly tls?: TlsMaterial;
}

/** An open port. */
export interface OpenListener {
  /** The TCP port. */
  readonly port: number;
  /** Lets watches that have ended send their last event, cuts all connections and closes the port. */
  close(): Promise<void>;
}

/** The most milliseconds that watches have to send their last events before connections are cut. */
const LAST_EVENTS = 200;

/**
 * Opens a port whose requests are answered by a function.
 *
 * @throws {AddressInUse} if the port is in use
 * @throws {Error} if the address is not one of this machine
 */
export async function openListener(
  answer: (request: Request) => Promise<Response>,
  { host, port, suffix, tls }: ListenAddress,
): Promise<OpenListener> {
  const watches = new Set<Promise<void>>();

  /** Answers a request, over a WebSocket if it asks for one, and keeps track of streams. */
  const handle = async (request: Request, connection: Connection): Promise<Response> => {
    if (connection.certificate) presentCertificate(request, connection.certificate);
    if (asksForWebSocket(request)) presentUpgrades(request, ["websocket"]);
    const { upgrade } = connection;
    if (upgrade) presentUpgrades(request, [upgrade.protocol.toLowerCase()]);
    const response = await answer(request);
    const takeover = takeoverOf(response);
    if (!takeover && !isWatch(response)) return response;
    const sent = takeover
      ? await openTakeover(request, takeover, upgrade)
      : opensWebSocket(request, response)
      ? await openWatchSocket(request, response, suffix)
      : { response, closed: connection.completed.catch(() => {}) };
    watches.add(sent.closed);
    sent.closed.then(() => watches.delete(sent.closed));
    return sent.response;
  };

  const listener = await listenHttp(handle, {
    ...{ host, port },
    ...(tls && {
      tls: { ...tls, authorities: [tls.ca, ...tls.clientAuthorities ?? []] },
    }),
  });
  return {
    port: listener.port,
    async close() {
      await within(LAST_EVENTS, Promise.all(watches));
      await listener.close();
      await Promise.all(watches);
    },
  };
}
