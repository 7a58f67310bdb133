import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { startServer } from "../server/mod.ts";
import { main } from "./main.ts";
import { testIo } from "./test_io.ts";

const ROOT = new URL("../", import.meta.url).pathname;

/** Starts a check of a server in a process of its own and kills it in its middle. */
async function killedRun(url: string, token: string): Promise<string> {
  const words = ["run", "--no-check", "-P=program", "cli.ts", "check", url, "--token", token];
  const program = new Deno.Command(Deno.execPath(), {
    args: [...words, "--suite", "versions,lifecycle", "--workers", "8"],
    cwd: ROOT,
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let written = "";
  for await (const text of program.stdout.pipeThrough(new TextDecoderStream())) {
    written += text;
    // The first check has ended: the others are in their middle.
    if (/^pass /m.test(written)) program.kill("SIGKILL");
  }
  assertEquals((await program.status).signal, "SIGKILL");
  return /run (r[0-9a-f]{7})/.exec(written)![1]!;
}

Deno.test("a run that was killed is named, and what it left is removed", async () => {
  const identities = [{ name: "admin", token: "secret", groups: ["system:masters"] }];
  const server = await startServer({ identities });
  try {
    const cleanup = async (...words: string[]) => {
      const io = testIo();
      const code = await main(["cleanup", server.url, "--token", "secret", ...words], io);
      return { code, written: io.written(), complaints: io.complaints() };
    };
    assertEquals(await cleanup(), { code: 0, written: "No run left anything\n", complaints: "" });
    const run = await killedRun(server.url, "secret");
    const listed = await cleanup();
    assertMatch(listed.written, new RegExp(`^Run ${run}: .*\\d+ namespaces, the newest made 2`));
    const removed = await cleanup("--run", run);
    assertEquals([removed.code, removed.complaints], [0, ""]);
    assertMatch(removed.written, new RegExp(`^Run ${run}: removed .*\\d+ namespaces\n$`));
    assertEquals((await cleanup()).written, "No run left anything\n");
    assertEquals((await cleanup("--run", run)).written, `Run ${run}: removed nothing\n`);
  } finally {
    await server.close();
  }
});

Deno.test("a run's id and a target are needed, and nothing is guessed", async () => {
  const complaints = async (...words: string[]) => {
    const io = testIo();
    assertEquals(await main(["cleanup", ...words], io), 2);
    return io.complaints();
  };
  assertStringIncludes(await complaints(), "needs a URL or --kubeconfig");
  assertStringIncludes(await complaints("http://localhost:1", "--run", "a,b"), '"a,b"');
  assertStringIncludes(await complaints("http://localhost:1", "--rum", "a"), "did you mean --run?");
});
