/**
 * The plugin that answers requests with recorded responses.
 *
 * @module
 */
import type { PartChanges, Plugin, PluginContext } from "@plumbline/server/parts";
import { aText, complaintAbout, onlyFields } from "@plumbline/server/shape";
import { onlyServer } from "../one_server.ts";
import { readHar, type RecordedExchange } from "./har.ts";

/** Options of the replay of recorded traffic. */
export interface ReplayOptions {
  /** The text of a HAR file, as the command `record` writes it. */
  readonly recording: string;
}

/** Headers of the recorded connection, and of the form in which the body was sent. */
const OF_CONNECTION = [
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
];

/**
 * Creates the plugin of replay: a request with the method, path and query of a recorded one gets its
 * response, without authentication. Equal requests get their responses in the recorded order, and
 * further ones the last. The server processes all other requests.
 *
 * @param options the recording
 * @returns the plugin
 * @throws {RangeError} for a text that is no HAR
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/plumbline/server";
 * import { replay } from "@plumbline/plumbline/plugins";
 *
 * const request = { method: "GET", url: "https://cluster/version" };
 * const content = { mimeType: "application/json", text: '{"gitVersion":"v9"}' };
 * const recording = JSON.stringify({
 *   log: { entries: [{ request, response: { status: 200, content } }] },
 * });
 * await using server = await createServer({ plugins: [replay({ recording })] });
 * const response = await server.fetch(new Request("http://localhost/version"));
 * assertEquals(await response.json(), { gitVersion: "v9" });
 * ```
 */
export function replay(options: ReplayOptions): Plugin {
  const complaint = complaintAbout(options, OPTIONS, "Cannot create replay");
  if (complaint !== undefined) throw new RangeError(complaint);
  const claim = onlyServer("replay");
  const recorded = Map.groupBy(readHar(options.recording), keyOf);
  return {
    name: "replay",
    install({ wire }: PartChanges, server: PluginContext) {
      claim(server);
      wire(({ answer }) => ({
        answer(request) {
          const left = recorded.get(keyOf(request));
          const exchange = left && left.length > 1 ? left.shift() : left?.[0];
          return exchange ? Promise.resolve(responseOf(exchange)) : answer(request);
        },
      }));
    },
  };
}

const OPTIONS = onlyFields({ recording: aText }, "option");

function keyOf({ method, url }: { readonly method: string; readonly url: string }): string {
  const { pathname, search } = new URL(url);
  return `${method.toUpperCase()} ${pathname}${search}`;
}

/** Statuses whose responses have no body. */
const WITHOUT_BODY = [204, 205, 304];

function responseOf({ status, responseHead, responseBody }: RecordedExchange): Response {
  const head = responseHead.filter(([name]) =>
    !OF_CONNECTION.includes(name) && !name.startsWith(":")
  );
  const body = WITHOUT_BODY.includes(status) ? null : responseBody;
  return new Response(body, { status, headers: head.map(([name, value]) => [name, value]) });
}
