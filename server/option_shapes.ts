/**
 * The shapes of options, for users who write them without types.
 *
 * @module
 */
import { ConfigurationError } from "./api_versions/configuration.ts";
import { DIALECTS } from "./dialect.ts";
import { RELEASES } from "./release.ts";
import type { ListenOptions, ServerOptions } from "./server.ts";
import {
  aText,
  boolean,
  callback,
  complaintAbout,
  either,
  having,
  isObject,
  listOf,
  number,
  oneWord,
  onlyFields,
  optional,
  recordOf,
  type Shape,
  shape,
  type Shapes,
} from "./shape.ts";

const texts = listOf("text", aText);
const identity = onlyFields({
  name: aText,
  token: aText,
  groups: optional(texts),
  uid: optional(aText),
  extra: optional(recordOf("lists of text", texts)),
});
const manifest = either("a path, YAML or an object", aText, shape("an object", isObject));
const booleans = recordOf("true or false by name", boolean);

/** The shapes of the options of a server. */
export const SERVER_OPTIONS: Readonly<Record<keyof ServerOptions, Shape>> = {
  dialect: optional(oneWord(Object.keys(DIALECTS))),
  store: optional(callback),
  extensions: optional(listOf("extensions", having("an extension", "name", "install"))),
  history: optional(number(0)),
  historyBytes: optional(number(0)),
  identities: optional(listOf("users", identity)),
  users: optional(recordOf("a list of groups by user", texts)),
  objects: optional(listOf("paths, YAML and objects", manifest)),
  release: optional(
    // The nearest number is not what was meant.
    shape(`one of ${RELEASES.join(", ")}`, (value) => RELEASES.some((each) => each === value)),
  ),
  runtimeConfig: optional(booleans),
  featureGates: optional(booleans),
  resources: optional(listOf("resources", shape("a resource of defineResource", isObject))),
  plugins: optional(listOf("plugins", having("a plugin", "name", "install"))),
  clock: optional(having("a clock", "now", "after")),
  sources: optional(having("sources", "clock", "uid", "suffix", "bytes")),
  garbageCollection: optional(boolean),
  onInternalError: optional(callback),
};

/** The shapes of the options of a listener. */
export const LISTEN_OPTIONS: Readonly<Record<keyof ListenOptions, Shape>> = {
  port: optional(number(0, 65_535)),
  host: optional(aText),
  tls: optional(boolean),
  clientCa: optional(aText),
  signal: optional(having("an AbortSignal", "aborted", "addEventListener")),
};

/** Throws unless the options have these shapes. @throws {ConfigurationError} */
export function requireOptions(options: unknown, shapes: Shapes, beginning: string): void {
  const complaint = complaintAbout(options, onlyFields(shapes, "option"), beginning);
  if (complaint !== undefined) throw new ConfigurationError(complaint);
}
