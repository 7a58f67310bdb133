/**
 * Secrets of well-known types.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "../object.ts";
import { assertRefused, secretOf, SECRETS, withServer } from "../testing.ts";

const json = (text: string) => new TextEncoder().encode(text).toBase64();

/** The type without its domain, what a secret of it holds, and the fields a refusal names. */
const CASES: [type: string, data: JsonObject, causes: string[]][] = [
  ["tls", {}, ["data[tls.crt]", "data[tls.key]"]],
  ["tls", { "tls.crt": "YQ==" }, ["data[tls.key]"]],
  ["tls", { "tls.crt": "", "tls.key": "" }, []],
  ["tls", { "a/b": "", "tls.crt": "", "tls.key": "" }, ["data[a/b]"]],
  ["dockercfg", {}, ["data[.dockercfg]"]],
  ["dockercfg", { ".dockercfg": "" }, ["data[.dockercfg]"]],
  ["dockercfg", { ".dockercfg": json("1") }, ["data[.dockercfg]"]],
  ["dockercfg", { ".dockercfg": json("{}") }, []],
  ["dockerconfigjson", {}, ["data[.dockerconfigjson]"]],
  ["dockerconfigjson", { ".dockerconfigjson": json("[]") }, ["data[.dockerconfigjson]"]],
  ["dockerconfigjson", { ".dockerconfigjson": json('{"auths":{}}') }, []],
  ["basic-auth", {}, ["data[username]", "data[password]"]],
  ["basic-auth", { username: "" }, []],
  ["basic-auth", { password: "YQ==" }, []],
  ["ssh-auth", {}, ["data[ssh-privatekey]"]],
  ["ssh-auth", { "ssh-privatekey": "" }, ["data[ssh-privatekey]"]],
  ["ssh-auth", { "ssh-privatekey": "YQ==" }, []],
  ["something-else", {}, []],
];

Deno.test("a secret of a well-known type holds what its type needs", async () => {
  await withServer(async (server) => {
    for (const [type, data, causes] of CASES) {
      const body = secretOf("a", { type: `kubernetes.io/${type}`, data });
      const answer = await server.ask("POST", `${SECRETS}?dryRun=All`, { body });
      const what = `${type} ${JSON.stringify(data)}`;
      if (causes.length > 0) assertRefused(answer, "Invalid");
      else assertEquals(answer.status, 201, what);
      const found = (answer.body.details?.causes ?? []).map(({ field }: { field: string }) =>
        field
      );
      assertEquals(found, causes, what);
    }
  });
});

Deno.test("what is written in plain counts, and what a type needs cannot be taken away", async () => {
  await withServer(async (server) => {
    const stringData = { "tls.crt": "a", "tls.key": "b" };
    await server.must("POST", SECRETS, {
      body: secretOf("a", { type: "kubernetes.io/tls", stringData }),
    });
    const body = { data: { "tls.key": null } };
    const type = "application/merge-patch+json";
    assertRefused(await server.ask("PATCH", `${SECRETS}/a`, { body, type }), "Invalid");
  });
});

Deno.test("an account's token names its account", async () => {
  await withServer(async (server) => {
    const post = (name: string) => {
      const metadata = { annotations: { "kubernetes.io/service-account.name": name } };
      const type = "kubernetes.io/service-account-token";
      return server.ask("POST", SECRETS, { body: secretOf("a", { type, metadata }) });
    };
    assertRefused(await post(""), "Invalid");
    assertEquals((await post("default")).status, 201);
  });
});
