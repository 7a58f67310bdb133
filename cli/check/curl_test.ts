import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Check, Violation } from "@plumbline/suites/check";
import { example } from "@plumbline/suites/check";
import { secret } from "@plumbline/suites/resources/secret";
import { startTestTarget, TEST_TOKEN } from "@plumbline/suites/engine/test_target";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";

/** Returns the check, with words for what it expects. */
const checkExpecting = (expected: string) =>
  example({
    id: "paging/shown",
    title: "a check; $(touch /tmp/never) 'quoted' \u001b[31m",
    requirements: ["paging.limit-bounds-page"] as never,
    run: async (scope) => {
      const created = await scope.create(secret, scope.newObject(secret, { name: "it's" }));
      const { resourceVersion } =
        (created.json as { metadata: { resourceVersion: string } }).metadata;
      const path = `/api/v1/namespaces/${scope.namespaces[0]}/secrets`;
      const query = { resourceVersion, resourceVersionMatch: "Exact" };
      await scope.send({ method: "GET", path, query });
      const { status } = await scope.send({ method: "GET", path: "/fault" });
      if (status !== 200) {
        throw new Violation("paging.limit-bounds-page", { expected, actual: "500" });
      }
    },
  });

/** Writes the script of a server with the fault, and runs it on a server with or without it. */
async function shown(
  { faulty, hasSameBody = false, lists, expected = "200" }: {
    faulty: boolean;
    hasSameBody?: boolean;
    /** What is responded to the run, and to the script. */
    lists?: readonly [unknown, unknown];
    expected?: string;
  },
) {
  let isFaulty = true;
  await using served = startTestTarget((_request, path) => {
    if (path !== "/fault") return undefined;
    if (lists !== undefined) return Response.json(lists[isFaulty ? 0 : 1], { status: 500 });
    return Response.json({ fault: isFaulty || hasSameBody }, {
      status: isFaulty || hasSameBody ? 500 : 200,
      headers: hasSameBody && isFaulty ? { warning: '299 - "a"' } : {},
    });
  });
  const { url, client } = served.target;
  const file = await Deno.makeTempFile();
  const terminal = testTerminal();
  const words = ["check", url, "--token", TEST_TOKEN, "--curl", file];
  assertEquals(await main(words, terminal, [checkExpecting(expected) as Check]), 1);
  assertStringIncludes(terminal.written(), `TOKEN=… bash ${file}`);
  isFaulty = faulty;
  const script = await Deno.readTextFile(file);
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: [file],
    env: { TOKEN: TEST_TOKEN },
  }).output();
  await Deno.remove(file);
  const [text, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  const { json } = await client.send({ method: "GET", path: "/api/v1/namespaces" });
  const namespaces = (json as { items: { metadata: { name: string } }[] }).items
    .map(({ metadata }) => metadata.name).filter((name) => name.startsWith("plumbline-"));
  return { code, text: text!, errors, script, namespaces };
}

Deno.test("the script of a run shows its failure, and removes what it created", async () => {
  const { code, text, errors, script, namespaces } = await shown({ faulty: true });
  assertEquals([code, errors], [0, ""], text);
  for (const words of ["expected     200", "actual       500", "GET /fault -> 500", "shown: "]) {
    assertStringIncludes(text, words);
  }
  assertEquals(namespaces, []);
  assertStringIncludes(script, '"labels":{"plumbline/run":"r');
  assert(![script, text].some((each) => each.includes(TEST_TOKEN)), "the token is printed");
  assert(!text.includes("\u001b"));
});

Deno.test("the script says so where another response arrives", async () => {
  const { code, text } = await shown({ faulty: false });
  assertEquals(code, 1);
  assertStringIncludes(text, "not shown: ");
});

Deno.test("a script compares the warnings of responses", async () => {
  assertEquals((await shown({ faulty: true, hasSameBody: true })).code, 0);
  assertEquals((await shown({ faulty: false, hasSameBody: true })).code, 1);
});

Deno.test("a server whose lists have no order, and other clients, shows a failure again", async () => {
  const item = (name: string, resourceVersion: string) => ({ metadata: { name, resourceVersion } });
  const list = (resourceVersion: string, ...items: unknown[]) => ({
    metadata: { resourceVersion },
    items,
  });
  const [one, two] = [item("a", "5"), item("b", "7")];
  const lists = [list("9", one, two), list("7", two, one)] as const;
  const found = await shown({ faulty: false, lists });
  assertEquals(found.code, 0, found.text);
  assertStringIncludes(found.text, "but for the order of items");
  // Unless it is about an order, or the items are others.
  assertEquals(
    (await shown({ faulty: false, lists, expected: "items in the order a, b" })).code,
    1,
  );
  const fewer = [lists[0], list("7", two)] as const;
  assertEquals((await shown({ faulty: false, lists: fewer })).code, 1);
});

Deno.test("neither the run nor the script removes an object whose name stands for others in a URL", async () => {
  const deleted: string[] = [];
  await using served = startTestTarget((request, path) => {
    if (request.method === "DELETE") deleted.push(path);
    if (request.method !== "POST" || !path.endsWith("/secrets")) return undefined;
    return Response.json(
      { apiVersion: "v1", kind: "Secret", metadata: { name: ".." } },
      { status: 201 },
    );
  });
  const check = example({
    id: "paging/shown",
    title: "a Secret with two dots as its name is rejected",
    requirements: ["paging.limit-bounds-page"] as never,
    run: async (scope) => {
      const body = scope.newObject(secret, { name: ".." });
      const path = `/api/v1/namespaces/${scope.namespaces[0]}/secrets`;
      const { status } = await scope.send({ method: "POST", path, body });
      if (status === 201) {
        throw new Violation("paging.limit-bounds-page", { expected: "422", actual: "201" });
      }
    },
  });
  const file = await Deno.makeTempFile();
  const words = ["check", served.target.url, "--token", TEST_TOKEN, "--curl", file];
  assertEquals(await main(words, testTerminal(), [check as Check]), 1);
  const { stdout } = await new Deno.Command("bash", { args: [file], env: { TOKEN: TEST_TOKEN } })
    .output();
  await Deno.remove(file);
  assertStringIncludes(new TextDecoder().decode(stdout), "shown: ");
  assertEquals(deleted.filter((path) => path.endsWith("/secrets/") || path.endsWith("-001/")), []);
});
