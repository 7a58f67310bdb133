/**
 * Runs `logs -f`, `exec`, `attach`, `cp` and `port-forward` of real programs `kubectl`, and prints a
 * table of what each did against the mock server, or against a kube-apiserver with the stand-in of a
 * kubelet:
 *
 * ```sh
 * deno run -A lab/kubectl/streams.ts kubectl.1.31 kubectl.1.33
 * deno run -A lab/kubectl/streams.ts kubectl.1.31 kubectl.1.33 --server https://localhost:6443 --ca ca.crt
 * ```
 *
 * @module
 */
import { type Command, type Given, runTool, text } from "@plumbline/options";
import { type ContainerPlayer, containers, startServer } from "@plumbline/reference";
import { readCredentials, TARGET_OPTIONS } from "../client/options.ts";
import { ADMIN_TOKEN, targetAt } from "../client/target.ts";
import { print } from "../program/output.ts";
import { type RunningPod, runPod, type StatedPod } from "./kubelet.ts";
import { kubeconfigOf } from "./run.ts";

/** The most milliseconds that a command may take. */
const LIMIT = 10_000;

const POD: StatedPod = {
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

/** A Pod of a server, and how it is reached. */
interface ReachedPod extends RunningPod {
  readonly kubeconfig: string;
}

/** Runs the Pod in the mock server. */
async function inMock(play: ContainerPlayer): Promise<ReachedPod> {
  const server = await startServer({ play: ["pods-run", play], tls: true });
  await server.create(POD);
  await server.settled();
  return {
    kubeconfig: server.kubeconfig(),
    end: async () => void await server.delete("Pod", POD.metadata.name),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Runs one program with all commands; returns a word for each. */
async function tryProgram(
  program: string,
  start: (play: ContainerPlayer) => Promise<ReachedPod>,
): Promise<Record<string, string>> {
  const web = statement();
  await using pod = await start(web);
  return await runCommands(program, web, pod);
}

/** Runs all commands against the Pod, which they end. */
async function runCommands(
  program: string,
  web: ContainerPlayer,
  pod: ReachedPod,
): Promise<Record<string, string>> {
  const folder = await Deno.makeTempDir({ prefix: "kubectl-streams-" });
  const env = { HOME: folder, KUBECONFIG: `${folder}/kubeconfig` };
  await Deno.writeTextFile(env.KUBECONFIG, pod.kubeconfig);
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
    const logs = reading(start("logs -f web"));
    const attached = reading(start("attach web"));
    // Until both are there: `attach` has only what is printed from then on.
    const end = Date.now() + LIMIT / 2;
    while (Date.now() < end && !(attached.text() && logs.text().includes("later"))) {
      web.print("later");
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await pod.end();
    for (
      const [name, { child, text, errors, done }, expected] of [
        ["logs -f", logs, /^begins\n(later\n)+$/],
        ["attach", attached, /^(later\n)+$/],
      ] as const
    ) {
      await child.stdin.close();
      await done;
      const { code } = await child.status;
      results[name] = judged(expected.test(text()), { code, stderr: await errors });
    }
    return results;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Reads what a program prints. */
function reading(child: Deno.ChildProcess) {
  let text = "";
  const written = new WritableStream<string>({ write: (piece) => void (text += piece) });
  return {
    child,
    text: () => text,
    errors: new Response(child.stderr).text(),
    done: child.stdout.pipeThrough(new TextDecoderStream()).pipeTo(written),
  };
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

const OPTIONS = {
  ...TARGET_OPTIONS,
  server: text("URL", "kube-apiserver to run them against, with the stand-in of a kubelet"),
};

const COMMAND: Command<typeof OPTIONS> = {
  name: "streams",
  arguments: ["<KUBECTL...>"],
  description: "Run commands of kubectl that need a stream, and print what each program did.",
  options: OPTIONS,
  examples: [["streams kubectl.1.31 kubectl.1.33", "Try two releases with the mock server"]],
};

Deno.exit(await runTool(COMMAND, Deno.args, tryAll));

/** Prints the table; returns 1 if a command failed. */
async function tryAll({ arguments: programs, options }: Given<typeof OPTIONS>): Promise<number> {
  const { server: url } = options;
  const { ca, token = ADMIN_TOKEN } = await readCredentials(options);
  const inCluster = async (play: ContainerPlayer): Promise<ReachedPod> => {
    const target = targetAt(url!, { tokens: { admin: token }, ca });
    const pod = await runPod(target, POD, play);
    return {
      ...pod,
      kubeconfig: kubeconfigOf({ url: url!, ca: ca!, token, namespace: "default" }),
      async [Symbol.asyncDispose]() {
        await pod[Symbol.asyncDispose]();
        target.client?.close();
      },
    };
  };
  const columns: Record<string, string>[] = [];
  for (const program of programs) {
    columns.push(await tryProgram(program, url === undefined ? inMock : inCluster));
  }
  print(`| Command | ${programs.map((path) => path.split("/").at(-1)).join(" | ")} |`);
  print(`| --- | ${programs.map(() => "---").join(" | ")} |`);
  for (const command of Object.keys(columns[0]!)) {
    print(`| \`${command}\` | ${columns.map((each) => each[command]).join(" | ")} |`);
  }
  return columns.every((each) => Object.values(each).every((word) => word === "ok")) ? 0 : 1;
}
