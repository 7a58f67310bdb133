/**
 * Connections to ports of containers: `…/pods/NAME/portforward`.
 *
 * @module
 */
import { badRequest } from "@plumbline/server/api";
import {
  asksForWebSocket,
  type ConnectContext,
  type OpenConnection,
  subprotocolsOf,
  takeOver,
} from "@plumbline/server/connections";
import { listAt } from "@plumbline/server/resources";
import { requireConnection, withoutWebSocket } from "./remote_command.ts";
import { serveSpdy, type SpdyStream } from "./spdy.ts";
import { asksForSpdy, bytesIn, upgradeToSpdy } from "./spdy_upgrade.ts";
import { notStated, placeIn, requireNode, type StatedContainers } from "./stated.ts";
import { bytesOf, joinBytes } from "./text.ts";
import type { ContainerPlace, PortHandler } from "./types.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Two streams of SPDY for each connection, in the messages of a WebSocket. */
const TUNNEL = "SPDY/3.1+portforward.k8s.io";

/** The same streams on a connection that was upgraded to SPDY. */
const SPDY_PORTS = "portforward.k8s.io";

/** Two channels for each port. */
const CHANNELS = "v4.channel.k8s.io";

/** Answers a request to forward ports. */
export async function answerPortForward(
  stated: StatedContainers,
  { request, query, read }: ConnectContext,
): Promise<Response> {
  const pod = await read();
  const places = listAt(pod, "spec.containers").map(({ name }) => placeIn(pod, String(name)));
  const hasPorts = places.some((place) => stated.find(place, "ports"));
  if (!hasPorts) {
    requireNode(pod);
    throw notStated(places[0]!, "ports", "containers({ ports: { … } })");
  }
  const connect = (port: number, stream: Forwarded) => forward(stated, places, port, stream);
  if (asksForSpdy(request)) {
    return upgradeToSpdy(request, SPDY_PORTS, (connection) => serveTunnel(connection, connect));
  }
  if (!asksForWebSocket(request)) throw withoutWebSocket(request);
  requireConnection(request);
  const offered = subprotocolsOf(request.headers, ".");
  const protocol = offered.find((name) => name === TUNNEL || name === CHANNELS);
  if (protocol === undefined) {
    throw badRequest(
      `Cannot upgrade the connection to ${offered.join(", ") || "no subprotocol"}: the ` +
        `subprotocols are ${TUNNEL}, ${CHANNELS}`,
    );
  }
  const ports = query.getAll("ports").flatMap((text) => text.split(",")).map(Number);
  if (protocol === CHANNELS && (ports.length === 0 || !ports.every(isPort))) {
    throw badRequest("Cannot forward ports: `ports` must be numbers from 1 to 65535");
  }
  return takeOver({
    ...{ upgrade: "websocket", protocol },
    serve: (connection) =>
      protocol === TUNNEL
        ? serveTunnel(connection, connect)
        : serveChannels(connection, ports, connect),
  });
}

const isPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65_536;

/** A forwarded connection, with the way to report an error. */
interface Forwarded {
  readonly readable: ReadableStream<Bytes>;
  readonly writable: WritableStream<Bytes>;
  fail(message: string): Promise<void>;
}

type Connect = (port: number, stream: Forwarded) => Promise<void>;

/** Lets the stated handler serve a connection; its errors are sent to the client. */
async function forward(
  stated: StatedContainers,
  places: readonly ContainerPlace[],
  port: number,
  { readable, writable, fail }: Forwarded,
): Promise<void> {
  const handlers = places.flatMap((place) => {
    const handler = stated.all(place).map(({ options }) => options.ports?.[port])
      .find((each) => each !== undefined);
    return handler === undefined ? [] : [{ place, handler }];
  });
  const [found] = handlers;
  const { name } = places[0]!.pod.metadata;
  try {
    if (!found) throw new Error("no statement has it");
    await serverOf(found.handler)({ ...found.place, port, readable, writable });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await fail(`error forwarding port ${port} to pod ${name}: ${why}`);
  }
}

const serverOf = (handler: PortHandler): Exclude<PortHandler, number> =>
  typeof handler === "function" ? handler : async ({ readable, writable }) => {
    const { connect } = await import("node:net");
    const socket = connect({ host: "127.0.0.1", port: handler });
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve).once("error", reject);
    });
    socket.on("error", () => socket.destroy());
    const up = (async () => {
      for await (const bytes of readable) await write(socket, bytes);
      socket.end();
    })().catch(() => void socket.destroy());
    const writer = writable.getWriter();
    for await (const bytes of socket) await writer.write(new Uint8Array(bytes));
    socket.destroy();
    void up;
  };

const write = (
  socket: { write(bytes: Bytes, done: (error?: Error | null) => void): unknown },
  bytes: Bytes,
): Promise<void> =>
  new Promise((resolve, reject) =>
    socket.write(bytes, (error) => error ? reject(error) : resolve())
  );

/** Each connection has a stream for its data and one for its errors, with the same id. */
async function serveTunnel(connection: OpenConnection, connect: Connect): Promise<void> {
  const errors = new Map<string, SpdyStream>();
  await serveSpdy({
    input: bytesIn(connection),
    send: (bytes) => connection.send(bytes),
    opened(stream) {
      const { streamtype, port, requestid = "" } = stream.headers;
      // Clients open the stream for errors first.
      if (streamtype === "error") return void errors.set(requestid, stream);
      const error = errors.get(requestid);
      errors.delete(requestid);
      const served = connect(Number(port), {
        readable: stream.readable,
        writable: new WritableStream({ write: (bytes) => stream.send(bytes) }),
        fail: async (message) => await error?.send(bytesOf(message)),
      });
      void served.then(() => stream.end()).then(() => error?.end());
    },
  });
}

/** Channels begin with the port in two bytes, the lower one first. */
async function serveChannels(
  { messages, send }: OpenConnection,
  ports: readonly number[],
  connect: Connect,
): Promise<void> {
  const write = (channel: number, bytes: Bytes) => send(joinBytes([Uint8Array.of(channel), bytes]));
  const inputs: WritableStreamDefaultWriter<Bytes>[] = [];
  const served = ports.map(async (port, index) => {
    const [data, error] = [2 * index, 2 * index + 1];
    const number = Uint8Array.of(port & 255, port >> 8);
    const pipe = new TransformStream<Bytes, Bytes>();
    inputs.push(pipe.writable.getWriter());
    await write(data, number);
    await write(error, number);
    await connect(port, {
      readable: pipe.readable,
      writable: new WritableStream({ write: (bytes) => write(data, bytes) }),
      fail: (message) => write(error, bytesOf(message)),
    });
  });
  const receive = async () => {
    for await (const message of messages) {
      const bytes = bytesOf(message);
      inputs[(bytes[0] ?? 0) / 2]?.write(bytes.subarray(1)).catch(() => {});
    }
    for (const input of inputs) input.close().catch(() => {});
  };
  await Promise.race([Promise.all(served), receive()]);
}
