/**
 * Runs `logs -f`, `exec`, `attach`, `cp` and `port-forward` of real programs `kubectl` against the mock
 * server, and prints a table of what each did:
 * `deno run -A lab/kubectl/streams.ts kubectl.1.31 kubectl.1.33`.
 *
 * @module
 */
import { containers, startServer } from "@plumbline/reference";
import { print } from "../program/output.ts";

/** The most milliseconds that a command may take. */
const LIMIT = 10_000;

const POD = {
  ...{ apiVersion: "v1", kind: "Pod", metadata: { name: "web" } },
  spec: { containers: [{ name: "main", image: "example" }] },
};

const statement = () =>
  containers({
    output: ["begins"],
    commands: {
      date: "today\n",
      fail: 3,
      async sh(call) {
        for await (const line of call.lines()) {
          if (line === "exit") return 7;
          await call.stdout(`<${line}>\n`);
        }
        return 0;
      },
    },
    files: { "/data/a.txt": "from the container\n" },
    ports: {
      8080: async ({ readable, writable }) => {
        await readable.getReader().read();
        const text = "HTTP/1.1 200 OK\r\ncontent-length: 3\r\nconnection: close\r\n\r\nhi\n";
        await writable.getWriter().write(new TextEncoder().encode(text));
      },
    },
  });

/** Runs one program with all commands; returns a word for each. */
async function tryProgram(program: string): Promise<Record<string, string>> {
  const web = statement();
  await using server = await startServer({ play: ["pods-run", web], tls: true });
  await server.create(POD);
  await server.settled();
  const folder = await Deno.makeTempDir({ prefix: "kubectl-streams-" });
  const env = { HOME: folder, KUBECONFIG: `${folder}/kubeconfig` };
  await Deno.writeTextFile(env.KUBECONFIG, server.kubeconfig());
  await Deno.writeTextFile(`${folder}/up.txt`, "from the client\n");
  const start = (command: string, signal = AbortSignal.timeout(LIMIT)) => {
    const [first = "", ...args] = command.startsWith("script ")
      ? ["script", "-qec", `${program} ${command.slice("script ".length)}`, "/dev/null"]
      : [program, ...command.split(" ")];
    return new Deno.Command(first, {
      ...{ args, cwd: folder, env, signal },
      ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
    }).spawn();
  };
  const run = async (command: string, input = "") => {
    const child = start(command);
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input)).catch(() => {});
    await writer.close().catch(() => {});
    const { code, stdout, stderr } = await child.output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  };
  const judged = (isRight: boolean, { stderr, code }: { stderr: string; code: number }) =>
    isRight ? "ok" : `exit ${code}: ${stderr.trim().split("\n").at(-1)}`;
  try {
    const results: Record<string, string> = {};
    const date = await run("exec web -- date");
    results["exec"] = judged(date.stdout === "today\n" && date.code === 0, date);
    const fail = await run("exec web -- fail");
    results["exec, exit code 3"] = judged(fail.code === 3, fail);
    const piped = await run("exec -i web -- sh", "one\nexit\n");
    results["exec -i"] = judged(piped.stdout === "<one>\n" && piped.code === 7, piped);
    const terminal = await run("script exec -it web -- sh", "one\rexit\r");
    results["exec -it"] = judged(
      terminal.stdout.includes("<one>") && terminal.code === 7,
      terminal,
    );
    const down = await run("cp web:/data/a.txt down.txt");
    const copied = await Deno.readTextFile(`${folder}/down.txt`).catch(() => "");
    results["cp from the Pod"] = judged(copied === "from the container\n", down);
    const up = await run("cp up.txt web:/data/up.txt");
    const stored = new TextDecoder().decode(web.files.get("/data/up.txt"));
    results["cp to the Pod"] = judged(stored === "from the client\n", up);
    results["port-forward"] = await forward(start);
    const logs = start("logs -f web");
    const attached = start("attach web");
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    web.print("later");
    await new Promise((resolve) => setTimeout(resolve, 200));
    await server.delete("Pod", "web");
    for (
      const [name, child, expected] of [
        ["logs -f", logs, "begins\nlater\n"],
        ["attach", attached, "later\n"],
      ] as const
    ) {
      await child.stdin.close();
      const { code, stdout, stderr } = await child.output();
      const isRight = new TextDecoder().decode(stdout) === expected;
      results[name] = judged(isRight, { code, stderr: new TextDecoder().decode(stderr) });
    }
    return results;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Forwards a port, and sends two requests to it. */
async function forward(
  start: (command: string, signal: AbortSignal) => Deno.ChildProcess,
): Promise<string> {
  const end = new AbortController();
  const child = start("port-forward web :8080", end.signal);
  try {
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = await reader.read();
    const port = /127\.0\.0\.1:(\d+)/.exec(value)?.[1];
    const ask = async () => await (await fetch(`http://127.0.0.1:${port}/`)).text();
    const words = port === undefined ? [] : [await ask(), await ask()];
    await reader.cancel();
    if (words.join("") === "hi\nhi\n") return "ok";
    const decoded = new Response(child.stderr).text();
    return (await decoded).trim().split("\n").at(-1) ?? "";
  } catch (error) {
    return String(error);
  } finally {
    end.abort();
    await child.stdin.close().catch(() => {});
    await child.status;
  }
}

const columns: Record<string, Record<string, string>> = {};
for (const program of Deno.args) columns[program.split("/").at(-1)!] = await tryProgram(program);
const programs = Object.keys(columns);
print(`| Command | ${programs.join(" | ")} |`);
print(`| --- | ${programs.map(() => "---").join(" | ")} |`);
for (const command of Object.keys(columns[programs[0]!]!)) {
  print(`| \`${command}\` | ${programs.map((each) => columns[each]![command]).join(" | ")} |`);
}
