import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { parse } from "@std/yaml";
import { connect } from "@plumbline/suites/connect";
import { createAuthority } from "@plumbline/server/parts";
import { testWithEtcd } from "@plumbline/stores/testing";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";

Deno.test("serve prints its URL, writes a valid kubeconfig and removes it at the end", async () => {
  for (const options of [[], ["--tls"], ["--dialect", "svc"]]) {
    const terminal = testTerminal();
    const running = main(["serve", "--port", "0", ...options], terminal);
    const kubeconfig = await writtenAfter(terminal.written, /Kubeconfig (.*)\n/);
    const url = await writtenAfter(terminal.written, /Serving (.*)\n/);
    await writtenAfter(terminal.written, /Token of admin (.*)\n/);
    assertEquals((await Deno.stat(kubeconfig)).mode! & 0o777, 0o600);
    const target = await connect({ kubeconfig });
    assertEquals(target.url, url);
    await target.close();
    terminal.interrupt();
    assertEquals(await running, 0);
    await assertRejects(() => Deno.stat(kubeconfig), Deno.errors.NotFound);
  }
});

Deno.test("the given identities exist, and their tokens are not printed", async () => {
  const terminal = testTerminal();
  const running = main([
    ...["serve", "--port", "0"],
    ...["--identity", "admin=admin-token,system:masters", "--identity", "bob=bob-token"],
  ], terminal);
  const kubeconfig = await writtenAfter(terminal.written, /Kubeconfig (.*)\n/);
  const admin = await connect({ kubeconfig });
  await admin.close();
  await assertRejects(() => connect({ kubeconfig, context: "bob" }), Error, "403");
  assertEquals(terminal.written().includes("admin-token"), false);
  terminal.interrupt();
  await running;
});

Deno.test("serve --json prints one line with all that a program needs", async () => {
  for (const identity of [[], ["--identity", "bob=bob-token,system:masters"]]) {
    const terminal = testTerminal();
    const options = ["--json", "--port", "0", "--tls", "--replicas", "2", "--ui", ...identity];
    const running = main(["serve", ...options], terminal);
    const line = JSON.parse(await writtenAfter(terminal.written, /^(.*)\n/));
    const target = await connect({ kubeconfig: line.kubeconfig, replicas: line.replicas });
    assertEquals([target.url, line.replicas.length], [line.url, 1]);
    await target.close();
    const client = Deno.createHttpClient({ caCerts: [line.caCertificate] });
    const headers = { authorization: `Bearer ${line.token}` };
    const response = await fetch(`${line.url}/api/v1/secrets`, { headers, client });
    assertEquals(response.status, 200);
    await response.body?.cancel();
    client.close();
    assertEquals(line.user, identity.length === 0 ? "admin" : "bob");
    assertEquals(new URL(line.page).hostname, "127.0.0.1");
    terminal.interrupt();
    assertEquals(await running, 0);
    assertEquals(terminal.written().trimEnd().split("\n").length, 1);
  }
});

Deno.test("replicas with TLS have certificates of the authority in the kubeconfig", async () => {
  const terminal = testTerminal();
  const running = main(["serve", "--port", "0", "--tls", "--replicas", "2"], terminal);
  const kubeconfig = await writtenAfter(terminal.written, /Kubeconfig (.*)\n/);
  const replica = await writtenAfter(terminal.written, /Replica (https:.*)\n/);
  const target = await connect({ kubeconfig, replicas: [replica] });
  await target.close();
  terminal.interrupt();
  assertEquals(await running, 0);
});

Deno.test("a user's client certificate is authenticated by the authority of --client-ca", async () => {
  const authority = await createAuthority(Date.now());
  const { certificate, key } = await authority.issueClient({ name: "alice" });
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, authority.certificate);
  const terminal = testTerminal();
  const running = main(["serve", "--port", "0", "--tls", "--client-ca", file], terminal);
  const url = await writtenAfter(terminal.written, /Serving (.*)\n/);
  const kubeconfig = await writtenAfter(terminal.written, /Kubeconfig (.*)\n/);
  const { clusters: [{ cluster }] } = parse(await Deno.readTextFile(kubeconfig)) as {
    clusters: [{ cluster: Record<string, string> }];
  };
  const caCerts = [atob(cluster["certificate-authority-data"]!)];
  const client = Deno.createHttpClient({ caCerts, cert: certificate, key });
  const response = await fetch(`${url}/api/v1/secrets`, { client });
  assertStringIncludes((await response.json()).message, 'User "alice"');
  client.close();
  terminal.interrupt();
  await running;
  await Deno.remove(file);
});

