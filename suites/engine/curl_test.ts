import { assertEquals, assertStringIncludes } from "@std/assert";
import { curlLine } from "./curl.ts";

const exchange = {
  method: "POST",
  path: "/api/v1/namespaces/one/secrets?dryRun=All",
  identity: "admin",
  requestHeaders: { "content-type": "application/json" },
  requestBody: `{"it's":1}`,
  status: 201,
  responseHeaders: {},
  responseBody: "",
  sentAt: 0,
  duration: 1,
};

Deno.test("a curl command uses a shell variable for the token", async () => {
  const line = curlLine(exchange, { url: "http://localhost:1", identity: "admin" });
  // A shell splits the line; printf shows the words it makes of it.
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", line.replace(/^curl/, "printf '%s\\n'")],
    env: { TOKEN: "t" },
  }).output();
  assertEquals(new TextDecoder().decode(stdout).trimEnd().split("\n"), [
    "-sS",
    "-X",
    "POST",
    "-H",
    "Authorization: Bearer t",
    "-H",
    "content-type: application/json",
    "-H",
    "accept:",
    "--data-binary",
    `{"it's":1}`,
    "http://localhost:1/api/v1/namespaces/one/secrets?dryRun=All",
  ]);
});

Deno.test("several values of a header are several headers", () => {
  const requestHeaders = { "impersonate-group": "a\nb, c" };
  const line = curlLine({ ...exchange, requestHeaders }, {
    url: "http://localhost:1",
    identity: "admin",
  });
  assertEquals(line.match(/'impersonate-group: [^']*'/g), [
    "'impersonate-group: a'",
    "'impersonate-group: b, c'",
  ]);
});

Deno.test("a server whose certificate is not verified is not verified by curl", () => {
  const options = { url: "https://localhost:1", identity: "admin", insecure: true };
  const { requestBody: _, ...read } = { ...exchange, method: "GET", path: "/version" };
  assertEquals(
    curlLine({ ...read, identity: "", requestHeaders: {} }, options),
    "curl -sS --insecure -H 'accept:' 'https://localhost:1/version'",
  );
});

Deno.test("another identity has its own variable, an anonymous request none", () => {
  const options = { url: "https://localhost:1", identity: "admin" };
  const { requestBody: _, ...read } = { ...exchange, method: "GET", path: "/version" };
  assertEquals(
    curlLine({ ...read, identity: "bob", requestHeaders: {} }, options),
    `curl -sS \${CA:+--cacert "$CA"} -H "Authorization: Bearer $TOKEN_BOB" -H 'accept:' 'https://localhost:1/version'`,
  );
  assertEquals(
    curlLine({ ...read, identity: "", requestHeaders: {} }, options),
    `curl -sS \${CA:+--cacert "$CA"} -H 'accept:' 'https://localhost:1/version'`,
  );
});

Deno.test("a client certificate stands in for the token of its user, of nobody else", () => {
  const options = { url: "https://localhost:1", identity: "admin", certified: true };
  const credentialsOf = (one: typeof exchange) =>
    curlLine(one, options).match(/--cert "\$CERT" --key "\$KEY"|Bearer [$\w-]+/g);
  assertEquals(credentialsOf(exchange), ['--cert "$CERT" --key "$KEY"']);
  assertEquals(credentialsOf({ ...exchange, identity: "bob" }), ["Bearer $TOKEN_BOB"]);
  assertEquals(credentialsOf({ ...exchange, identity: "" }), null);
  const invented = { ...exchange.requestHeaders, authorization: "Bearer plumbline-unknown" };
  assertEquals(credentialsOf({ ...exchange, requestHeaders: invented }), [
    "Bearer plumbline-unknown",
  ]);
});

Deno.test("a body that is no text is decoded from base64", () => {
  const bytes = { ...exchange, requestBody: "(3 bytes)", requestBytes: "AAEC" };
  assertStringIncludes(
    curlLine(bytes, { url: "http://127.0.0.1", identity: "admin" }),
    "--data-binary @<(base64 -d <<<'AAEC')",
  );
});
