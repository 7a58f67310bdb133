import { assertEquals } from "@std/assert";
import { badRequest } from "@plumbline/server/api";
import { withServer } from "@plumbline/reference/testing";
import { secretOf, SECRETS, type TestServer } from "@plumbline/server/testing";
import { bugs } from "../mutant.ts";
import { mutantSwitch } from "../mutant_switch.ts";
import { withMetadata, withoutMetadata } from "./json.ts";
import { all, type Install, on } from "./on.ts";
import { changeObjectIn } from "./results.ts";
import { wrap } from "./wrap.ts";

/** Runs a test against a server with a bug and the Secrets `a` and `b`. */
function withBug(install: Install, test: (server: TestServer) => Promise<void>): Promise<void> {
  const own = bugs({
    "requests/own": { description: "A bug.", reason: "A test.", breaks: "none", install },
  });
  const plugin = mutantSwitch(own);
  plugin.clear();
  return withServer(async (server) => {
    for (const name of ["a", "b"]) await server.must("POST", SECRETS, { body: secretOf(name) });
    plugin.add("requests/own");
    await test(server);
  }, { plugins: [plugin] });
}

const status = async (server: TestServer, method: string, path: string) =>
  (await server.ask(method, path)).status;

Deno.test("reject answers with the Status of the error, and spares other requests", async () => {
  await withBug(
    on("delete secrets", { propagationPolicy: "Orphan" }).reject(badRequest("not supported")),
    async (server) => {
      assertEquals(await status(server, "DELETE", `${SECRETS}/a?propagationPolicy=Orphan`), 400);
      assertEquals(await status(server, "GET", `${SECRETS}/a`), 200);
      assertEquals(await status(server, "DELETE", `${SECRETS}/a`), 200);
    },
  );
});

Deno.test("withoutEffect makes a dry run, changeQuery sets and removes parameters", async () => {
  await withBug(on("delete secrets").withoutEffect(), async (server) => {
    assertEquals(await status(server, "DELETE", `${SECRETS}/a`), 200);
    assertEquals(await status(server, "GET", `${SECRETS}/a`), 200);
  });
  await withBug(
    on("delete", { dryRun: "All" }).changeQuery({ dryRun: undefined }),
    async (server) => {
      assertEquals(await status(server, "DELETE", `${SECRETS}/a?dryRun=All`), 200);
      assertEquals(await status(server, "GET", `${SECRETS}/a`), 404);
    },
  );
});

Deno.test("changeBody changes what is stored", async () => {
  await withBug(
    on("create secrets").changeBody((body) => withMetadata(body, { labels: { from: "bug" } })),
    async (server) => {
      const { metadata } = await server.must("POST", SECRETS, { body: secretOf("c") });
      assertEquals(metadata.labels, { from: "bug" });
    },
  );
});

Deno.test("change, changeItems and changeObject change what is shown", async () => {
  await withBug(
    all(
      on("list secrets").changeItems((item) => withoutMetadata(item, "uid")),
      on("get secrets").changeObject((object) => withMetadata(object, { name: "other" })),
    ),
    async (server) => {
      const { items } = await server.must("GET", SECRETS);
      assertEquals(items.map(({ metadata }: { metadata: object }) => "uid" in metadata), [
        false,
        false,
      ]);
      assertEquals((await server.must("GET", `${SECRETS}/a`)).metadata.name, "other");
    },
  );
});

Deno.test("turnError answers with another code, changeStatus with another status", async () => {
  await withBug(
    all(
      on("get secrets").turnError(404, { code: 410, reason: "Gone" }),
      on("delete secrets").changeStatus(200, 202),
    ),
    async (server) => {
      const missing = await server.ask("GET", `${SECRETS}/none`);
      assertEquals([missing.status, missing.body.code, missing.body.reason], [410, 410, "Gone"]);
      assertEquals(await status(server, "DELETE", `${SECRETS}/a`), 202);
    },
  );
});

Deno.test("handle can send other requests of the client", async () => {
  await withBug(
    on("delete secrets").handle(async ({ info, url, next, send }) => {
      const path = url.pathname.replace(/\w+$/, info.name === "a" ? "b" : "a");
      await send("DELETE", { path });
      return await next();
    }),
    async (server) => {
      assertEquals(await status(server, "DELETE", `${SECRETS}/a`), 200);
      assertEquals(await status(server, "GET", `${SECRETS}/b`), 404);
    },
  );
});

Deno.test("effects on verbs see the result before it is encoded", async () => {
  await withBug(
    all(
      on("get secrets").changeResult((result) =>
        changeObjectIn(result, (object) => withMetadata(object, { name: "other" }))
      ),
      on("list secrets").changeListed((list) => ({ ...list, versions: list.versions.slice(1) })),
      on("delete secrets").whenRejected(
        "NotFound",
        () => Promise.resolve({ kind: "value", status: 200, value: { kind: "Status" } }),
      ),
    ),
    async (server) => {
      assertEquals((await server.must("GET", `${SECRETS}/a`)).metadata.name, "other");
      assertEquals((await server.must("GET", SECRETS)).items.length, 1);
      assertEquals(await status(server, "DELETE", `${SECRETS}/none`), 200);
    },
  );
});

Deno.test("wrap replaces one function of a part", async () => {
  await withBug(
    wrap(
      "exchange",
      "health",
      ({ health }, path, query) =>
        path === "/livez" ? new Response(null, { status: 204 }) : health(path, query),
    ),
    async (server) => {
      assertEquals(await status(server, "GET", "/livez"), 204);
      assertEquals(await status(server, "GET", "/readyz"), 200);
    },
  );
});