Deno.test("authorities that cannot be used are named with the option", async () => {
  const file = await Deno.makeTempFile();
  const complaints: string[] = [];
  for (const options of [["--client-ca", file], ["--tls", "--client-ca", file]]) {
    const terminal = testTerminal();
    assertEquals(await main(["serve", "--port", "0", ...options], terminal), 2);
    complaints.push(terminal.complaints());
  }
  assertEquals(complaints, [
    "Cannot use --client-ca without --tls.\n",
    "Cannot trust the authorities of client certificates as they must be certificates in PEM\n",
  ]);
  await Deno.remove(file);
});

Deno.test("a port in use is named with the remedy", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const terminal = testTerminal();
  const { port } = listener.addr;
  assertEquals(await main(["serve", "--port", String(port)], terminal), 2);
  assertEquals(
    terminal.complaints(),
    `Cannot listen on 127.0.0.1:${port}: the port is in use. Use --port 0 for a free one.\n`,
  );
  listener.close();
});

Deno.test("an address of another machine is named", async () => {
  for (const host of ["192.0.2.1", "nowhere.invalid"]) {
    const terminal = testTerminal();
    assertEquals(await main(["serve", "--port", "0", "--host", host], terminal), 2);
    assertStringIncludes(terminal.complaints(), `Cannot listen on --host ${host}: `);
  }
});

Deno.test("release, API versions and feature gates are those of the options", async () => {
  const terminal = testTerminal();
  const running = main([
    ...["serve", "--port", "0", "--identity", "admin=admin-token,system:masters"],
    ...["--release", "1.27", "--feature-gates", "OpenAPIV3=true"],
    ...["--runtime-config", "api/alpha", "--runtime-config", "storage.k8s.io/v1=false"],
  ], terminal);
  const url = await writtenAfter(terminal.written, /Serving (.*)\n/);
  const ask = (path: string, method = "GET") =>
    fetch(url + path, {
      method,
      headers: { authorization: "Bearer admin-token", "content-type": "application/json" },
      ...(method === "POST" && { body: "{}" }),
    });
  assertEquals((await (await ask("/version")).json()).minor, "27");
  const statuses = [
    await ask("/apis/storage.k8s.io/v1/csistoragecapacities"),
    await ask("/apis/authentication.k8s.io/v1alpha1/selfsubjectreviews", "POST"),
  ].map(async (response) => {
    await response.body?.cancel();
    return response.status;
  });
  assertEquals(await Promise.all(statuses), [404, 201]);
  assertStringIncludes(terminal.complaints(), "OpenAPIV3");
  terminal.interrupt();
  assertEquals(await running, 0);
});

