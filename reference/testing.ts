/**
 * The server of tests outside of the room `server`: the reference server, whose time and chance stand
 * still. It is not published.
 *
 * @module
 */
import { type TestServer, withServerOf } from "@plumbline/server/testing";
import type { ListenOptions } from "@plumbline/server";
import { type ServerOptions, startServer } from "./reference.ts";

/** Runs a test against a new server, as that of the room `server` does. */
export const withServer = (
  test: (server: TestServer) => Promise<void>,
  options: ServerOptions & ListenOptions = {},
): Promise<void> => withServerOf(startServer, test, options);
