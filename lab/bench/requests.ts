/**
 * The requests of the benchmark, as text.
 *
 * @module
 */
import { textOf } from "../client/connection.ts";

/** The collection that most requests are for. */
export const SECRETS = "/api/v1/namespaces/default/secrets";

/** The collection of namespaces. */
export const NAMESPACES_PATH = "/api/v1/namespaces";

/** Reads a path. */
export const get = (path: string): string => textOf({ method: "GET", path });

/** Deletes a path. */
export const remove = (path: string): string => textOf({ method: "DELETE", path });

/** Sends a body. */
export const requestText = (
  method: string,
  path: string,
  contentType: string,
  body: string,
): string => textOf({ method, path, contentType, body });

/** Creates an object. */
export const create = (path: string, object: unknown): string =>
  requestText("POST", path, "application/json", JSON.stringify(object));