Deno.test("the server starts with the objects of manifests and with players, and an error names the file", async () => {
  const folder = await Deno.makeTempDir();
  const manifest = `${folder}/a.yaml`;
  await Deno.writeTextFile(
    manifest,
    "apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: team}\n",
  );
  const terminal = testTerminal();
  const running = main([
    ...["serve", "--port", "0", "--identity", "admin=admin-token,system:masters"],
    ...["--objects", folder, "--objects", manifest, "--play", "namespaces-have-defaults"],
  ], terminal);
  const url = await writtenAfter(terminal.written, /Serving (.*)\n/);
  const headers = { authorization: "Bearer admin-token" };
  const response = await fetch(`${url}/api/v1/namespaces/team/secrets/a`, { headers });
  assertEquals((await response.json()).kind, "Secret");
  const path = "api/v1/namespaces/team/serviceaccounts/default";
  const account = await fetch(`${url}/${path}`, { headers });
  assertEquals((await account.json()).kind, "ServiceAccount");
  terminal.interrupt();
  assertEquals(await running, 0);

  await Deno.writeTextFile(manifest, "apiVersion: v1\nkind: Secret\nmetadata: {name: A}\n");
  const other = testTerminal();
  assertEquals(await main(["serve", "--port", "0", "--objects", manifest], other), 2);
  assertStringIncludes(other.complaints(), `${manifest}, document 1: Cannot apply Secret "A": `);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("an unknown release, API version or feature gate is named", async () => {
  const mistakes: readonly [option: string, value: string, expected: string][] = [
    ["--release", "1.28", "--release"],
    ["--runtime-config", "example/v1", "apps/v1"],
    ["--runtime-config", "apps/v1=no", '"apps/v1=no"'],
    ["--feature-gates", "Nonsense=true", "APIListChunking"],
    ["--feature-gates", "DryRun", '"DryRun"'],
  ];
  for (const [option, value, expected] of mistakes) {
    const terminal = testTerminal();
    assertEquals(await main(["serve", "--port", "0", option, value], terminal), 2, value);
    assertStringIncludes(terminal.complaints(), expected);
  }
});

/** Waits until something was written and returns its first group. */
async function writtenAfter(written: () => string, pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(written())?.[1];
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

Deno.test("--ui serves a page of the server, which ends with it", async () => {
  const terminal = testTerminal();
  const running = main(["serve", "--port", "0", "--ui"], terminal);
  const address = await writtenAfter(terminal.written, /Live page (http:\S+)\n/);
  const url = await writtenAfter(terminal.written, /Serving (.*)\n/);
  const token = await writtenAfter(terminal.written, /Token of admin (.*)\n/);
  const entered = await fetch(address, { redirect: "manual" });
  await entered.body?.cancel();
  const headers = { cookie: entered.headers.get("set-cookie")!.split(";")[0]! };
  const asked = await fetch(`${url}/version`, { headers: { authorization: `Bearer ${token}` } });
  await asked.body?.cancel();
  const page = new URL("/request?id=1", address);
  const content = await (await fetch(page, { headers })).text();
  assertStringIncludes(content, '"path":"/version"');
  assertStringIncludes(content, '"heads"');
  assertEquals(content.includes(token), false);
  terminal.interrupt();
  assertEquals(await running, 0);
  await assertRejects(() => fetch(page, { headers }), TypeError);
});

Deno.test("a page port in use or without --ui is wrong usage", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const port = String(listener.addr.port);
  const terminal = testTerminal();
  assertEquals(await main(["serve", "--port", "0", "--ui", "--ui-port", port], terminal), 2);
  assertStringIncludes(terminal.complaints(), `port ${port}`);
  listener.close();
  const other = testTerminal();
  assertEquals(await main(["serve", "--port", "0", "--ui-port", port], other), 2);
  assertStringIncludes(other.complaints(), "Cannot use --ui-port without --ui.");
});

Deno.test("--data keeps objects and tokens for the next start, and serve states that it keeps none without", async () => {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/cluster.data`;
  const tokens: string[] = [];
  const statuses: number[] = [];
  for (let start = 0; start < 2; start++) {
    const terminal = testTerminal();
    const running = main(["serve", "--port", "0", "--data", file], terminal);
    const url = await writtenAfter(terminal.written, /Serving (.*)\n/);
    const token = await writtenAfter(terminal.written, /Token of admin (.*)\n/);
    const body = JSON.stringify({ metadata: { name: "team" } });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${url}/api/v1/namespaces`, { method: "POST", headers, body });
    await response.body?.cancel();
    tokens.push(token);
    statuses.push(response.status);
    terminal.interrupt();
    assertEquals(await running, 0);
    assertEquals(terminal.complaints(), "");
  }
  assertEquals([tokens[0], statuses], [tokens[1], [201, 409]]);
  const other = testTerminal();
  const options = ["--data", file, "--dialect", "svc"];
  assertEquals(await main(["serve", "--port", "0", ...options], other), 2);
  assertStringIncludes(other.complaints(), `Cannot use ${file} as it was written with the dialect`);
  await Deno.remove(folder, { recursive: true });

  const terminal = testTerminal();
  const running = main(["serve", "--port", "0"], terminal);
  await writtenAfter(terminal.written, /Token of admin (.*)\n/);
  assertEquals(
    terminal.complaints(),
    "The objects are in memory only. Use --data FILE to keep them.\n",
  );
  terminal.interrupt();
  await running;
});

