/**
 * The command `serve`.
 *
 * @module
 */
import { makeTemporaryDirectory, remove, writeTextFile } from "@plumbline/runtime/files";
import { AddressInUse } from "@plumbline/runtime/errors";
import {
  choice,
  defineCommand,
  flag,
  integer,
  list,
  milliseconds,
  optionGroup,
  pair,
  path,
  readTextOf,
  repeatable,
  text,
  UsageError,
  value,
  type ValuesOf,
} from "@plumbline/options";
import {
  ConfigurationError,
  type Identity,
  type RunningServer,
  type ServerOptions,
  startServer,
} from "@plumbline/reference";
import {
  KINDS,
  PLAYERS,
  readFeatureGates,
  readRuntimeConfig,
  RELEASES,
} from "@plumbline/reference/settings";
import { DIALECT_NAMES } from "../dialect_names.ts";
import { EXIT } from "../exit_codes.ts";
import type { CommandContext, Terminal } from "../terminal.ts";
import { printAddress, startPage, UI_OPTIONS, uiSettingsOf } from "../ui_options.ts";
import type { TestingParts } from "./testing_parts.ts";

const DEFAULT_PORT = 8001;

const IN_MEMORY = "The objects are in memory only. Use --data FILE to keep them.\n";

const OPTIONS = {
  ...optionGroup("Address", {
    port: integer("port to listen on, 0 for a free one (default 8001)", { min: 0, max: 65_535 }),
    host: text("ADDRESS", "address to listen on (default 127.0.0.1)"),
    tls: flag("serve HTTPS with a certificate created at start"),
    clientCa: path(
      "FILE",
      "file of PEM certificates to verify client certificates with, for --tls",
    ),
    replicas: integer("servers of the same objects, on the next ports (default 1)", {
      min: 1,
      max: 16,
    }),
  }),
  ...optionGroup("API", {
    identity: repeatable(value(
      "NAME=TOKEN,GROUP,...",
      "user with its bearer token and groups (repeatable; default: one administrator)",
      readIdentity,
    )),
    dialect: choice(
      "DIALECT",
      "suffix of API groups: kubernetes for k8s.io (default) or svc for svc.io",
      DIALECT_NAMES,
    ),
    release: choice(
      "RELEASE",
      `release of the API: ${RELEASES.join(", ")} (default 1.26)`,
      RELEASES,
    ),
    kinds: choice(
      "KINDS",
      "kinds to serve: all of the release, or those of the specification (default all)",
      KINDS,
    ),
    runtimeConfig: repeatable(text(
      "KEY[=BOOL],...",
      "enable or disable GROUP/VERSION[/RESOURCE] (default: alpha versions are disabled)",
    )),
    featureGates: repeatable(text("GATE=BOOL,...", "enable or disable features")),
    objects: repeatable(path(
      "PATH",
      "file or folder of manifests to start with (repeatable)",
    )),
    data: path("FILE", "file that keeps the objects for the next start (default: in memory)"),
    store: text("URL", "etcd that keeps the objects, for any number of servers: etcd://HOST:PORT"),
    history: value(
      "TIME",
      "how long old resourceVersions can be read and watched from, as 20s (default 5m)",
      milliseconds,
    ),
    historyBytes: integer(
      "bytes of superseded objects above which older resourceVersions are gone (default 256 MiB)",
      { min: 0, max: Number.MAX_SAFE_INTEGER, placeholder: "BYTES" },
    ),
  }),
  ...optionGroup("Testing clients", {
    play: repeatable(choice(
      "NAME",
      `do what this controller of a cluster does (repeatable): all, ${PLAYERS.join(", ")}`,
      ["all", ...PLAYERS] as const,
    )),
    containers: repeatable(path(
      "FILE",
      "state what containers print, run, have and serve, in YAML (repeatable; plays pods-run)",
    )),
    mutant: list(
      "ID",
      "seed this bug into the server, with --replicas into the last one (repeatable); " +
        "`matrix --list` lists the bugs",
      { completes: async () => (await import("../mutant_option.ts")).SEEDED_IDS },
    ),
    replay: path("FILE", "answer the requests of this HAR file as recorded, others by the server"),
    control: flag("serve the control API at /plumbline/v1 for administrators"),
  }),
  ...UI_OPTIONS,
  json: flag("print one line of JSON for programs: URL, kubeconfig, user and token"),
};

