import { assertEquals, assertMatch } from "@std/assert";
import { Scopes } from "./scopes.ts";
import { startTestTarget } from "./test_target.ts";
import { deletionOfUnselected } from "./deletion_trial.ts";

/**
 * Returns what the trial finds on a target that deletes all of a collection for some queries.
 *
 * @param isWrong Returns the answer to a request that the target handles otherwise.
 */
async function foundOn(
  deletesAllFor: (query: URLSearchParams) => boolean,
  checks = 100,
  isWrong: (request: Request) => Response | undefined = () => undefined,
) {
  const sent: string[] = [];
  await using served = startTestTarget((request, path) => {
    const wrong = isWrong(request);
    if (wrong !== undefined) return wrong;
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
  const found = await deletionOfUnselected(served.target, scopes, checks);
  await scopes.end();
  return { found, deletions: sent.length };
}

Deno.test("a deletion that deletes an object which it does not select is named by its query", async () => {
  const bySets = await foundOn((query) => query.get("labelSelector")?.includes(" in ") === true);
  assertEquals(bySets.found, "labelSelector=plumbline/none in (none)");
  const byFields = await foundOn((query) => query.get("fieldSelector")?.includes("!=") === true);
  assertMatch(byFields.found ?? "", /^fieldSelector=metadata\.name!=\S+-probe$/);
});

Deno.test("a server that deletes what is selected is not named, and few checks are not tried for it", async () => {
  assertEquals(await foundOn(() => false), { found: undefined, deletions: 5 });
  assertEquals(await foundOn(() => true, 3), { found: undefined, deletions: 0 });
});

Deno.test("a server whose reads do not show the object, or not its labels, cannot be tried", async () => {
  const notFound = Response.json({ kind: "Status", code: 404 }, { status: 404 });
  const bare = Response.json({ kind: "Secret", metadata: { name: "probe" } });
  for (const answer of [notFound, bare]) {
    const isRead = ({ method }: Request) => method === "GET" ? answer.clone() : undefined;
    const { found } = await foundOn(() => true, 100, isRead);
    assertEquals(found, undefined);
  }
});
