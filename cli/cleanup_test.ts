import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { startServer } from "@plumbline/reference";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";

const ROOT = new URL("../", import.meta.url).pathname;

/** Checks a server in a separate process and kills it during the run. */
async function killedRun(url: string, token: string): Promise<string> {
  const words = ["run", "--no-check", "-P=program", "cli.ts", "check", url, "--token", token];
  const program = new Deno.Command(Deno.execPath(), {
    args: [...words, "--area", "resource-versions,lifecycle", "--workers", "8"],
    cwd: ROOT,
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const [run] = await Promise.all([
    new Response(program.stdout).text().then((written) => /run (r[0-9a-f]{7})/.exec(written)![1]!),
    // Each running check has its own namespace.
    namespacesCreated(url, token, 4).then(() => program.kill("SIGKILL")),
  ]);
  assertEquals((await program.status).signal, "SIGKILL");
  return run;
}

/** Waits until runs created this many namespaces. */
async function namespacesCreated(url: string, token: string, count: number): Promise<void> {
  const { body } = await fetch(`${url}/api/v1/namespaces?watch=true`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let seen = "";
  // Leaving the loop ends the watch.
  for await (const text of body!.pipeThrough(new TextDecoderStream())) {
    seen += text;
    if (seen.matchAll(/"ADDED"[^\n]*"name":"plumbline-[^\n]*\n/g).toArray().length >= count) break;
  }
}

Deno.test("a killed run is listed, and its objects are removed", async () => {
  const identities = [{ name: "admin", token: "secret", groups: ["system:masters"] }];
  const server = await startServer({ identities });
  try {
    const cleanup = async (...words: string[]) => {
      const terminal = testTerminal();
      const code = await main(["cleanup", server.url, "--token", "secret", ...words], terminal);
      return { code, written: terminal.written(), complaints: terminal.complaints() };
    };
    assertEquals(await cleanup(), { code: 0, written: "No run left objects\n", complaints: "" });
    const run = await killedRun(server.url, "secret");
    const listed = await cleanup();
    assertMatch(listed.written, new RegExp(`^Run ${run}: .*\\d+ namespaces, newest created 2`));
    const removed = await cleanup("--run", run);
    assertEquals([removed.code, removed.complaints], [0, ""]);
    assertMatch(removed.written, new RegExp(`^Run ${run}: removed .*\\d+ namespaces\n$`));
    assertEquals((await cleanup()).written, "No run left objects\n");
    assertEquals((await cleanup("--run", run)).written, `Run ${run}: removed nothing\n`);
  } finally {
    await server.close();
  }
});

Deno.test("a server and a valid run id are required", async () => {
  const complaints = async (...words: string[]) => {
    const terminal = testTerminal();
    assertEquals(await main(["cleanup", ...words], terminal), 2);
    return terminal.complaints();
  };
  assertStringIncludes(await complaints(), "cleanup needs a server. Give its URL or --kubeconfig.");
  assertStringIncludes(await complaints("http://localhost:1", "--run", "a,b"), '"a,b"');
  assertStringIncludes(await complaints("http://localhost:1", "--rum", "a"), "Did you mean --run?");
});

Deno.test("names from a server cannot control the terminal", async () => {
  const hostile = "r1\x1b[2J\x9b31m\u202e";
  const metadata = {
    name: hostile,
    creationTimestamp: hostile,
    labels: { "plumbline/run": hostile },
  };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => Response.json({ items: [{ metadata }], metadata: {} }),
  );
  try {
    const terminal = testTerminal();
    const url = `http://127.0.0.1:${server.addr.port}`;
    assertEquals(
      await main(["cleanup", url, "--token", "secret"], terminal),
      0,
      terminal.complaints(),
    );
    assertStringIncludes(terminal.written(), "Run r1\\u{1b}[2J");
    // deno-lint-ignore no-control-regex -- the pattern matches them
    assertEquals(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/.exec(terminal.written()), null);
  } finally {
    await server.shutdown();
  }
});
