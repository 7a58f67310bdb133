/**
 * Requests that must be refused without a trace.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Reason } from "./api_error.ts";
import {
  assertRefused,
  deploymentOf,
  type Question,
  secretOf,
  SECRETS,
  type TestServer,
  withServer,
} from "./testing.ts";

/** Where deployments live. */
export const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
/** The media type of a merge patch. */
export const MERGE = "application/merge-patch+json";
/** The media type of a JSON patch. */
export const JSON_PATCH = "application/json-patch+json";

/** A request that must be refused. */
export type Case = readonly [what: string, method: string, path: string, Question, Reason];

/** Everything there is, with the version of each collection. */
async function everything(server: TestServer): Promise<string[]> {
  const lists = [SECRETS, DEPLOYMENTS, "/api/v1/namespaces"].map((path) => server.ask("GET", path));
  return (await Promise.all(lists)).map(({ text }) => text);
}

/** A server that holds two secrets, `a` and `b`, and a deployment `d`. */
export async function withContent(test: (server: TestServer) => Promise<void>): Promise<void> {
  await withServer(async (server) => {
    await server.must("POST", SECRETS, {
      body: secretOf("a", { metadata: { labels: { app: "x" } } }),
    });
    await server.must("POST", SECRETS, { body: secretOf("b", { data: { key: "dmFsdWU=" } }) });
    await server.must("POST", DEPLOYMENTS, { body: deploymentOf("d") });
    await test(server);
  });
}

/** Holds each request to its refusal, and to changing nothing. */
export async function refuseAll(cases: readonly Case[]): Promise<void> {
  await withContent(async (server) => {
    const before = await everything(server);
    for (const [what, method, path, question, reason] of cases) {
      const answer = await server.ask(method, path, question);
      try {
        assertRefused(answer, reason);
        assertEquals(await everything(server), before);
      } catch (error) {
        throw new Error(`${what}: ${method} ${path}`, { cause: error });
      }
    }
  });
}
