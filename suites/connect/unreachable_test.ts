import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { startServer } from "@plumbline/reference";
import { connect } from "./connect.ts";
import { CredentialsRejected } from "./rejections.ts";
import { TargetUnreachable } from "../client/http_client.ts";
import { whyUnreachable } from "../client/unreachable.ts";

/** The error for this URL. */
async function messageOf(
  url: string,
  options: { readonly insecure?: boolean } = {},
): Promise<string> {
  const error = await assertRejects(() => connect({ url, ...options }), TargetUnreachable);
  return error.message.replaceAll(/:\d+/g, ":PORT");
}

Deno.test("a server that is down is reported in one line, with or without TLS", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const host = `127.0.0.1:${listener.addr.port}`;
  listener.close();
  const advice = "connection refused. Check that the server is running and the port is right";
  assertEquals(await messageOf(`http://${host}`), `Cannot reach http://127.0.0.1:PORT: ${advice}`);
  const secure = `Cannot reach https://127.0.0.1:PORT: ${advice}`;
  assertEquals(await messageOf(`https://${host}`), secure);
  assertEquals(await messageOf(`https://${host}`, { insecure: true }), secure);
});

Deno.test("an unknown host is reported", async () => {
  assertEquals(
    await messageOf("http://nowhere.invalid"),
    "Cannot reach http://nowhere.invalid: the host nowhere.invalid is unknown. Check the spelling",
  );
});

Deno.test("an unknown certificate authority is reported with the option to give it", async () => {
  await using server = await started({ tls: true });
  assertStringIncludes(await messageOf(server.url), "signed by an unknown authority");
  assertStringIncludes(await messageOf(server.url), "--ca FILE");
});

Deno.test("a wrong scheme is reported with the right one", async () => {
  await using secure = await started({ tls: true });
  await using plain = await started({ tls: false });
  assertEquals(
    await messageOf(secure.url.replace("https:", "http:")),
    "Cannot reach http://127.0.0.1:PORT: the server does not use plain HTTP. " +
      "Did you mean https://127.0.0.1:PORT?",
  );
  const wrong = plain.url.replace("http:", "https:");
  const sentence = "Cannot reach https://127.0.0.1:PORT: the server does not use TLS. " +
    "Did you mean http://127.0.0.1:PORT?";
  assertEquals(await messageOf(wrong), sentence);
  assertEquals(await messageOf(wrong, { insecure: true }), sentence);
});

Deno.test("a server that states that it requires TLS is reported so", async () => {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response("Client sent an HTTP request to an HTTPS server.\n", { status: 400 }),
  );
  assertEquals(
    await messageOf(`http://127.0.0.1:${server.addr.port}`),
    "Cannot reach http://127.0.0.1:PORT: the server requires TLS. Did you mean https://127.0.0.1:PORT?",
  );
  await server.shutdown();
});

Deno.test("other reasons are reported with the request, without repetitions of the runtime", () => {
  const cause = new Error(
    "error sending request for url (http://a/b): client error (SendRequest): connection reset",
  );
  assertEquals(
    whyUnreachable("http://a", new TypeError("fetch failed", { cause }), "GET /b"),
    "Cannot reach http://a: connection reset (GET /b)",
  );
  assertEquals(
    whyUnreachable("https://a", new Error("invalid peer certificate: certificate expired")),
    "Cannot reach https://a: its certificate is rejected: certificate expired. " +
      "Renew it, or use --insecure",
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
