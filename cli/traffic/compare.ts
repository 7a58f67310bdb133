/**
 * The command `compare`.
 *
 * @module
 */
import { defineCommand, path, readTextOf, repeatable, UsageError } from "@plumbline/options";
import { readHar, type RecordedExchange } from "@plumbline/plugins";
import { ConfigurationError, startServer } from "@plumbline/reference";
import { pluralize, safeLine } from "@plumbline/reports/text";
import { openConnections } from "@plumbline/runtime/http_client";
import { EXIT } from "../exit_codes.ts";
import type { CommandContext, Terminal } from "../terminal.ts";
import { type Access, ACCESS_OPTIONS, accessOf } from "./access.ts";
import { type Difference, differencesOf, Replacements } from "./differences.ts";
import { reasonOf } from "./recorder.ts";

/** The command. */
export const compareTrafficCommand = defineCommand({
  name: "compare",
  arguments: ["<FILE>", "[URL]"],
  description:
    "Send recorded requests again, to the reference server if no URL is given, and show " +
    "the fields in which the responses differ.",
  options: {
    objects: repeatable(path(
      "PATH",
      "file or folder of manifests of the reference server (repeatable)",
    )),
    ...ACCESS_OPTIONS,
  },
  examples: [
    ["compare traffic.har", "Compare the reference server with the recorded one"],
    [
      'compare traffic.har https://localhost:6443 --token "$TOKEN" --ca ca.pem',
      "Compare another server; this writes to it what was recorded",
    ],
  ],
  async run({ arguments: [file, url], options }, { terminal }: CommandContext): Promise<number> {
    const exchanges = readRecording(file!, await readTextOf(file!, "the recording"));
    const access = await accessOf(url, options);
    if (access) {
      if (options.objects) throw new UsageError("Cannot use --objects with a server.");
      try {
        return await compare(exchanges, access, terminal);
      } finally {
        access.connections.close();
      }
    }
    const server = await start(options.objects);
    const connections = openConnections();
    try {
      const { url, identities: [{ token }] } = server;
      return await compare(exchanges, { url, token, connections }, terminal);
    } finally {
      connections.close();
      await server.close();
    }
  },
});

function readRecording(file: string, text: string): readonly RecordedExchange[] {
  try {
    return readHar(text);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`${file}: ${error.message}`) : error;
  }
}

async function start(objects: readonly string[] | undefined) {
  try {
    return await startServer(objects ? { objects } : {});
  } catch (error) {
    throw error instanceof ConfigurationError ? new UsageError(error.message) : error;
  }
}

/** Watches do not end by themselves, and their events depend on time. */
const isWatch = ({ url }: RecordedExchange) => {
  const { searchParams } = new URL(url);
  return ["1", "true"].includes(searchParams.get("watch") ?? "");
};

async function compare(
  exchanges: readonly RecordedExchange[],
  access: Access,
  terminal: Terminal,
): Promise<number> {
  const replacements = new Replacements();
  const compared = exchanges.filter((exchange) => !isWatch(exchange));
  let differing = 0;
  for (const exchange of compared) {
    const differences = await differencesNow(exchange, access, replacements);
    if (differences.length === 0) continue;
    differing++;
    const { pathname, search } = new URL(exchange.url);
    terminal.out(`${safeLine(`${exchange.method} ${pathname}${search}`)}\n`);
    for (const difference of differences) terminal.out(`  ${lineOf(difference)}\n`);
  }
  const watches = exchanges.length - compared.length;
  const skipped = watches === 0 ? "" : `, ${watches} of watches not compared`;
  terminal.out(
    `${pluralize(compared.length, "request")} compared, ${differing} with differences${skipped}\n`,
  );
  return differing === 0 ? EXIT.conformant : EXIT.notConformant;
}

async function differencesNow(
  { method, url, requestHead, requestBody, status, responseHead, responseBody }: RecordedExchange,
  access: Access,
  replacements: Replacements,
): Promise<readonly Difference[]> {
  const decoder = new TextDecoder();
  const path = replacements.inPath(url);
  const sent = isText(requestBody) ? replacements.inBody(decoder.decode(requestBody)) : requestBody;
  const headers = requestHead.filter(([name]) =>
    ["accept", "content-type", "user-agent"].includes(name)
  );
  const { token, connections } = access;
  let response: Response;
  try {
    response = await connections.send(access.url + path, {
      method,
      headers: token === undefined
        ? headers
        : [...headers, ["authorization", `Bearer ${token}`] as const],
      body: sent.length === 0 ? undefined : sent,
      signal: AbortSignal.timeout(60_000),
    });
  } catch (error) {
    throw new UsageError(`Cannot reach ${access.url}: ${reasonOf(error)}`);
  }
  const answered = new Uint8Array(await response.arrayBuffer());
  // Protobuf has no fields to name, and values that each server chooses.
  const areText = isText(responseBody) && isText(answered);
  const [before, now] = areText
    ? [decoder.decode(responseBody), decoder.decode(answered)]
    : ["", ""];
  replacements.learn(before, now);
  return differencesOf(
    { status, headers: new Map(responseHead), body: before },
    { status: response.status, headers: new Map(response.headers), body: now },
  );
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // Protobuf of the API begins with "k8s" and a zero.
    return !bytes.includes(0);
  } catch {
    return false;
  }
}

const shown = (value: Difference["now"]) =>
  value === undefined ? "absent" : safeLine(JSON.stringify(value));

const lineOf = ({ field, recorded, now }: Difference) =>
  `${safeLine(field)}: recorded ${shown(recorded)}, now ${shown(now)}`;
