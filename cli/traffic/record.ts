/**
 * The command `record`.
 *
 * @module
 */
import { defineCommand, integer, path, UsageError } from "@plumbline/options";
import { harOf, redacted } from "@plumbline/plugins";
import { pluralize } from "@plumbline/reports/text";
import { AddressInUse } from "@plumbline/runtime/errors";
import { writeTextFile } from "@plumbline/runtime/files";
import { type HttpListener, listenHttp } from "@plumbline/runtime/listener";
import { EXIT } from "../exit_codes.ts";
import type { CommandContext } from "../terminal.ts";
import { VERSION } from "../version.ts";
import { ACCESS_OPTIONS, accessOf } from "./access.ts";
import { Recorder } from "./recorder.ts";

/** The command. */
export const recordCommand = defineCommand({
  name: "record",
  arguments: ["[URL]"],
  description: "Pass requests on to a server, and write them with its responses to a file.",
  options: {
    out: path(
      "FILE",
      "HAR file to write when the command is interrupted; credentials are redacted",
    ),
    port: integer("port to listen on (default: a free one)", { min: 0, max: 65_535 }),
    ...ACCESS_OPTIONS,
  },
  examples: [
    [
      "record --kubeconfig ~/.kube/config --out traffic.har",
      "Record the requests that clients send to the printed address",
    ],
    [
      'record https://localhost:6443 --token "$TOKEN" --ca ca.pem --port 8080 --out traffic.har',
      "Record a server by its address",
    ],
  ],
  async run({ arguments: [url], options }, { terminal }: CommandContext): Promise<number> {
    const { out, port = 0 } = options;
    if (out === undefined) throw new UsageError("record needs a file. Give --out FILE.");
    const access = await accessOf(url, options);
    if (!access) throw new UsageError("record needs a server. Give its URL or --kubeconfig.");
    const stopped = new AbortController();
    const recorder = new Recorder(access, stopped.signal);
    const listener = await listen(port, (request) => recorder.answer(request));
    const interrupted = new Promise<void>((resolve) => {
      const forget = terminal.onInterrupt(() => {
        forget();
        resolve();
      });
    });
    terminal.out(`Recording ${access.url} at http://127.0.0.1:${listener.port}\n`);
    await interrupted;
    const exchanges = recorder.exchanges();
    // Clients first: a watch that is aborted while it is sent on would be an error of the listener.
    await listener.close();
    stopped.abort();
    access.connections.close();
    const tokens = access.token === undefined ? [] : [access.token];
    const clean = exchanges.map((exchange) => redacted(exchange, tokens));
    await writeTextFile(out, harOf(clean, VERSION), { mode: 0o600 });
    terminal.out(`Wrote ${pluralize(clean.length, "request")} to ${out}\n`);
    return EXIT.conformant;
  },
});

async function listen(
  port: number,
  answer: (request: Request) => Promise<Response>,
): Promise<HttpListener> {
  try {
    return await listenHttp(answer, { host: "127.0.0.1", port });
  } catch (error) {
    if (!(error instanceof AddressInUse)) throw error;
    throw new UsageError(
      `Cannot listen on 127.0.0.1:${port}: the port is in use. Use --port 0 for a free one.`,
    );
  }
}
