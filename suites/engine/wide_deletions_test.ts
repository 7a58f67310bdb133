import { assertEquals, assertMatch } from "@std/assert";
import { Scopes } from "./scopes.ts";
import { startTestTarget } from "./test_target.ts";
import { widerDeletion } from "./wide_deletions.ts";

/** Returns what the trial finds on a target that deletes all of a collection for some queries. */
async function foundOn(deletesAllFor: (query: URLSearchParams) => boolean, checks = 100) {
  const sent: string[] = [];
  await using served = startTestTarget((request, path) => {
    const { searchParams } = new URL(request.url);
    const isCollection = request.method === "DELETE" && path.endsWith("/secrets");
    if (!isCollection) return undefined;
    sent.push(searchParams.toString());
    for (const key of deletesAllFor(searchParams) ? [...served.objects.keys()] : []) {
      if (key.startsWith(`${path}/`)) served.objects.delete(key);
    }
    return Response.json({ kind: "Status", status: "Success" });
  });
  const scopes = new Scopes(served.target, "run");
  const found = await widerDeletion(served.target, scopes, checks);
  await scopes.end();
  return { found, deletions: sent.length };
}

Deno.test("a deletion that deletes an object which it does not select is named by its query", async () => {
  const bySets = await foundOn((query) => query.get("labelSelector")?.includes(" in ") === true);
  assertEquals(bySets.found, "labelSelector=plumbline/none in (none)");
  const byFields = await foundOn((query) => query.get("fieldSelector")?.includes("!=") === true);
  assertMatch(byFields.found ?? "", /^fieldSelector=metadata\.name!=\S+-probe$/);
});

Deno.test("a server that deletes what is selected is no wider, and few checks are not tried", async () => {
  assertEquals(await foundOn(() => false), { found: undefined, deletions: 5 });
  assertEquals(await foundOn(() => true, 3), { found: undefined, deletions: 0 });
});
