/**
 * Options of every command that sends requests to a server: its address, credentials and rate limits.
 *
 * @module
 */
import {
  choice,
  flag,
  integer,
  milliseconds,
  oneOf,
  optionGroup,
  pair,
  path,
  repeatable,
  text,
  UsageError,
  value,
  type ValuesOf,
} from "@plumbline/options";
import { startMutated } from "@plumbline/mutants/embedded";
import { connect, type ConnectOptions } from "@plumbline/suites/connect";
import type { Target, Waits } from "@plumbline/suites/client/target";
import { startEmbedded } from "@plumbline/suites/embedded/embedded_target";
import { FEATURE_NAMES } from "@plumbline/suites/features";
import { DIALECT_NAMES } from "./dialect_names.ts";

/** Options that locate a server and authenticate to it. */
export const TARGET_OPTIONS = optionGroup("Server", {
  token: text("TOKEN", "bearer token"),
  replica: repeatable(text(
    "URL",
    "another replica of the server; requests are spread over all of them (repeatable)",
  )),
  kubeconfig: path("FILE", "kubeconfig with the server, its certificates and credentials"),
  context: text("NAME", "kubeconfig context to use (default: the current context)"),
  ca: path("FILE", "file of PEM certificates to verify the server with"),
  insecure: flag("do not verify the server's certificate"),
  identity: repeatable(value("NAME=TOKEN", "another user of the server (repeatable)", pair)),
  namespace: text("NAME", 'existing namespace to use if none can be created (default "default")'),
  dialect: choice(
    "DIALECT",
    "suffix of API groups: svc (svc.io) or kubernetes (k8s.io); detected by default",
    DIALECT_NAMES,
  ),
  release: value(
    "RELEASE",
    "release of the API that the server implements, as 1.26 (default: what /version names)",
    readRelease,
  ),
  defaultConfiguration: flag("the server serves its default API versions and feature gates"),
});

function readRelease(text: string, flag: string): string {
  const [, release] = /^v?(1\.\d{1,3})(?:\.\d+)?$/.exec(text) ?? [];
  if (release === undefined) {
    throw new UsageError(`Cannot use ${flag} "${text}". Give a release such as 1.26.`);
  }
  return release;
}

/** Options that limit the load on a server. */
export const LOAD_OPTIONS = optionGroup("Load", {
  rate: integer("maximum requests per second", { min: 1, max: 1_000_000 }),
  concurrency: integer("maximum requests in flight, open watches not counted", {
    min: 1,
    max: 10_000,
  }),
});

/** Returns the connection to the server that the options and the URL name. */
export function connectOptionsOf(
  options: ValuesOf<typeof TARGET_OPTIONS>,
  url: string | undefined,
): ConnectOptions {
  return {
    url,
    replicas: options.replica,
    dialect: options.dialect,
    token: options.token,
    kubeconfig: options.kubeconfig,
    context: options.context,
    ca: options.ca,
    insecure: options.insecure,
    identities: (options.identity ?? []).map(([name, token]) => ({ name, token })),
    namespace: options.namespace,
    release: options.release,
    defaultConfiguration: options.defaultConfiguration,
  };
}

/** Returns true if the options name a server; the reference server is used if they do not. */
export function namesTarget({ url, kubeconfig }: ConnectOptions): boolean {
  return url !== undefined || kubeconfig !== undefined;
}

/**
 * Connects to the server that the options name, or starts the reference server with these mutants.
 * The reference server declares every feature, so that a mutant that disables one excuses no check.
 *
 * @throws {UsageError} if credentials are given without a server: a forgotten URL must not make the
 * reference server pass in its place
 */
export async function reachTarget(
  options: ConnectOptions,
  mutants: readonly string[] = [],
): Promise<Target> {
  if (namesTarget(options)) return await connect(options);
  const { token, ca, insecure, context, namespace, release } = options;
  const { identities = [], replicas = [] } = options;
  const replica = replicas[0];
  const given = Object.entries({
    replica,
    token,
    ca,
    insecure,
    context,
    namespace,
    release,
    identity: identities[0],
  })
    .find(([, value]) => value !== undefined);
  if (given !== undefined) {
    throw new UsageError(`Cannot use --${given[0]} without a server. Give a URL or --kubeconfig.`);
  }
  const features = options.features ?? FEATURE_NAMES;
  const { types } = options;
  const embedded = { ...(options.dialect && { dialect: options.dialect }), features };
  const target =
    await (mutants.length > 0 ? startMutated({ ...embedded, mutants }) : startEmbedded(embedded));
  return types === undefined ? target : { ...target, typeSelection: types };
}

const WAIT_NAMES = ["history", "propagation", "reads"] as const;

/** `--wait NAME=TIME`, which the field `waits` of a configuration file sets too. */
export const waitOption = repeatable(value(
  "NAME=TIME",
  "time limit of the server: history=20s, how long it keeps old resourceVersions; " +
    "propagation=2s, how long RBAC changes take; reads=2s, how long reads lag behind writes " +
    "(repeatable)",
  (text, flag) => {
    const at = text.indexOf("=");
    if (at < 1) {
      throw new UsageError(`Cannot use ${flag} "${text}". Give NAME=TIME, as history=20s.`);
    }
    return waitsOf([[text.slice(0, at), text.slice(at + 1)]], flag);
  },
));

/** Parses the named time limits; `source` names the option or file in an error. */
export function waitsOf(entries: Iterable<readonly [string, string]>, source: string): Waits {
  return Object.fromEntries(Array.from(entries, ([given, time]) => {
    const name = oneOf(WAIT_NAMES, given, source);
    return [name, milliseconds(time, `${source} ${name}`)];
  }));
}
