/**
 * The requests of the live page of a server, by method and path.
 *
 * @module
 */
import type { FaultRule } from "@plumbline/plugins";
import type { WatchEnd } from "@plumbline/plugins/types";
import type { LiveHandler, LiveRoutes } from "../server.ts";
import { queryJournal, readJournalQuery, safeEntry } from "./journal_query.ts";
import type { ServerView } from "./server_state.ts";
import { objectView } from "./object_view.ts";

/** Maximum number of listed objects. */
const MAX_OBJECTS = 200;

/** Returns the JSON of the response, or throws a RangeError for an invalid request. */
type Call = (query: URLSearchParams, request: Request) => unknown;

/** Returns the routes. */
export function serverRoutes(server: ServerView): LiveRoutes {
  const calls = { ...readCalls(server), ...writeCalls(server) };
  return Object.fromEntries(
    Object.entries(calls).map(([route, call]) => [route, handlerOf(call)]),
  );
}

function readCalls(
  { objects, journal, injectedFaults: rules, identities, mutants }: ServerView,
): Record<string, Call> {
  const tokens = identities.map(({ token }) => token);
  return {
    "GET /objects": (query) =>
      objects.list(query.get("type") ?? "", {
        contains: query.get("contains") ?? "",
        limit: MAX_OBJECTS,
      }),
    "GET /object": async (query) => {
      const [type = "", namespace = "", name = ""] = ["type", "namespace", "name"]
        .map((field) => query.get(field) ?? "");
      const object = await objects.get(type, { namespace, name });
      if (!object) throw new RangeError("Not found: the object no longer exists");
      return objectView(object, { reveal: query.get("reveal") === "true", tokens });
    },
    "GET /requests": (query) => queryJournal(journal.entries(), readJournalQuery(query)),
    "GET /request": (query) => {
      const id = Number(query.get("id"));
      const [entry] = journal.entries({ after: id - 1 });
      if (entry?.id !== id) {
        throw new RangeError("Not found: the journal no longer has this request");
      }
      const activeRules = new Map(rules.list().map((rule) => [rule.id, rule.rule]));
      return {
        ...safeEntry(entry),
        rules: entry.rules.map((id) => ({ id, rule: activeRules.get(id) })),
      };
    },
    "GET /mutants": () => ({ mutants: mutants.known() }),
  };
}

function writeCalls(
  { journal, injectedFaults: rules, mutants }: ServerView,
): Record<string, Call> {
  const idOf = (query: URLSearchParams) => query.get("id") ?? "";
  return {
    "DELETE /requests": () => journal.clear(),
    "POST /rules": async (_, request) => {
      const { id } = rules.add(await readRule(request));
      return { id };
    },
    "DELETE /rules": (query) =>
      query.has("id") ? rules.list().find(({ id }) => id === idOf(query))?.remove() : rules.clear(),
    "POST /mutants": (query) => mutants.add(idOf(query)),
    "DELETE /mutants": (query) => query.has("id") ? mutants.remove(idOf(query)) : mutants.clear(),
    "POST /watches/end": (query) =>
      rules.watches().find(({ id }) => id === idOf(query))?.end(query.get("how") as WatchEnd),
  };
}

/** Parses the body. The server validates the rule. */
async function readRule(request: Request): Promise<FaultRule> {
  try {
    return await request.json();
  } catch (error) {
    if (error instanceof SyntaxError) throw new RangeError("Cannot parse the rule: must be JSON");
    throw error;
  }
}

function handlerOf(call: Call): LiveHandler {
  return async (request) => {
    try {
      return Response.json(await call(new URL(request.url).searchParams, request) ?? {});
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return new Response(error.message, { status: 400 });
    }
  };
}
