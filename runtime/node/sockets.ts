/**
 * Sockets of `node:net` and `node:tls`.
 *
 * @module
 */
import type { Server } from "node:net";
import type { PeerCertificate as NodeCertificate, TLSSocket } from "node:tls";
import { AddressInUse, systemCodeOf } from "../errors.ts";
import type { HttpAddress, PeerCertificate } from "../listener_types.ts";

/**
 * Lets a server listen, and returns its TCP port.
 *
 * @throws {AddressInUse} if the port is in use
 * @throws {Error} if the address is not one of this machine
 */
export async function listen(
  server: Pick<Server, "listen" | "address" | "on">,
  { host, port }: Pick<HttpAddress, "host" | "port">,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.on("error", (error) => {
      reject(systemCodeOf(error) === "EADDRINUSE" ? new AddressInUse(error.message) : error);
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error(`Cannot listen on ${host}:${port}: the server has no TCP port`);
  }
  return address.port;
}

/** Returns the subject of the client's certificate; undefined without a certificate or a name. */
export function readCertificate(
  socket: Pick<TLSSocket, "getPeerCertificate" | "authorized">,
): PeerCertificate | undefined {
  const { subject }: Partial<NodeCertificate> = socket.getPeerCertificate() ?? {};
  const [name] = valuesOf(subject?.CN);
  if (!name) return undefined;
  return { name, groups: valuesOf(subject?.O), trusted: socket.authorized };
}

/** A name that occurs several times in a subject has a list of values. */
const valuesOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;
