/**
 * Commands in containers: `…/pods/NAME/exec` and `…/pods/NAME/attach`.
 *
 * @module
 */
import { ApiError, badRequest, type JsonObject } from "@plumbline/server/api";
import { readBoolean } from "@plumbline/server/codec";
import {
  asksForWebSocket,
  canTakeOver,
  type ConnectContext,
  subprotocolsOf,
  takeOver,
} from "@plumbline/server/connections";
import { CHANNEL_PROTOCOLS, channelStreams } from "./channels.ts";
import { createCall, outputOf } from "./command_call.ts";
import { runFileCommand } from "./file_commands.ts";
import { printFrom } from "./log.ts";
import type { RemoteStreams, StreamOptions } from "./remote_streams.ts";
import { notStated, placeIn, requireNode, type StatedContainers } from "./stated.ts";
import { asksForSpdy, runOverSpdy } from "./spdy_upgrade.ts";
import type {
  CommandFunction,
  CommandOutcome,
  ContainerPlace,
  ContainersOptions,
} from "./types.ts";

/** Answers a request to run a command, or to attach to a container. */
export async function answerCommand(
  stated: StatedContainers,
  context: ConnectContext,
  subresource: "exec" | "attach",
): Promise<Response> {
  const { query, request, read } = context;
  const isExec = subresource === "exec";
  const options = streamsIn(query);
  const command = query.getAll("command");
  if (isExec && command.length === 0) {
    throw badRequest("you must specify at least one command for the container");
  }
  const pod = await read();
  const place = placeIn(pod, query.get("container"));
  const run = isExec ? execOf(stated, place) : attachOf(stated, place);
  if (!run) {
    requireNode(pod);
    throw isExec
      ? notStated(place, "commands", "containers({ commands: { … } })")
      : notStated(place, "process to attach to", "containers({ attach: … }) or its output");
  }
  const serve = (streams: RemoteStreams) =>
    runCommand(stated, streams, { run, command: isExec ? command : [], place, options });
  if (asksForSpdy(request)) return runOverSpdy(request, options, serve);
  if (!asksForWebSocket(request)) throw withoutWebSocket(request);
  requireConnection(request);
  const offered = subprotocolsOf(request.headers, ".");
  const protocol = offered.length === 0
    ? ""
    : offered.find((name) => CHANNEL_PROTOCOLS.includes(name));
  if (protocol === undefined) {
    throw badRequest(
      `Cannot upgrade the connection to ${offered.join(", ")}: the subprotocols are ` +
        CHANNEL_PROTOCOLS.join(", "),
    );
  }
  return takeOver({
    upgrade: "websocket",
    ...(protocol !== "" && { protocol }),
    serve: (connection) => serve(channelStreams(connection, protocol, options)),
  });
}

/** Returns the error about a request without an upgrade, or with one to another protocol. */
export function withoutWebSocket({ headers }: Request): ApiError {
  const upgrade = headers.get("upgrade");
  if (!upgrade) return badRequest("Upgrade request required");
  return new ApiError(
    "NotImplemented",
    `This connection cannot be upgraded to ${upgrade}: use a client with WebSocket, such as ` +
      "kubectl from release 1.31 on, or serve over TLS, where SPDY/3.1 can be served, too",
  );
}

/** @throws {ApiError} NotImplemented where there is no connection to take over */
export function requireConnection(request: Request): void {
  if (canTakeOver(request, request.headers.get("upgrade") ?? "")) return;
  throw new ApiError(
    "NotImplemented",
    "The connection of this request cannot be upgraded: it needs a WebSocket over HTTP/1.1 to a " +
      "port that the server listens on",
  );
}

/** @throws {ApiError} BadRequest without any stream */
function streamsIn(query: URLSearchParams): StreamOptions {
  const on = (name: string) => readBoolean(query, name);
  const tty = on("tty");
  // A terminal has one output.
  const options = { stdin: on("stdin"), stdout: on("stdout"), stderr: on("stderr") && !tty, tty };
  if (options.stdin || options.stdout || options.stderr) return options;
  throw badRequest("you must specify at least 1 of stdin, stdout, stderr");
}

