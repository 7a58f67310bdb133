/**
 * Subresources that answer their requests by themselves, and connections that they take over.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/server";
 * import type { Connector } from "@plumbline/server/connections";
 *
 * const size: Connector = {
 *   ...{ kind: "Secret", verbs: ["get"] },
 *   connect: async ({ read }) => new Response(String(Object.keys((await read()).data ?? {}).length)),
 * };
 * await using server = await createServer({
 *   extensions: [{ name: "sizes", install: () => ({ connectors: { "/secrets": { size } } }) }],
 *   objects: [{ apiVersion: "v1", kind: "Secret", metadata: { name: "a" } }],
 * });
 * const headers = { authorization: `Bearer ${server.token()}` };
 * const url = "http://localhost/api/v1/namespaces/default/secrets/a/size";
 * const response = await server.fetch(new Request(url, { headers }));
 * assertEquals(await response.text(), "0");
 * ```
 *
 * @module
 */
export type { ConnectContext, Connector, Connectors } from "../registry/connector.ts";
export { canTakeOver, type OpenConnection, type Takeover, takeOver } from "../takeover.ts";
export { asksForWebSocket, subprotocolsOf } from "../websocket.ts";
