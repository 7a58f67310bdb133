/**
 * The control API: what whoever runs the server in process has at hand, over HTTP, for tests in any
 * language. It lives below `/plumbline/`, which is no path of the interface, and is off by default.
 *
 * @module
 */
import { ApiError, badRequest, unknownPath } from "../api_error.ts";
import { readBody } from "../http/body.ts";
import { respond } from "../http/encoding.ts";
import type { Json, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";
import type { StoreSnapshot, StoreSwitches } from "./store_switches.ts";

/** A rule in force, as far as it is told of here. */
interface Rule {
  readonly id: string;
  readonly hits: number;
  readonly rule: unknown;
  remove(): void;
}

/** What can be controlled. Functions throw a RangeError for values that make no sense. */
export interface Controlled {
  /** The rules by which requests fail; what they are is not known here. */
  readonly faults: {
    add(rule: never): Rule;
    list(): readonly Rule[];
    clear(): void;
    endWatches(how: never, when: never): number;
  };
  readonly health: {
    readonly names: readonly string[];
    fail(name: string, why: string): void;
    recover(name: string): void;
  };
  readonly journal: { entries(): readonly unknown[]; clear(): void };
  readonly store: StoreSwitches;
  /** Moves the clock; absent where it is one that cannot be moved. */
  readonly advance?: (milliseconds: number) => void;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Where the API lives. */
export const CONTROL_PATH = "/plumbline/v1";

/** A call: what stands behind the route's path, and the body. */
type Call = (rest: string, body: JsonObject) => Json | undefined | Promise<Json | undefined>;

/** The name of a call is its method and path; what ends in `/` takes something behind it. */
type Calls = Readonly<Record<string, Call>>;

/**
 * Answers requests below {@linkcode CONTROL_PATH}; undefined for every other path.
 *
 * @param permit throws an ApiError for whoever may not
 * @throws {ApiError} from the function returned
 */
export function controlHandler(
  controlled: Controlled,
  permit: (request: Request) => void,
): (request: Request) => Promise<Response> | undefined {
  const calls = callsOf(controlled);

  async function answer(request: Request, path: string): Promise<Response> {
    permit(request);
    const { method } = request;
    if (method === "GET" && path === "") return json({ calls: Object.keys(calls) });
    const { call, rest } = findCall(calls, `${method} ${path}`);
    const body = readObject(await readBody(request));
    try {
      return json(await call(decodeURIComponent(rest), body) ?? {});
    } catch (error) {
      if (error instanceof RangeError || error instanceof URIError) throw badRequest(error.message);
      throw error;
    }
  }

  return (request) => {
    const { pathname } = new URL(request.url);
    const within = pathname === CONTROL_PATH || pathname.startsWith(`${CONTROL_PATH}/`);
    return within ? answer(request, pathname.slice(CONTROL_PATH.length)) : undefined;
  };
}

function callsOf({ faults, health, journal, store, advance, now }: Controlled): Calls {
  const snapshots: StoreSnapshot[] = [];
  const shown = ({ id, hits, rule }: Rule) => ({ id, hits, rule }) as unknown as Json;
  return {
    "GET /rules": () => ({ rules: faults.list().map(shown) }),
    "POST /rules": (_, body) => shown(faults.add(body as never)),
    "DELETE /rules": () => void faults.clear(),
    "DELETE /rules/": (id) => {
      const rule = faults.list().find((each) => each.id === id);
      if (!rule) throw new RangeError(`There is no rule "${id}"`);
      rule.remove();
      return shown(rule);
    },
    "POST /watches/end": (_, { how, when }) => ({
      ended: faults.endWatches(how as never, when as never),
    }),
    "POST /clock": (_, { advance: milliseconds }) => {
      if (typeof milliseconds !== "number" || milliseconds < 0) {
        throw new RangeError("Cannot move the clock as advance must be milliseconds, 0 or more");
      }
      if (!advance) throw new RangeError("Cannot move the clock as it is one that goes by itself");
      advance(milliseconds);
      return { now: now() };
    },
    "GET /journal": () => ({ entries: journal.entries() as unknown as Json }),
    "DELETE /journal": () => void journal.clear(),
    "GET /health": () => ({ names: [...health.names] }),
    "POST /health/": (name, { why }) => void health.fail(name, String(why ?? "it was told to")),
    "DELETE /health/": (name) => void health.recover(name),
    "POST /snapshots": async () => {
      const made = await store.snapshot();
      return { id: snapshots.push(made) - 1, size: made.size };
    },
    "POST /snapshots/": async (id) => {
      const found = snapshots[Number(id)];
      if (!found) throw new RangeError(`There is no snapshot "${id}"`);
      await store.restore(found);
      return undefined;
    },
    "POST /reset": async () => {
      await store.reset();
      return undefined;
    },
  };
}

function findCall(calls: Calls, asked: string): { call: Call; rest: string } {
  if (!asked.endsWith("/") && Object.hasOwn(calls, asked)) return { call: calls[asked]!, rest: "" };
  for (const [name, call] of Object.entries(calls)) {
    if (name.endsWith("/") && asked.startsWith(name) && asked.length > name.length) {
      return { call, rest: asked.slice(name.length) };
    }
  }
  throw unknownPath();
}

function readObject(bytes: Uint8Array): JsonObject {
  if (bytes.length === 0) return {};
  try {
    const object = asObject(JSON.parse(new TextDecoder().decode(bytes)));
    if (object) return object;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ApiError("BadRequest", "Cannot read the body as it must be one JSON object");
}

const json = (value: Json) => respond(200, "application/json", `${JSON.stringify(value)}\n`);
