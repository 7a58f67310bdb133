/**
 * Reads the file of a nemesis: the commands that hurt and heal a target.
 *
 * @module
 */
import { parse } from "@std/yaml";
import { ConfigurationError, readText } from "../client/configuration.ts";

/** A program with its arguments. */
export interface Command {
  readonly program: string;
  readonly arguments: readonly string[];
}

/** The sign that the target is healthy: a path that it answers with 200, or a command. */
export type Health =
  | { readonly path: string }
  | { readonly command: Command };

/** A way to hurt the target. */
export interface NemesisAction {
  readonly name: string;
  /** Hurts the target. */
  readonly hurt: Command;
  /** Milliseconds for which the target stays hurt. */
  readonly lasts: number;
  /** Heals the target; absent if it heals by itself. */
  readonly heal?: Command;
  readonly health: Health;
}

/** The content of the file. */
export interface NemesisConfiguration {
  /** The directory of the file, in which the commands run. */
  readonly directory: string;
  /** Milliseconds for which rounds are begun. */
  readonly duration: number;
  /** Milliseconds for which the target is left alone between two injuries. */
  readonly interval: number;
  /** Milliseconds that the target may take to become healthy again, and a command to end. */
  readonly recovery: number;
  /** Milliseconds of a round, after which its requests are judged. */
  readonly round: number;
  /** Milliseconds after which a target that is healthy again must not suffer from an injury any more. */
  readonly calm: number;
  /** The number of clients that write and read. */
  readonly clients: number;
  readonly health: Health;
  readonly actions: readonly [NemesisAction, ...NemesisAction[]];
}

/** Fields, with the values of those that may be left out. */
const DEFAULTS = {
  duration: "1m",
  interval: "5s",
  recovery: "60s",
  round: "20s",
  calm: "3s",
  clients: 5,
  health: "/readyz",
} as const;

const FIELDS = [...Object.keys(DEFAULTS), "actions"];
const ACTION_FIELDS = ["name", "hurt", "for", "heal", "health"];

/**
 * Reads the file.
 *
 * @throws {ConfigurationError} if it cannot be read, or a field is unknown, missing or wrong
 */
export async function readNemesis(path: string): Promise<NemesisConfiguration> {
  return parseNemesis(await readText(path, `the nemesis ${path}`), path);
}

/** Parses the file that was read from a path. */
export function parseNemesis(text: string, path: string): NemesisConfiguration {
  const at = (field: string) => `"${field}" in ${path}`;
  const given = mapOf(parsed(text, path), path, FIELDS);
  const fields = { ...DEFAULTS, ...given };
  const health = healthOf(fields.health, at("health"));
  const list = given.actions;
  if (!Array.isArray(list) || list.length === 0) {
    throw new ConfigurationError(`Cannot use ${at("actions")}. Give a list of at least one action`);
  }
  const actions = list.map((action, index) =>
    actionOf(action, `actions[${index}]`, { path, health })
  );
  const { clients } = fields;
  if (typeof clients !== "number" || !Number.isInteger(clients) || clients < 1 || clients > 50) {
    throw new ConfigurationError(`Cannot use ${at("clients")}. Give a number from 1 to 50`);
  }
  return {
    directory: path.replace(/[^/]*$/, "") || "./",
    duration: timeOf(fields.duration, at("duration")),
    interval: timeOf(fields.interval, at("interval")),
    recovery: timeOf(fields.recovery, at("recovery")),
    round: timeOf(fields.round, at("round")),
    calm: timeOf(fields.calm, at("calm")),
    clients,
    health,
    actions: actions as [NemesisAction, ...NemesisAction[]],
  };
}

function parsed(text: string, path: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`Cannot parse ${path} as YAML: ${why}`);
  }
}

function actionOf(
  value: unknown,
  place: string,
  { path, health }: { readonly path: string; readonly health: Health },
): NemesisAction {
  const at = (field: string) => `"${place}.${field}" in ${path}`;
  const fields = mapOf(value, `"${place}" in ${path}`, ACTION_FIELDS);
  const { name, hurt, heal } = fields;
  if (typeof name !== "string" || name === "") {
    throw new ConfigurationError(`Cannot use ${at("name")}. Give a few words`);
  }
  return {
    name,
    hurt: commandOf(hurt, at("hurt")),
    lasts: fields.for === undefined ? 0 : timeOf(fields.for, at("for")),
    ...(heal !== undefined && { heal: commandOf(heal, at("heal")) }),
    health: fields.health === undefined ? health : healthOf(fields.health, at("health")),
  };
}

/** A list is a program with its arguments; a text is for a shell. */
function commandOf(value: unknown, source: string): Command {
  if (typeof value === "string" && value.trim() !== "") {
    return { program: "sh", arguments: ["-c", value] };
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isScalar)) {
    const [program = "", ...rest] = value.map(String);
    if (program !== "") return { program, arguments: rest };
  }
  throw new ConfigurationError(
    `Cannot use ${source} as a command. Give a list of a program and its arguments, or a text for sh`,
  );
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

function healthOf(value: unknown, source: string): Health {
  if (typeof value === "string" && value.startsWith("/")) return { path: value };
  const isCommand = typeof value === "object" && value !== null && "command" in value &&
    Object.keys(value).length === 1;
  if (isCommand) return { command: commandOf(value.command, source) };
  throw new ConfigurationError(
    `Cannot use ${source}. Give a path of the target, as /readyz, or a command: …`,
  );
}

function timeOf(value: unknown, source: string): number {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(`${value}`) ?? [];
  if (number === undefined || !isScalar(value)) {
    throw new ConfigurationError(`Cannot use ${source}. Give a time such as 5s, 500ms or 10m`);
  }
  const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
  return Number(number) * units[unit]!;
}

function mapOf(
  value: unknown,
  source: string,
  known: readonly string[],
): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ConfigurationError(`Cannot use ${source}. Give a map of fields`);
  }
  const unknown = Object.keys(value).find((field) => !known.includes(field));
  if (unknown !== undefined) {
    throw new ConfigurationError(
      `Unknown field "${unknown}" of ${source}. Known fields are ${known.join(", ")}`,
    );
  }
  return value as Record<string, unknown>;
}
