import { assertEquals } from "@std/assert";
import { startTestTarget } from "../engine/test_target.ts";
import { NamespacePatience, removeNamespace } from "./namespace_removal.ts";

const PATH = "/api/v1/namespaces/own";

/** Where namespaces stay until they are finalized, or were asked for so many times. */
async function remove(accounts: number, reads: number) {
  const finalized: string[] = [];
  await using served = startTestTarget((request, path) => {
    if (path === `${PATH}/serviceaccounts`) {
      return Response.json({ items: Array.from({ length: accounts }, () => ({})) });
    }
    if (path === `${PATH}/finalize`) {
      finalized.push(request.method);
      served.objects.delete(PATH);
      return Response.json({});
    }
    if (request.method === "DELETE") return Response.json({}, { status: 202 });
    if (path === PATH && reads-- <= 0) served.objects.delete(PATH);
    return undefined;
  });
  served.objects.set(PATH, { metadata: { name: "own" } });
  // A busy machine may take long for a few reads.
  const most = reads === Infinity ? 40 : 10_000;
  const patience = new NamespacePatience({ most, interval: 5 });
  const gone = await removeNamespace(served.target.client, "own", patience);
  return { gone, finalized };
}

Deno.test("a namespace is finalized if no controller does", async () => {
  assertEquals(await remove(0, Infinity), { gone: true, finalized: ["PUT"] });
});

Deno.test("a cluster with namespace controllers gets time to empty them", async () => {
  assertEquals(await remove(1, 3), { gone: true, finalized: [] });
  assertEquals(await remove(1, Infinity), { gone: false, finalized: [] });
});

Deno.test("where no namespace ends, they are waited for together", async () => {
  const patience = new NamespacePatience({ most: 40, interval: 5 });
  let asked = 0;
  const wait = (isGone: boolean) =>
    patience.waitFor(() => {
      asked++;
      return Promise.resolve(isGone);
    });
  // One that ends gives the others more time.
  assertEquals(await wait(true), true);
  assertEquals(await wait(false), false);
  assertEquals(asked > 1, true);
  const before = asked;
  assertEquals([await wait(false), await wait(true)], [false, false]);
  assertEquals(asked, before);
});
