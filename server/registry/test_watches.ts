/**
 * Requests that tests of watches are made of.
 *
 * @module
 */
import { secretOf, SECRETS, type TestServer } from "../testing.ts";

/** Makes a secret. */
export const create = (server: TestServer, name: string, labels: Record<string, string> = {}) =>
  server.must("POST", SECRETS, { body: secretOf(name, { metadata: { labels } }) });

/** The version of the secrets' list. */
export const versionOf = async (server: TestServer): Promise<string> =>
  (await server.must("GET", SECRETS)).metadata.resourceVersion;
