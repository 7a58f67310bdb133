/**
 * The options that say where a target is and who asks it: those of every command that speaks to one.
 *
 * @module
 */
import {
  choiceOf,
  type GivenOptions,
  integerOf,
  type OptionFacts,
  pairOf,
  textOf,
  UsageError,
} from "../command_line/mod.ts";
import { connect, type ConnectOptions } from "../suites/client/connect.ts";
import type { LoadLimit } from "../suites/client/load_limit.ts";
import type { Target } from "../suites/client/target.ts";
import { startEmbedded } from "../suites/embedded/embedded_target.ts";
import { FEATURE_NAMES } from "../suites/features.ts";

/** The options as data. */
export const TARGET_OPTIONS: readonly OptionFacts[] = [
  {
    name: "dialect",
    value: "svc|kubernetes",
    help: "how group names are spelt; asked of the target by default",
  },
  { name: "token", value: "TOKEN", help: "the bearer token of who acts" },
  {
    name: "kubeconfig",
    value: "FILE",
    path: true,
    help: "take server, certificates and token from a kubeconfig",
  },
  {
    name: "context",
    value: "NAME",
    help: "a context of the kubeconfig other than its current one",
  },
  { name: "ca", value: "FILE", path: true, help: "trust the certificates in this file (PEM)" },
  { name: "insecure", help: "do not verify the server's certificate" },
  {
    name: "identity",
    value: "NAME=TOKEN",
    repeatable: true,
    help: "somebody else the target knows (repeatable)",
  },
  {
    name: "namespace",
    value: "NAME",
    help: "a namespace that is there, used where none can be made (default)",
  },
  {
    name: "default-configuration",
    help: "no version was switched on or off when the target was started",
  },
];

/** The options that bound the load on a target. */
export const LOAD_OPTIONS: readonly OptionFacts[] = [
  { name: "rate", value: "N", help: "send at most so many requests a second" },
  {
    name: "concurrency",
    value: "N",
    help: "have at most so many requests under way at once; open watches do not count",
  },
];

/** The dialects, as the option spells them. */
export const DIALECT_NAMES = ["svc", "kubernetes"] as const;

/** How to reach the target that the options and the URL name. */
export function readTargetOptions(options: GivenOptions, url: string | undefined): ConnectOptions {
  const dialect = textOf(options, "dialect");
  return {
    url,
    dialect: dialect === undefined ? undefined : choiceOf("dialect", dialect, DIALECT_NAMES),
    token: textOf(options, "token"),
    kubeconfig: textOf(options, "kubeconfig"),
    context: textOf(options, "context"),
    ca: textOf(options, "ca"),
    insecure: options.has("insecure") ? true : undefined,
    identities: (options.get("identity") ?? []).map((text) => {
      const [name, token] = pairOf("identity", text);
      return { name, token };
    }),
    namespace: textOf(options, "namespace"),
    defaultConfiguration: options.has("default-configuration") ? true : undefined,
  };
}

/** How much load may be put on the target. */
export function readLoadOptions(options: GivenOptions): LoadLimit {
  return {
    rate: integerOf(options, "rate", { min: 1, max: 1_000_000 }),
    concurrency: integerOf(options, "concurrency", { min: 1, max: 10_000 }),
  };
}

/** Whether the options name a target; without one the reference server is meant. */
export function namesTarget({ url, kubeconfig }: ConnectOptions): boolean {
  return url !== undefined || kubeconfig !== undefined;
}

/**
 * Connects to the target the options name, or starts the reference server, with these faults. That
 * one has every feature, so that a fault which makes it seem to lack one excuses from nothing.
 *
 * @throws {UsageError} when no target is named, and yet it is said how to reach one: a forgotten URL
 * must have nobody believe that their server was checked
 */
export async function reachTarget(
  options: ConnectOptions,
  faults: readonly string[] = [],
): Promise<Target> {
  if (namesTarget(options)) return await connect(options);
  const { token, ca, insecure, context, namespace, identities = [] } = options;
  const given = Object.entries({ token, ca, insecure, context, namespace, identity: identities[0] })
    .find(([, value]) => value !== undefined);
  if (given !== undefined) {
    throw new UsageError(`--${given[0]} is for a server of yours: give its URL or --kubeconfig`);
  }
  const features = options.features ?? FEATURE_NAMES;
  return await startEmbedded({
    ...(options.dialect && { dialect: options.dialect }),
    faults,
    features,
  });
}
