/**
 * The plugin of the control API: controls a server and its plugins over HTTP, for tests in any
 * language. Its paths begin with `/plumbline/`, which no path of the Kubernetes API does.
 *
 * @module
 */
import { isSuperuser } from "@plumbline/server/access";
import {
  ApiError,
  badRequest,
  forbidden,
  type Json,
  type JsonObject,
  unknownPath,
} from "@plumbline/server/api";
import {
  bodyOf,
  type PartChanges,
  type Plugin,
  type PluginContext,
  refuse,
  respond,
} from "@plumbline/server/parts";
import type { InjectedFaults } from "../injected_faults/mod.ts";
import type { Journal } from "../journal/journal.ts";
import { complaintAbout, having, onlyFields, optional } from "@plumbline/server/shape";
import { asObject } from "@plumbline/server/resources";
import { type Call, type Calls, callsOf, type Controlled, type MutantSwitches } from "./calls.ts";

export type { MutantSwitches } from "./calls.ts";

/** The plugins that the control API controls; calls of absent plugins answer 404. */
export interface ControlledPlugins {
  /** The journal to read and clear. */
  readonly journal?: Journal;
  /** The rules and watches to control. */
  readonly injectedFaults?: InjectedFaults;
  /** The mutants to switch. */
  readonly mutants?: MutantSwitches;
}

/** The path prefix of the control API. */
export const CONTROL_PATH = "/plumbline/v1";

const CONTROL = { group: "", resource: "control" };

/**
 * Creates the plugin of the control API. Install it last, so that no other plugin affects it.
 *
 * @param plugins the plugins to control
 * @returns the plugin
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/plumbline/server";
 * import { controlApi, journal } from "@plumbline/plumbline/plugins";
 *
 * const requests = journal();
 * const control = controlApi({ journal: requests });
 * await using server = await createServer({ plugins: [requests, control] });
 * const headers = { authorization: `Bearer ${server.identities[0].token}` };
 * const url = "http://localhost/plumbline/v1/journal";
 * const response = await server.fetch(new Request(url, { headers }));
 * assertEquals(await response.json(), { entries: [] });
 * ```
 */
export function controlApi(plugins: ControlledPlugins = {}): Plugin {
  const complaint = complaintAbout(plugins, OPTIONS, "Cannot create controlApi");
  if (complaint !== undefined) throw new RangeError(complaint);
  let handler: ReturnType<typeof controlHandler> | undefined;
  return {
    name: "controlApi",
    install(parts: PartChanges, server: PluginContext) {
      // One handler for every composition: it remembers snapshots.
      handler ??= controlHandler({ server, ...plugins }, (request) => {
        const user = server.authenticate(request);
        if (!isSuperuser(user)) throw forbidden(CONTROL, "", `${user.name} is no administrator`);
      });
      const control = handler;
      parts.wire(({ answer }) => ({
        answer: (request) =>
          control(request)?.catch((error) => refuse(error, request, server.dialect)) ??
            answer(request),
      }));
    },
  };
}

const OPTIONS = onlyFields({
  journal: optional(having("the plugin journal()", "entries")),
  injectedFaults: optional(having("the plugin injectedFaults()", "rulesOf")),
  mutants: optional(having("the plugin mutantSwitch()", "known")),
}, "option");

/**
 * Returns a function that answers requests below {@linkcode CONTROL_PATH}, and returns undefined
 * for other paths.
 *
 * @param permit throws an ApiError for users that may not use the API
 */
function controlHandler(
  controlled: Controlled,
  permit: (request: Request) => void,
): (request: Request) => Promise<Response> | undefined {
  const calls = callsOf(controlled);

  async function answer(request: Request, path: string): Promise<Response> {
    permit(request);
    const { method } = request;
    if (method === "GET" && path === "") return json({ calls: Object.keys(calls) });
    const { call, rest } = findCall(calls, `${method} ${path}`);
    const body = readObject(await bodyOf(request).body());
    try {
      const { searchParams: query } = new URL(request.url);
      const answer = await call({ rest: decodeURIComponent(rest), body, query });
      return answer instanceof Response ? answer : json(answer ?? {});
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