type ServeOptions = ValuesOf<typeof OPTIONS>;

/** The command. */
export const serveCommand = defineCommand({
  name: "serve",
  description: "Run the reference server until it is interrupted.",
  options: OPTIONS,
  examples: [
    [
      "serve --port 8001 --identity admin=admin-token,system:masters",
      "Serve with one administrator and a token of your choice",
    ],
    ["serve --tls", "Serve kubectl and client libraries"],
    [
      "serve --control --mutant watch/third-of-burst-lost",
      "Test a client against a server with a seeded bug",
    ],
    ["serve --data cluster.data", "Keep the objects over restarts and crashes"],
    [
      "serve --store etcd://127.0.0.1:2379",
      "Serve the objects in an etcd, as one of any number of servers",
    ],
    ["serve --replay traffic.har", "Answer requests that `record` wrote as they were answered"],
    ["serve --ui", "Show objects, watches, requests and mutants on a page in the browser"],
    ["serve --port 0 --tls --json", "Serve for a program that reads where"],
  ],
  run: ({ options }, context: CommandContext) => serve(options, context),
});

async function serve(options: ServeOptions, { terminal }: CommandContext): Promise<number> {
  const ui = uiSettingsOf(options);
  const testing = await testingPartsOf(options);
  const server = await start(options, testing);
  const directory = await makeTemporaryDirectory("plumbline-");
  // Before any output: a reader of it may interrupt the program at once.
  const interrupted = interruption(terminal);
  let page: Awaited<ReturnType<TestingParts["startPage"]>> | undefined;
  try {
    const kubeconfig = `${directory}/kubeconfig`;
    await writeTextFile(kubeconfig, server.kubeconfig(), { mode: 0o600 });
    if (ui && testing) page = await startPage(ui, (port) => testing.startPage(server, port));
    if (options.json) {
      terminal.out(`${JSON.stringify(lineFor(server, kubeconfig, page?.address))}\n`);
    } else {
      printLines(server, { kubeconfig, showToken: options.identity === undefined }, terminal);
      if (page) printAddress(page.address, terminal);
    }
    // On standard error and after the address, as programs read what is printed first.
    for (const warning of server.warnings) terminal.error(`${warning}\n`);
    if ((options.data ?? options.store) === undefined) terminal.error(IN_MEMORY);
    await interrupted;
  } finally {
    await page?.close();
    await Promise.all([server, ...server.replicas].map((each) => each.close()));
    await remove(directory);
  }
  return EXIT.conformant;
}

/** A server with its replicas. */
type Served = RunningServer & { readonly replicas: readonly RunningServer[] };

/** What `serve --json` prints. */
export interface ServeLine {
  /** Version of this format. */
  readonly schema: 1;
  readonly url: string;
  /** URLs of the replicas. */
  readonly replicas: readonly string[];
  /** The path of a kubeconfig, which is removed when the server ends. */
  readonly kubeconfig: string;
  /** The first user. */
  readonly user: string;
  /** The bearer token of that user. */
  readonly token: string;
  /** The authority to trust, in PEM; absent without TLS. */
  readonly caCertificate?: string;
  /** The address of the live page; absent without one. */
  readonly page?: string;
}

function lineFor(server: Served, kubeconfig: string, page?: string): ServeLine {
  const [{ name: user, token }] = server.identities;
  const { url, caCertificate } = server;
  return {
    schema: 1,
    url,
    replicas: server.replicas.map((replica) => replica.url),
    kubeconfig,
    user,
    token,
    ...(caCertificate !== undefined && { caCertificate }),
    ...(page !== undefined && { page }),
  };
}

/** Prints the address first. */
function printLines(
  server: Served,
  { kubeconfig, showToken }: { readonly kubeconfig: string; readonly showToken: boolean },
  terminal: Terminal,
): void {
  terminal.out(`Serving ${server.url}\n`);
  for (const { url } of server.replicas) terminal.out(`Replica ${url}\n`);
  terminal.out(`Kubeconfig ${kubeconfig}\n`);
  // The user knows a token that was given; a generated one is shown here only.
  if (!showToken) return;
  const [{ name, token }] = server.identities;
  terminal.out(`Token of ${name} ${token}\n`);
}

