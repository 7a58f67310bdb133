import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { startServer } from "../../server/mod.ts";
import { connect, CredentialsRejected } from "./connect.ts";
import { TargetUnreachable } from "./http_client.ts";
import { whyUnreachable } from "./unreachable.ts";

/** What somebody is told who gives this URL. */
async function told(url: string, options: { readonly insecure?: boolean } = {}): Promise<string> {
  const error = await assertRejects(() => connect({ url, ...options }), TargetUnreachable);
  return error.message.replaceAll(/:\d+/g, ":PORT");
}

Deno.test("a server that is down is told in one line, with or without TLS", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const host = `127.0.0.1:${listener.addr.port}`;
  listener.close();
  const advice = "connection refused. Is the server up, and is that its port?";
  assertEquals(await told(`http://${host}`), `Cannot reach http://127.0.0.1:PORT: ${advice}`);
  const secure = `Cannot reach https://127.0.0.1:PORT: ${advice}`;
  assertEquals(await told(`https://${host}`), secure);
  assertEquals(await told(`https://${host}`, { insecure: true }), secure);
});

Deno.test("a host there is not is told", async () => {
  assertEquals(
    await told("http://nowhere.invalid"),
    "Cannot reach http://nowhere.invalid: no host of the name nowhere.invalid is known. " +
      "Is it spelt right?",
  );
});

Deno.test("an authority that is not trusted is told, with the option that names it", async () => {
  await using server = await started({ tls: true });
  assertStringIncludes(await told(server.url), "authority that is not trusted");
  assertStringIncludes(await told(server.url), "--ca FILE");
});

Deno.test("the wrong scheme is told, and the right one named", async () => {
  await using secure = await started({ tls: true });
  await using plain = await started({ tls: false });
  assertEquals(
    await told(secure.url.replace("https:", "http:")),
    "Cannot reach http://127.0.0.1:PORT: what answers there does not speak plain HTTP. " +
      "Is it https://127.0.0.1:PORT?",
  );
  const wrong = plain.url.replace("http:", "https:");
  const sentence = "Cannot reach https://127.0.0.1:PORT: what answers there does not speak TLS. " +
    "Is it http://127.0.0.1:PORT?";
  assertEquals(await told(wrong), sentence);
  assertEquals(await told(wrong, { insecure: true }), sentence);
});

Deno.test("a server that states that it requires TLS is reported so", async () => {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response("Client sent an HTTP request to an HTTPS server.\n", { status: 400 }),
  );
  assertEquals(
    await told(`http://127.0.0.1:${server.addr.port}`),
    "Cannot reach http://127.0.0.1:PORT: the server requires TLS. Did you mean https://127.0.0.1:PORT?",
  );
  await server.shutdown();
});

Deno.test("other reasons are told with the request, without what the runtime repeats", () => {
  const cause = new Error(
    "error sending request for url (http://a/b): client error (SendRequest): connection reset",
  );
  assertEquals(
    whyUnreachable("http://a", new TypeError("fetch failed", { cause }), "GET /b"),
    "Cannot reach http://a: connection reset (GET /b)",
  );
  assertEquals(
    whyUnreachable("https://a", new Error("invalid peer certificate: certificate expired")),
    "Cannot reach https://a: its certificate is not accepted: certificate expired. " +
      "Mend it, or give --insecure",
  );
});

Deno.test("a client without credentials is advised to give some", async () => {
  await using server = await started({ tls: false });
  const { url } = server;
  const error = await assertRejects(() => connect({ url }), CredentialsRejected, "401");
  assertStringIncludes(error.message, "Give --token or --kubeconfig");
  const wrong = await assertRejects(() => connect({ url, token: "wrong" }), CredentialsRejected);
  assertStringIncludes(wrong.message, `rejects the credentials of "user": 401`);
});

async function started(options: { readonly tls: boolean }) {
  const server = await startServer(options);
  return { url: server.url, [Symbol.asyncDispose]: () => server.close() };
}
