/**
 * The suites against targets that use every freedom the interface leaves: none may be failed for it.
 */
import { assertEquals } from "@std/assert";
import type { RunEvent } from "../reports/events.ts";
import { pagingChecks } from "./paging.ts";
import { REQUIREMENTS } from "./requirements/mod.ts";
import { runChecks } from "./runner/run.ts";
import { CorruptingClient, type Corruption } from "./session/corrupting_client.ts";
import { startEmbedded } from "./target/embedded.ts";
import type { Ask, Json } from "./target/http_client.ts";
import { versionsChecks } from "./versions.ts";
import { watchChecks } from "./watch.ts";

type JsonObject = { [key: string]: Json };

/** The checks that draw much and judge histories. */
const CHECKS = [...versionsChecks, ...pagingChecks, ...watchChecks];

/** Liberties, by what is taken. */
const LIBERTIES: Readonly<Record<string, () => Corruption>> = {
  "versions that cannot be ordered": opaqueVersions,
  "shorter pages that count nothing, and whole lists at version 0": () => ({
    ask: (ask) => ({ ...ask, query: { ...ask.query, limit: lessOf(ask) } }),
    body: (_ask, body) => {
      if (!Array.isArray(body.items)) return body;
      const { remainingItemCount: _count, ...metadata } = body.metadata as JsonObject;
      return { ...body, metadata };
    },
  }),
  "items without apiVersion and kind, and other codes of success": () => ({
    status: ({ method }, status) =>
      status === 201 ? 202 : method === "DELETE" && status === 200 ? 202 : status,
    body: (_ask, body) =>
      Array.isArray(body.items) ? { ...body, items: body.items.map(withoutKind) } : body,
  }),
  "streams that end after every second event": () => ({ streamLength: 2 }),
  "no bookmarks": () => ({
    events: (documents) => documents.filter(({ type }) => type !== "BOOKMARK"),
  }),
  "no namespaces of the run's own": () => ({
    ask: (ask) => ask.path === "/api/v1/namespaces" ? { ...ask, path: "/api/v1/nowhere" } : ask,
  }),
};

for (const [title, liberty] of Object.entries(LIBERTIES)) {
  Deno.test(`a target is not failed for ${title}`, async () => {
    const target = await startEmbedded();
    const client = new CorruptingClient(target.client, liberty());
    try {
      const results = await runChecks({
        target: { ...target, client },
        checks: CHECKS,
        catalogue: [],
        requirements: REQUIREMENTS,
        seed: 1,
        runs: 10,
        limits: { shrinkExecutions: 0, confirmations: 0 },
        suiteVersion: "test",
        emit: (_event: RunEvent) => {},
      });
      const found = results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not run");
      assertEquals(found.map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`), []);
    } finally {
      await target.close();
    }
  });
}

/** Another name for each version, one to one; nothing of the order is left in it. */
function opaqueVersions(): Corruption {
  const told = new Map<string, string>();
  const meant = new Map<string, string>();
  const tell = (version: string): string => {
    const known = told.get(version);
    if (known !== undefined) return known;
    const name = crypto.randomUUID();
    told.set(version, name);
    meant.set(name, version);
    return name;
  };
  const mean = (version: string | undefined) => version && (meant.get(version) ?? version);
  const meanQuery = <Asked extends Pick<Ask, "query">>(ask: Asked): Asked => ({
    ...ask,
    query: { ...ask.query, resourceVersion: mean(ask.query?.resourceVersion) },
  });
  return {
    ask: (ask) => ({
      ...meanQuery(ask),
      ...(ask.body !== undefined && { body: renamed(ask.body, (version) => mean(version)!) }),
    }),
    watch: meanQuery,
    body: (_ask, body) => renamed(body, tell),
    events: (documents) =>
      documents.map(({ type, object }) => ({ type, object: renamed(object, tell) as JsonObject })),
  };
}

/** The value with every resourceVersion in it under another name. */
function renamed(value: Json, name: (version: string) => string): Json {
  if (Array.isArray(value)) return value.map((each) => renamed(each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === "resourceVersion" && typeof member === "string"
        ? name(member)
        : renamed(member, name),
    ]),
  );
}

/** Half the limit, none for a first page at version 0. */
function lessOf({ query, method }: Ask): string | undefined {
  const limit = query?.limit;
  if (method !== "GET" || limit === undefined || !/^[1-9]\d*$/.test(limit)) return limit;
  const cached = query?.resourceVersion === "0" && query.continue === undefined;
  return cached ? undefined : `${Math.ceil(Number(limit) / 2)}`;
}

function withoutKind(item: Json): Json {
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = item as JsonObject;
  return rest;
}
