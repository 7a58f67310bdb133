import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { UsageError } from "@plumbline/options";
import { startServer } from "@plumbline/reference";
import { getOf } from "../requests/writes.ts";
import { readTarget, readUrl } from "./options.ts";
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

Deno.test("a kubeconfig may name the file of the certificates", async () => {
  await using server = await startServer({ tls: true });
  const directory = await Deno.makeTempDir();
  const { caCertificate } = server;
  await Deno.writeTextFile(`${directory}/ca.crt`, caCertificate!);
  const config = server.kubeconfig().replace(
    /"?certificate-authority-data"?: *"?[\w+/=]+"?/,
    '"certificate-authority": "ca.crt"',
  );
  await Deno.writeTextFile(`${directory}/config`, config);
  const target = await readTarget(server.url, { kubeconfig: `${directory}/config` }, {});
  assertEquals((await demand(target, getOf("/api/v1/namespaces/default"))).kind, "Namespace");
  target.client?.close();
  await Deno.remove(directory, { recursive: true });
});

Deno.test("a kubeconfig without a current context is refused", async () => {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "kind: Config");
  await assertRejects(
    () => readTarget("http://host:1", { kubeconfig: file }, {}),
    UsageError,
    file,
  );
  await Deno.remove(file);
});

Deno.test("a text that is no URL is rejected", () => {
  assertEquals(readUrl("https://host:1/"), "https://host:1");
  assertThrows(() => readUrl("host:1"), UsageError, 'Cannot use the URL "host:1"');
});
