/**
 * States what containers do.
 *
 * @module
 */
import type { Clock } from "@plumbline/server/api";
import { ConfigurationError } from "@plumbline/server/settings";
import {
  aText,
  callback,
  complaintAbout,
  either,
  isObject,
  listOf,
  number,
  onlyFields,
  optional,
  recordOf,
  type Shape,
  shape,
} from "@plumbline/server/shape";
import { bytesOf, linesOf } from "./text.ts";
import type { ContainerPlayer, ContainersOptions, PrintPlace } from "./types.ts";

/** Printed lines at a time, in milliseconds since 1970; undefined before a server plays. */
export interface Printed extends PrintPlace {
  readonly lines: readonly string[];
  time: number | undefined;
}

/** The inner side of stated containers. */
export interface ContainerStatement {
  readonly options: ContainersOptions;
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  /** What was printed so far. */
  readonly printed: readonly Printed[];
  /** Uses the clock of a server from now on. */
  begin(clock: Clock): void;
  /** Calls back with what is printed; the returned function ends that. */
  follow(listener: (printed: Printed) => void): () => void;
}

const statements = new WeakMap<ContainerPlayer, ContainerStatement>();

/**
 * States what containers do: what they print, the commands that run in them, their files and ports.
 * A server that plays it serves `kubectl logs`, `exec`, `attach`, `cp` and `port-forward`. Where
 * several statements fit a container, each part is that of the last one that has it.
 *
 * @throws {ConfigurationError} for unknown options and wrong values
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { containers, createServer } from "@plumbline/plumbline/server";
 *
 * const web = containers({ pods: "web", output: ["listening on 8080"] });
 * await using server = await createServer({ play: ["pods-run", web] });
 * await server.create({
 *   ...{ apiVersion: "v1", kind: "Pod", metadata: { name: "web" } },
 *   spec: { containers: [{ name: "main", image: "example" }] },
 * });
 * web.print("GET /");
 * const url = "http://localhost/api/v1/namespaces/default/pods/web/log";
 * const headers = { authorization: `Bearer ${server.token()}` };
 * const response = await server.fetch(new Request(url, { headers }));
 * assertEquals(await response.text(), "listening on 8080\nGET /\n");
 * ```
 */
export function containers(options: ContainersOptions): ContainerPlayer {
  const complaint = complaintAbout(options, SHAPE, "Cannot state containers");
  if (complaint !== undefined) throw new ConfigurationError(complaint);
  const files = new Map(
    Object.entries(options.files ?? {}).map(([path, content]) => [path, bytesOf(content)]),
  );
  const printed: Printed[] = [];
  const listeners = new Set<(printed: Printed) => void>();
  let now: () => number | undefined = () => undefined;
  const player: ContainerPlayer = {
    name: "containers",
    ...{ containers: options, files },
    print(text, place = {}) {
      const added = { ...place, lines: linesOf(text), time: now() };
      printed.push(added);
      for (const listener of listeners) listener(added);
    },
  };
  statements.set(player, {
    ...{ options, files, printed },
    begin(clock) {
      now = () => clock.now();
      for (const one of printed) one.time ??= clock.now();
    },
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  return player;
}

/** Returns the inner side of stated containers; undefined for another player. */
export const statementOf = (player: object): ContainerStatement | undefined =>
  statements.get(player as ContainerPlayer);

const isBytes = (value: unknown): boolean => value instanceof Uint8Array;
const line = either(
  "text, or an object with text and time",
  aText,
  onlyFields({
    text: aText,
    time: optional(
      shape("a time in RFC 3339", (value) => !Number.isNaN(Date.parse(String(value)))),
    ),
  }),
);
const output = either("text, lines, or a function", aText, callback, listOf("lines", line));
const data = either("text or bytes", aText, shape("bytes", isBytes));
const outcome = either(
  "a function, text, an exit code, or an object with stdout, stderr and code",
  ...[callback, aText, number(0, 255)],
  onlyFields({ stdout: optional(data), stderr: optional(data), code: optional(number(0, 255)) }),
);

const path = shape(
  "files by absolute path",
  (value) => isObject(value) && Object.keys(value).every((name) => name.startsWith("/")),
);

const port = shape(
  "handlers by port",
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => number(1, 65_535)(Number(name)) === undefined),
);

const both = (first: Shape, second: Shape): Shape => (value) => first(value) ?? second(value);

const SHAPE = onlyFields({
  pods: optional(
    either("a name, labels or a function", aText, callback, recordOf("values by label", aText)),
  ),
  namespace: optional(aText),
  container: optional(aText),
  output: optional(output),
  previous: optional(output),
  commands: optional(
    either("a function, or outcomes by command", callback, recordOf("outcomes", outcome)),
  ),
  attach: optional(callback),
  files: optional(both(path, recordOf("text or bytes", data))),
  ports: optional(
    both(
      port,
      recordOf(
        "functions and TCP ports",
        either("a function or a TCP port", callback, number(1, 65_535)),
      ),
    ),
  ),
}, "option");
