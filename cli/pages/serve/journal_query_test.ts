import { assertEquals } from "@std/assert";
import type { JournalEntry } from "@plumbline/plugins/types";
import { queryJournal, readJournalQuery } from "./journal_query.ts";

const entryOf = (id: number, rest: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{ id, time: id, user: "admin", method: "GET", verb: "list", path: "/api/v1/secrets" },
  ...{ query: "", resource: "v1/secrets", status: 200, deprecated: false, dryRun: false },
  rules: [],
  ...rest,
});

const ENTRIES = [
  entryOf(1),
  entryOf(2, { user: "alice", status: 403 }),
  entryOf(3, { verb: "watch", query: "watch=1&labelSelector=App%3Dweb" }),
  entryOf(4, {
    method: "PATCH",
    verb: "patch",
    path: "/apis/apps/v1/deployments/web",
    status: 409,
  }),
  entryOf(5, { status: 503, rules: ["1"], heads: { request: [], response: [] } }),
];

const idsOf = (query: string) => {
  const { entries, matched } = queryJournal(ENTRIES, readJournalQuery(new URLSearchParams(query)));
  assertEquals(matched, entries.length);
  return entries.map(({ id }) => id);
};

Deno.test("requests are filtered by words, verb, status code and matching rules", () => {
  const found: readonly [query: string, ids: number[]][] = [
    ["", [5, 4, 3, 2, 1]],
    ["words=ALICE", [2]],
    ["words=app+web", [4, 3]],
    ["words=patch+web", [4]],
    ["verb=watch", [3]],
    ["code=4xx", [4, 2]],
    ["code=4", [4, 2]],
    ["code=503", [5]],
    ["code=50", [5]],
    ["hit=true", [5]],
    ["hit=false&verb=list", [5, 2, 1]],
    ["words=secrets&code=2xx&verb=list", [1]],
    ["words=nothing", []],
  ];
  for (const [query, ids] of found) assertEquals(idsOf(query), ids, query);
});

Deno.test("the newest requests are listed without headers, and all are counted", () => {
  const many = Array.from({ length: 1_000 }, (_, at) => entryOf(at + 1));
  const found = queryJournal(many, readJournalQuery(new URLSearchParams("words=admin")));
  assertEquals([found.entries.length, found.matched, found.recorded], [200, 1_000, 1_000]);
  assertEquals([found.entries[0]?.id, found.entries.at(-1)?.id], [1_000, 801]);
  const [newest] = queryJournal(ENTRIES, readJournalQuery(new URLSearchParams())).entries;
  assertEquals("heads" in newest!, false);
});
