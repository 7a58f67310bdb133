/**
 * The program on a disk that is full, as a limit of the size of files has it.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";

const ROOT = new URL("../../", import.meta.url).pathname;
const IDENTITY = ["--identity", "admin=admin-token,system:masters"];

/** Starts the program with files of at most so many KiB. */
async function start(file: string, limit: number) {
  const command = [
    ...[Deno.execPath(), "run", "-q", "--no-check", "-P=program", "cli.ts"],
    ...["serve", "--port", "0", "--data", file, ...IDENTITY],
  ];
  const child = new Deno.Command("bash", {
    args: ["-c", `trap '' XFSZ; ulimit -f ${limit}; exec "$@"`, "bash", ...command],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const complaints = new Response(child.stderr).text();
  let written = "";
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  while (!written.includes("Kubeconfig")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(await complaints);
    written += value;
  }
  return {
    url: /Serving (.*)\n/.exec(written)![1]!,
    async end(): Promise<string> {
      await reader.cancel();
      child.kill("SIGTERM");
      await child.status;
      return await complaints;
    },
  };
}

const headers = { authorization: "Bearer admin-token", "content-type": "application/json" };

Deno.test("on a full disk writes get 500 with the reason and leave no trace, and reads go on", async () => {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/data`;
  const names = async (url: string): Promise<string[]> => {
    const response = await fetch(`${url}/api/v1/namespaces/default/secrets`, { headers });
    const { items } = await response.json() as { items: { metadata: { name: string } }[] };
    return items.map(({ metadata }) => metadata.name);
  };
  const server = await start(file, 64);
  const accepted: string[] = [];
  let refused = 0;
  for (let number = 0; refused < 3; number++) {
    const name = `secret-${number}`;
    const stringData = { filling: "x".repeat(5_000) };
    const response = await fetch(`${server.url}/api/v1/namespaces/default/secrets`, {
      method: "POST",
      headers,
      body: JSON.stringify({ metadata: { name }, stringData }),
    });
    const answer = await response.json();
    if (response.status === 201) accepted.push(name);
    else {
      refused++;
      assertEquals([response.status, answer.kind, answer.reason], [500, "Status", "InternalError"]);
      assertStringIncludes(answer.message, `Cannot write the data file ${file}: `);
    }
  }
  assert(accepted.length > 0);
  assertEquals(await names(server.url), accepted.toSorted());
  const health = await fetch(`${server.url}/livez`);
  assertEquals(await health.text(), "ok");
  assertEquals((await server.end()).split("Cannot write the data file").length, 2);

  const next = await start(file, 1_000);
  assertEquals(await names(next.url), accepted.toSorted());
  assertEquals(await next.end(), "");
  await Deno.remove(folder, { recursive: true });
});
