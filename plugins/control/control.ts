/**
 * The control API: what whoever runs the server in process has at hand, over HTTP, for tests in any
 * language. It lives below `/plumbline/`, which is no path of the interface, and is off by default.
 *
 * @module
 */
import { ApiError, badRequest, unknownPath } from "../../server/api_error.ts";
import { readBody } from "../../server/http/request.ts";
import { respond } from "../../server/http/response.ts";
import type { Json, JsonObject } from "../../server/object.ts";
import { asObject } from "../../server/registry/resource.ts";
import { type Call, type Calls, callsOf, type Controlled } from "./calls.ts";

/** Where the API lives. */
export const CONTROL_PATH = "/plumbline/v1";

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
