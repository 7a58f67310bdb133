/**
 * Tests of the types, data and validation of secrets.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "../object.ts";
import { type Answer, assertRefused, secretOf, SECRETS, withServer } from "../testing.ts";

const MERGE = "application/merge-patch+json";

const fieldsOf = ({ body }: Answer): string[] =>
  (body.details?.causes ?? []).map(({ field }: { field: string }) => field);

Deno.test("keys have letters, digits, dash, underscore and dot, and must not begin with `..`", async () => {
  await withServer(async (server) => {
    const keys = (...names: string[]) =>
      secretOf("a", { data: Object.fromEntries(names.map((name) => [name, ""])) });
    const fine = keys("a", "A-b_c.d", "..a".slice(1), "0", "x".repeat(253));
    assertEquals((await server.ask("POST", `${SECRETS}?dryRun=All`, { body: fine })).status, 201);
    const wrong = ["", "a/b", "a b", "é", ".", "..", "..a", "x".repeat(254)];
    const answer = await server.ask("POST", SECRETS, { body: keys(...wrong) });
    assertRefused(answer, "Invalid");
    assertEquals(fieldsOf(answer).sort(), wrong.map((key) => `data[${key}]`).sort());
  });
});

Deno.test("values are base64 and are returned as they were sent", async () => {
  await withServer(async (server) => {
    const data = { empty: "", bytes: "AP/+", text: "dGV4dA==" };
    const made = await server.must("POST", SECRETS, { body: secretOf("a", { data }) });
    assertEquals(made.data, data);
    for (const value of ["!", "A", "dGV4dA", "dGV4dA=", 1, {}]) {
      const body = secretOf("b", { data: { a: value as string } });
      assertRefused(await server.ask("POST", SECRETS, { body }), "BadRequest");
    }
  });
});

Deno.test("the decoded values have at most 1 MiB in total", async () => {
  await withServer(async (server) => {
    const half = (bytes: number) => new Uint8Array(bytes).toBase64();
    const sized = (first: number, second: number) =>
      secretOf("a", { data: { first: half(first), second: half(second) } });
    const KIB = 1024;
    const most = await server.ask("POST", SECRETS, { body: sized(512 * KIB, 512 * KIB) });
    assertEquals(most.status, 201);
    const answer = await server.ask("PUT", `${SECRETS}/a`, {
      body: sized(512 * KIB, 512 * KIB + 1),
    });
    assertRefused(answer, "Invalid");
    assertEquals(fieldsOf(answer), ["data"]);
  });
});

Deno.test("stringData is validated like data", async () => {
  await withServer(async (server) => {
    const post = (stringData: JsonObject) =>
      server.ask("POST", SECRETS, { body: secretOf("a", { stringData }) });
    const wrongKey = await post({ "a/b": "x" });
    assertRefused(wrongKey, "Invalid");
    assertEquals(fieldsOf(wrongKey), ["data[a/b]"]);
    const tooLarge = await post({ a: "é".repeat(524_289) });
    assertRefused(tooLarge, "Invalid");
    assertEquals(fieldsOf(tooLarge), ["data"]);
  });
});

Deno.test("a secret has a type, which is immutable", async () => {
  await withServer(async (server) => {
    const plain = await server.must("POST", SECRETS, { body: secretOf("a") });
    assertEquals(plain.type, "Opaque");
    await server.must("POST", SECRETS, { body: secretOf("b", { type: "example.com/own" }) });
    for (const name of ["a", "b"]) {
      const body = { type: "example.com/other" };
      const answer = await server.ask("PATCH", `${SECRETS}/${name}`, { body, type: MERGE });
      assertRefused(answer, "Invalid");
      assertEquals(fieldsOf(answer), ["type"]);
    }
    const selected = await server.must("GET", `${SECRETS}?fieldSelector=type%3Dexample.com/own`);
    assertEquals(selected.items.length, 1);
  });
});

Deno.test("an immutable secret cannot become mutable, nor change its data or stringData", async () => {
  await withServer(async (server) => {
    const body = secretOf("a", { immutable: true, data: { a: "MQ==" } });
    await server.must("POST", SECRETS, { body });
    const refusals: [patch: JsonObject, fields: string[]][] = [
      [{ immutable: false }, ["immutable"]],
      [{ immutable: null }, ["immutable"]],
      [{ data: { a: "Mg==" } }, ["data"]],
      [{ data: null }, ["data"]],
      [{ stringData: { b: "x" } }, ["data"]],
      [{ immutable: null, data: { b: "" } }, ["immutable", "data"]],
    ];
    for (const [patch, fields] of refusals) {
      const answer = await server.ask("PATCH", `${SECRETS}/a`, { body: patch, type: MERGE });
      assertRefused(answer, "Invalid");
      assertEquals(fieldsOf(answer), fields);
    }
    // Writing the current values changes nothing.
    const same = { stringData: { a: "1" }, metadata: { labels: { l: "1" } } };
    const kept = await server.must("PATCH", `${SECRETS}/a`, { body: same, type: MERGE });
    assertEquals([kept.data, kept.metadata.labels], [{ a: "MQ==" }, { l: "1" }]);
  });
});

const json = (text: string) => new TextEncoder().encode(text).toBase64();

/** Each type without its domain, the data of a secret, and the fields of the expected causes. */
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

Deno.test("a secret of a well-known type has the required keys", async () => {
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

Deno.test("`stringData` provides required keys, and required keys cannot be removed", async () => {
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

Deno.test("a service account token has the annotation with its account", async () => {
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
