/**
 * The specification's table of resourceVersion × resourceVersionMatch × limit and continue, cell by
 * cell.
 *
 * @module
 */
import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../api_error.ts";
import { assertRefused, secretOf, SECRETS, withServer } from "../testing.ts";
import { type ListParameters, readPoint } from "./list_options.ts";

const MATCHES = [undefined, "Exact", "NotOlderThan"] as const;
const PAGINGS = ["whole", "limit", "continue"] as const;
const VERSIONS = [undefined, "0", "7"] as const;

/** The state to read, or the HTTP status of the error; columns: unset, "0", another version. */
const TABLE = {
  undefined: {
    whole: ["most recent", "any", "not older than 7"],
    limit: ["most recent", "any", "exact 7"],
    continue: ["continue", "continue", "400"],
  },
  Exact: {
    whole: ["422", "422", "exact 7"],
    limit: ["422", "422", "exact 7"],
    continue: ["422", "422", "422"],
  },
  NotOlderThan: {
    whole: ["422", "any", "not older than 7"],
    limit: ["422", "any", "not older than 7"],
    continue: ["422", "422", "422"],
  },
} as const;

function readAs(options: ListParameters): string {
  try {
    const point = readPoint(options);
    return "revision" in point ? `${point.kind} ${point.revision}` : point.kind;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return String(error.code);
  }
}

for (const match of MATCHES) {
  for (const paging of PAGINGS) {
    for (const [column, version] of VERSIONS.entries()) {
      const expected = TABLE[`${match}`][paging][column]!;
      Deno.test(`match ${match}, ${paging}, version ${version} is read as ${expected}`, () => {
        assertEquals(
          readAs({
            allowWatchBookmarks: false,
            ...(match && { resourceVersionMatch: match }),
            ...(paging !== "whole" && { limit: 1 }),
            ...(paging === "continue" && { continue: "token" }),
            ...(version !== undefined && { resourceVersion: version }),
          }),
          expected,
        );
      });
    }
  }
}

Deno.test("a continue token without a limit is treated like one with a limit", () => {
  assertEquals(readAs({ allowWatchBookmarks: false, continue: "token" }), "continue");
});

Deno.test("a resourceVersion is a decimal number in the range of revisions", () => {
  for (
    const resourceVersion of [
      "",
      "x",
      "-1",
      "+1",
      "1.0",
      "1e3",
      "0x1",
      " 1",
      "1 ",
      "99999999999999999999",
    ]
  ) {
    const options: ListParameters = { allowWatchBookmarks: false, limit: 1, resourceVersion };
    assertThrows(() => readPoint(options), ApiError, "resourceVersion");
  }
});

/** Returns the names in the order of the list. */
const namesOf = (list: { items: { metadata: { name: string } }[] }) =>
  list.items.map(({ metadata }) => metadata.name).join("");

Deno.test("each cell of the table returns its state", async () => {
  await withServer(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    await server.must("POST", SECRETS, { body: secretOf("b") });
    const then = (await server.must("GET", SECRETS)).metadata.resourceVersion;
    const token = (await server.must("GET", `${SECRETS}?limit=1`)).metadata.continue;
    await server.must("POST", SECRETS, { body: secretOf("c") });
    await server.must("DELETE", `${SECRETS}/a`);
    const now = (await server.must("GET", SECRETS)).metadata.resourceVersion;

    const reads: readonly [query: string, names: string, version: string][] = [
      ["", "bc", now],
      ["resourceVersion=0", "bc", now],
      [`resourceVersion=${then}`, "bc", now],
      [`resourceVersion=${then}&resourceVersionMatch=NotOlderThan`, "bc", now],
      ["resourceVersion=0&resourceVersionMatch=NotOlderThan", "bc", now],
      [`resourceVersion=${then}&resourceVersionMatch=Exact`, "ab", then],
      [`resourceVersion=${now}&resourceVersionMatch=Exact`, "bc", now],
      ["limit=1", "b", now],
      ["limit=1&resourceVersion=0", "b", now],
      [`limit=1&resourceVersion=${then}`, "a", then],
      [`limit=1&resourceVersion=${then}&resourceVersionMatch=Exact`, "a", then],
      [`limit=1&resourceVersion=${then}&resourceVersionMatch=NotOlderThan`, "b", now],
      [`limit=1&continue=${token}`, "b", then],
      [`continue=${token}`, "b", then],
      [`limit=1&continue=${token}&resourceVersion=0`, "b", then],
      ["continue=&resourceVersion=&resourceVersionMatch=", "bc", now],
    ];
    for (const [query, names, version] of reads) {
      const list = await server.must("GET", `${SECRETS}?${query}`);
      assertEquals([namesOf(list), list.metadata.resourceVersion], [names, version], query);
    }
    const refused = await server.ask(
      "GET",
      `${SECRETS}?limit=1&continue=${token}&resourceVersion=${then}`,
    );
    assertRefused(refused, "BadRequest");
    assertEquals(refused.status, 400);
  });
});

Deno.test("an exact resourceVersion that is compacted is rejected as expired", async () => {
  await withServer(async (server) => {
    const { metadata } = await server.must("POST", SECRETS, { body: secretOf("a") });
    const old = metadata.resourceVersion;
    await server.must("POST", SECRETS, { body: secretOf("b") });
    server.clock.advance(4 * 60_000);
    const exactly = `${SECRETS}?resourceVersion=${old}&resourceVersionMatch=Exact`;
    assertEquals(namesOf(await server.must("GET", exactly)), "a");
    server.clock.advance(2 * 60_000);
    const answer = await server.ask("GET", exactly);
    assertRefused(answer, "Expired");
    assertRefused(await server.ask("GET", `${SECRETS}?limit=1&resourceVersion=${old}`), "Expired");
    assertEquals(namesOf(await server.must("GET", `${SECRETS}?resourceVersion=${old}`)), "ab");
  });
});

Deno.test("a future resourceVersion is rejected, with the time to try again", async () => {
  await withServer(async (server) => {
    for (
      const query of ["resourceVersion=1000", "resourceVersion=1000&resourceVersionMatch=Exact"]
    ) {
      const answer = await server.ask("GET", `${SECRETS}?${query}`);
      assertRefused(answer, "Timeout");
      assertEquals(answer.body.details.causes[0].reason, "ResourceVersionTooLarge");
      assertEquals(
        answer.headers.get("retry-after"),
        String(answer.body.details.retryAfterSeconds),
      );
    }
  });
});