/** Runs a command of a container. */
type Run = CommandFunction;

/** Returns what runs the commands of a container; undefined if nothing states any. */
function execOf(stated: StatedContainers, place: ContainerPlace): Run | undefined {
  const commands = stated.find(place, "commands")?.options.commands;
  const files = stated.find(place, "files");
  if (commands === undefined && !files) return undefined;
  return async (call) => {
    const found = inTable(commands, call.command);
    if (typeof found === "function") return await found(call);
    if (found !== undefined) return found;
    const ofFiles = files && await runFileCommand(call);
    if (ofFiles !== undefined) return ofFiles;
    if (typeof commands === "function") return await commands(call);
    return { stderr: unknownCommand(call.command[0]!, commands, files !== undefined), code: 127 };
  };
}

type Table = Exclude<ContainersOptions["commands"], CommandFunction>;

/** Returns what a table states about a command, first about all of it, then about its program. */
function inTable(
  commands: ContainersOptions["commands"],
  command: readonly string[],
): CommandFunction | CommandOutcome {
  if (commands === undefined || typeof commands === "function") return undefined;
  const name = [command.join(" "), command[0]!].find((name) => Object.hasOwn(commands, name));
  return name === undefined ? undefined : commands[name];
}

function unknownCommand(program: string, commands: Table, hasFiles: boolean): string {
  const known = [...Object.keys(commands ?? {}), ...(hasFiles ? ["tar", "test"] : [])];
  return `plumbline: no command "${program}" is stated; these are: ${known.join(", ")}\n`;
}

/** Returns what serves `attach`; undefined if nothing states it. */
function attachOf(stated: StatedContainers, place: ContainerPlace): Run | undefined {
  const attach = stated.find(place, "attach")?.options.attach;
  if (attach) return attach;
  const prints = stated.find(place, "output") ||
    stated.all(place).some(({ printed }) => printed.length > 0);
  if (!prints) return undefined;
  return async ({ stdout, signal }) => {
    await printFrom(stated, place, { write: (text) => void stdout(text), signal });
  };
}

async function runCommand(
  stated: StatedContainers,
  streams: RemoteStreams,
  { run, command, place, options }: {
    readonly run: Run;
    readonly command: readonly string[];
    readonly place: ContainerPlace;
    readonly options: StreamOptions;
  },
): Promise<void> {
  const signal = AbortSignal.any([streams.closed, stated.stopped]);
  const files = stated.find(place, "files")?.files ?? new Map();
  const { call, flushed } = createCall(streams, {
    ...place,
    command,
    tty: options.tty,
    files,
    signal,
  });
  await streams.begin();
  let status: JsonObject;
  try {
    const ended = new Promise<undefined>((resolve) =>
      signal.addEventListener("abort", () => resolve(undefined), { once: true })
    );
    const outcome = await Promise.race([run(call), ended]);
    const { stdout, stderr, code } = outputOf(outcome);
    if (stdout !== undefined) await call.stdout(stdout);
    if (stderr !== undefined) await call.stderr(stderr);
    status = code === 0 ? SUCCESS : failureOf(code);
  } catch (error) {
    // What the test's own function throws is not the server's error: the client gets it.
    const message = `error executing command in container: ${messageOf(error)}`;
    await call.stderr(`plumbline: ${message}\n`);
    status = { metadata: {}, status: "Failure", message, reason: "InternalError", code: 500 };
  }
  await flushed();
  await streams.finish(status);
}

const messageOf = (error: unknown): string => error instanceof Error ? error.message : `${error}`;

const SUCCESS: JsonObject = { metadata: {}, status: "Success" };

/** Returns the Status of an exit code, as kubelets send it. */
const failureOf = (code: number): JsonObject => ({
  metadata: {},
  status: "Failure",
  message: `command terminated with non-zero exit code: exit status ${code}`,
  reason: "NonZeroExitCode",
  details: { causes: [{ reason: "ExitCode", message: String(code) }] },
});
