/**
 * What the page of a server asks for and does, by method and path.
 *
 * @module
 */
import type { FaultRule, WatchEnd } from "../../plugins/mod.ts";
import type { LiveHandler, LiveRoutes } from "../server.ts";
import { harmlessEntry, queryJournal, readJournalQuery } from "./journal_query.ts";
import type { ShownServer } from "./server_state.ts";
import { showObject } from "./shown_object.ts";

/** How many objects of a type are listed. */
const LISTED = 200;

/** Answers with JSON, and may throw a RangeError for what makes no sense. */
type Call = (query: URLSearchParams, request: Request) => unknown;

/** The routes. */
export function serverRoutes(server: ShownServer): LiveRoutes {
  const calls = { ...readingCalls(server), ...changingCalls(server) };
  return Object.fromEntries(
    Object.entries(calls).map(([route, call]) => [route, handlerOf(call)]),
  );
}

function readingCalls(
  { objects, journal, injectedFaults: rules, identities, mutants }: ShownServer,
): Record<string, Call> {
  const tokens = identities.map(({ token }) => token);
  return {
    "GET /objects": (query) =>
      objects.list(query.get("type") ?? "", {
        contains: query.get("contains") ?? "",
        limit: LISTED,
      }),
    "GET /object": async (query) => {
      const [type = "", namespace = "", name = ""] = ["type", "namespace", "name"]
        .map((field) => query.get(field) ?? "");
      const object = await objects.get(type, { namespace, name });
      if (!object) throw new RangeError("It is no longer there");
      return showObject(object, { reveal: query.get("reveal") === "true", tokens });
    },
    "GET /requests": (query) => queryJournal(journal.entries(), readJournalQuery(query)),
    "GET /request": (query) => {
      const id = Number(query.get("id"));
      const [entry] = journal.entries({ after: id - 1 });
      if (entry?.id !== id) throw new RangeError("The journal has forgotten it");
      const inForce = new Map(rules.list().map((rule) => [rule.id, rule.rule]));
      return {
        ...harmlessEntry(entry),
        rules: entry.rules.map((id) => ({ id, rule: inForce.get(id) })),
      };
    },
    "GET /faults": () => ({ faults: mutants.known() }),
  };
}

function changingCalls(
  { journal, injectedFaults: rules, mutants }: ShownServer,
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
    "POST /faults": (query) => mutants.add(idOf(query)),
    "DELETE /faults": (query) => query.has("id") ? mutants.remove(idOf(query)) : mutants.clear(),
    "POST /watches/end": (query) =>
      rules.watches().find(({ id }) => id === idOf(query))?.end(query.get("how") as WatchEnd),
  };
}

/** What was sent; whether it is a rule is told by who takes it. */
async function readRule(request: Request): Promise<FaultRule> {
  try {
    return await request.json();
  } catch (error) {
    if (error instanceof SyntaxError) throw new RangeError("Cannot read the rule");
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
