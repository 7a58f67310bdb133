/**
 * A slice of the fuzz run; `deno task fuzz` is all of it.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { casesOf, play } from "./cases.ts";
import { Session } from "./session.ts";

Deno.test("every request gets a response, errors are a Status, and none is an internal error", async () => {
  const session = await Session.start();
  try {
    const samples = await session.fill();
    const cases = casesOf(samples);
    await fc.assert(fc.asyncProperty(cases, (sent) => play(session, sent)), { numRuns: 400 });
    assertEquals(await session.openWatches(), 0);
    // The requests are useless if all of them are rejected, or none.
    const done = (session.statuses.get(200) ?? 0) + (session.statuses.get(201) ?? 0);
    const share = done / session.requests;
    assert(share > 0.1 && share < 0.8, `${share} of the requests succeeded`);
    await session.empty();
  } finally {
    await session.close();
  }
});

Deno.test("an emptied session can be filled again", async () => {
  const session = await Session.start();
  try {
    await session.fill();
    await session.empty();
    const samples = await session.fill();
    assert([...samples.values()].every(({ yaml, protobuf }) => yaml !== "" && protobuf.length > 4));
  } finally {
    await session.close();
  }
});
