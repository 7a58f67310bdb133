/**
 * The command `serve`.
 *
 * @module
 */
import {
  choiceOf,
  commandHelp,
  type GivenOptions,
  integerOf,
  pairOf,
  parseArguments,
  textOf,
  UsageError,
} from "../../command_line/mod.ts";
import { ServerPage } from "../../ui/mod.ts";
import {
  ConfigurationError,
  type Identity,
  readFeatureGates,
  readRuntimeConfig,
  RELEASES,
  type Server,
  type ServerOptions,
  startServer,
} from "../../server/mod.ts";
import { DIALECT_NAMES } from "../target_options.ts";
import { EXIT } from "../exit_code.ts";
import { faultsOf } from "../fault_option.ts";
import type { Io } from "../io.ts";
import { kubeconfigText } from "./kubeconfig_text.ts";
import { SERVE_COMMAND } from "./options.ts";
import { tellAddress, type UiSettings, uiSettingsOf } from "../ui_options.ts";

const DEFAULT_PORT = 8001;

/** Runs the command until somebody ends it, and returns its exit code. */
export async function serve(words: readonly string[], io: Io): Promise<number> {
  const { options } = parseArguments(words, SERVE_COMMAND);
  if (options.has("help")) {
    io.out(commandHelp(SERVE_COMMAND, io.columns));
    return EXIT.conformant;
  }
  const ui = uiSettingsOf(options);
  const server = await start(options);
  const directory = await Deno.makeTempDir({ prefix: "plumbline-" });
  // Before anything is said: whoever reads it may end the server at once.
  const interrupted = interruption(io);
  let page: ServerPage | undefined;
  try {
    const kubeconfig = `${directory}/kubeconfig`;
    await Deno.writeTextFile(kubeconfig, kubeconfigText(server), { mode: 0o600 });
    for (const warning of server.warnings) io.error(`${warning}\n`);
    io.out(`Serving ${server.url}\n`);
    io.out(`Kubeconfig ${kubeconfig}\n`);
    // A token that was given is known; one that was made can only be learnt here.
    if (!options.has("identity")) {
      const [{ name, token }] = server.identities;
      io.out(`Token of ${name} ${token}\n`);
    }
    page = ui && openPage(server, ui);
    if (page) tellAddress(page.address, io);
    await interrupted;
  } finally {
    await page?.close();
    await server.close();
    await Deno.remove(directory, { recursive: true });
  }
  return EXIT.conformant;
}

function openPage(server: Server, { port }: UiSettings): ServerPage {
  try {
    return new ServerPage(server, { port });
  } catch (error) {
    throw error instanceof Deno.errors.AddrInUse
      ? new UsageError(`${taken(port)}, or no --ui-port for a free one`)
      : error;
  }
}

function interruption(io: Io): Promise<void> {
  return new Promise((resolve) => {
    const forget = io.onInterrupt(() => {
      forget();
      resolve();
    });
  });
}

async function start(options: GivenOptions): Promise<Server> {
  try {
    return await startServer(serverOptions(options));
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) throw new UsageError(portTaken(options));
    if (error instanceof ConfigurationError) throw new UsageError(error.message);
    const host = textOf(options, "host");
    // The runtime has no class for a name that is not known.
    if (host !== undefined && error instanceof Error && /address/.test(error.message)) {
      const why = error.message.replace(/ \(os error \d+\)$/, "");
      throw new UsageError(`Cannot listen on --host ${host}: ${why}`);
    }
    throw error;
  }
}

function portTaken(options: GivenOptions): string {
  const port = textOf(options, "port") ?? DEFAULT_PORT;
  return `${taken(port)}, or --port 0 for a free one`;
}

const taken = (port: string | number) =>
  `Cannot listen on port ${port} as another program does: give another`;

function serverOptions(options: GivenOptions): ServerOptions {
  const host = textOf(options, "host");
  const dialect = textOf(options, "dialect");
  const release = textOf(options, "release");
  const identities = (options.get("identity") ?? []).map(readIdentity);
  return {
    port: integerOf(options, "port", { min: 0, max: 65_535 }) ?? DEFAULT_PORT,
    ...(host !== undefined && { host }),
    ...(dialect !== undefined && { dialect: choiceOf("dialect", dialect, DIALECT_NAMES) }),
    ...(identities.length > 0 && { identities }),
    ...(release !== undefined && { release: choiceOf("release", release, RELEASES) }),
    runtimeConfig: readRuntimeConfig((options.get("runtime-config") ?? []).join()),
    featureGates: readFeatureGates((options.get("feature-gates") ?? []).join()),
    faults: faultsOf(options),
    control: options.has("control"),
    // What is looked at is worth its time.
    ...(options.has("ui") && { journalSize: 10_000, journalHeads: true }),
    tls: options.has("tls"),
  };
}

/** Somebody written as `name=token,group,…`. */
function readIdentity(text: string): Identity {
  const [name, rest] = pairOf("identity", text);
  const [token = "", ...groups] = rest.split(",");
  return { name, token, groups };
}
