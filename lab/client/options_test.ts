import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "@plumbline/options";
import { startServer } from "@plumbline/reference";
import { getOf } from "../requests/writes.ts";
import { credentialsIn, readTarget, readUrl } from "./options.ts";
import { demand } from "./send.ts";

Deno.test("a kubeconfig gives the certificates and the token of a server", async () => {
  await using server = await startServer({ tls: true });
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, server.kubeconfig());
  const target = await readTarget(server.url, { kubeconfig: file }, {});
  assertEquals((await demand(target, getOf("/api/v1/namespaces/default"))).kind, "Namespace");
  target.client?.close();
  await Deno.remove(file);
});

Deno.test("a kubeconfig without a current context gives nothing", () => {
  assertEquals(credentialsIn("kind: Config"), { ca: undefined, token: undefined });
});

Deno.test("a text that is no URL is rejected", () => {
  assertEquals(readUrl("https://host:1/"), "https://host:1");
  assertThrows(() => readUrl("host:1"), UsageError, 'Cannot use the URL "host:1"');
});