function interruption(terminal: Terminal): Promise<void> {
  return new Promise((resolve) => {
    const forget = terminal.onInterrupt(() => {
      forget();
      resolve();
    });
  });
}

/** Loads the parts that the options need; undefined if they need none. */
async function testingPartsOf(
  { mutant = [], control, ui, replay, replicas = 1 }: ServeOptions,
): Promise<TestingParts | undefined> {
  if (mutant.length === 0 && !control && !ui && replay === undefined) return undefined;
  const recording = replay === undefined
    ? undefined
    : { file: replay, text: await readTextOf(replay, "the recording") };
  const { testingParts } = await import("./testing_parts.ts");
  return testingParts({
    mutant,
    control: control ?? false,
    ui: ui ?? false,
    replicas,
    ...(recording !== undefined && { recording }),
  });
}

/** Starts the server and its replicas. */
async function start(
  options: ServeOptions,
  testing: TestingParts | undefined,
): Promise<Served> {
  const { host = "127.0.0.1", port = DEFAULT_PORT, dialect, identity, release } = options;
  if (options.clientCa !== undefined && !options.tls) {
    throw new UsageError("Cannot use --client-ca without --tls.");
  }
  const listening = {
    host,
    tls: options.tls ?? false,
    ...(options.clientCa !== undefined && {
      clientCa: await readTextOf(options.clientCa, "the certificates"),
    }),
  };
  const play = await playersOf(options);
  let next = port;
  try {
    const { replicas: count = 1 } = options;
    const server = await startServer({
      ...(testing && { plugins: testing.plugins }),
      port,
      ...listening,
      ...(dialect !== undefined && { dialect }),
      ...(identity !== undefined && { identities: identity }),
      ...(release !== undefined && { release }),
      ...(play.length > 0 && { play }),
      ...(options.objects !== undefined && { objects: options.objects }),
      ...(options.data !== undefined && { data: options.data }),
      ...(options.store !== undefined && { store: options.store }),
      ...(options.history !== undefined && { history: options.history }),
      ...(options.historyBytes !== undefined && { historyBytes: options.historyBytes }),
      ...(options.kinds !== undefined && { kinds: options.kinds }),
      runtimeConfig: readRuntimeConfig((options.runtimeConfig ?? []).join()),
      featureGates: readFeatureGates((options.featureGates ?? []).join()),
    });
    const replicas: RunningServer[] = [];
    for (let number = 1; number < count; number++) {
      const isLast = number === count - 1;
      const replica = await server.replica({
        plugins: isLast && testing ? testing.lastReplica() : [],
      });
      next = port === 0 ? 0 : port + number;
      replicas.push({ ...replica, ...await replica.listen({ port: next, ...listening }) });
    }
    return { ...server, replicas };
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(error.message);
    if (error instanceof AddressInUse) {
      throw new UsageError(
        `Cannot listen on ${host}:${next}: the port is in use. Use --port 0 for a free one.`,
      );
    }
    // The runtime has no error class for an address that is not this machine's.
    if (options.host !== undefined && error instanceof Error && /address/.test(error.message)) {
      const why = error.message.replace(/ \(os error \d+\)$/, "");
      throw new UsageError(`Cannot listen on --host ${host}: ${why}`);
    }
    throw error;
  }
}

/** Returns the players that the options name, and the containers that they state. */
async function playersOf(
  { play = [], containers: files = [] }: ServeOptions,
): Promise<NonNullable<ServerOptions["play"]>> {
  if (files.length === 0) return play;
  const { readContainers } = await import("./containers_file.ts");
  const stated = await Promise.all(files.map(readContainers));
  // Containers run where Pods do.
  return [...play, "pods-run", ...stated.flat()];
}

/** Parses a user written as `name=token,group,...`. */
function readIdentity(text: string, flag: string): Identity {
  const [name, rest] = pair(text, flag, "NAME=TOKEN,GROUP,...");
  const [token = "", ...groups] = rest.split(",");
  return { name, token, groups };
}