Deno.test("--containers states containers in a file of YAML", async () => {
  const folder = await Deno.makeTempDir();
  const [file, wrong, broken] = ["a.yaml", "wrong.yaml", "broken.yaml"].map((name) =>
    `${folder}/${name}`
  );
  await Deno.writeTextFile(
    file!,
    "- { pods: web, output: [{ text: listening, time: '2026-11-27T06:00:00Z' }, ready] }\n" +
      "- { pods: web, files: { /logo: !!binary iVBORw== } }\n---\n{ pods: other, output: other }\n",
  );
  const terminal = testTerminal();
  const running = main(["serve", "--port", "0", "--containers", file!], terminal);
  const url = await writtenAfter(terminal.written, /Serving (.*)\n/);
  const token = await writtenAfter(terminal.written, /Token of admin (.*)\n/);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const pods = `${url}/api/v1/namespaces/default/pods`;
  const logs: string[] = [];
  for (const name of ["web", "other"]) {
    const spec = { containers: [{ name: "main", image: "web:1" }] };
    const body = JSON.stringify({ metadata: { name }, spec });
    const created = await fetch(pods, { method: "POST", headers, body });
    assertEquals(created.status, 201, await created.text());
    const response = await fetch(`${pods}/${name}/log`, { headers });
    logs.push(await response.text());
  }
  assertEquals(logs, ["listening\nready\n", "other\n"]);
  terminal.interrupt();
  assertEquals(await running, 0);

  await Deno.writeTextFile(wrong!, "outptu: hello\n");
  await Deno.writeTextFile(broken!, "pods: [1\n");
  const complaints: string[] = [];
  for (const path of [wrong!, broken!, `${folder}/none.yaml`]) {
    const other = testTerminal();
    assertEquals(await main(["serve", "--port", "0", "--containers", path], other), 2);
    complaints.push(other.complaints());
  }
  assertEquals(
    complaints[0],
    `Cannot state containers: it has no option "outptu". Did you mean output? (in ${wrong})\n`,
  );
  assertStringIncludes(complaints[1]!, `Cannot read the containers from ${broken}: `);
  assertEquals(
    complaints[2],
    `Cannot read the containers ${folder}/none.yaml: there is no such file\n`,
  );
  await Deno.remove(folder, { recursive: true });
});

testWithEtcd(
  "--store keeps objects and tokens in etcd, for several servers at a time",
  async ({ store }) => {
    const terminals = [testTerminal(), testTerminal()];
    const running = terminals.map((terminal) =>
      main(["serve", "--port", "0", "--store", store], terminal)
    );
    const answers: number[] = [];
    for (const terminal of terminals) {
      const url = await writtenAfter(terminal.written, /Serving (.*)\n/);
      const token = await writtenAfter(terminal.written, /Token of admin (.*)\n/);
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const body = JSON.stringify({ metadata: { name: "team" } });
      const response = await fetch(`${url}/api/v1/namespaces`, { method: "POST", headers, body });
      await response.body?.cancel();
      answers.push(response.status);
    }
    assertEquals(answers, [201, 409]);
    for (const terminal of terminals) terminal.interrupt();
    assertEquals(await Promise.all(running), [0, 0]);
    assertEquals(terminals.map((terminal) => terminal.complaints()), ["", ""]);

    const other = testTerminal();
    assertEquals(await main(["serve", "--port", "0", "--store", "localhost:2379"], other), 2);
    assertEquals(
      other.complaints(),
      'Cannot use the store "localhost:2379": write etcd://HOST:PORT or etcd://HOST:PORT/PREFIX\n',
    );
  },
);
