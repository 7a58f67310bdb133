/**
 * Creates the pictures in `docs/pictures/`: a failing run, its report, a server, and the mutant
 * matrix if its page is given. Needs Chromium.
 *
 * ```sh
 * deno run -A lab/pictures/make.ts
 * deno task matrix --every --out out && deno run -A lab/pictures/make.ts out/matrix.html
 * ```
 *
 * @module
 */
import { type Browser, chromium } from "playwright-core";

const ROOT = `${import.meta.dirname}/../..`;
const PICTURES = `${ROOT}/docs/pictures`;
const VIEW = { viewport: { width: 1200, height: 800 } };
const TOKEN = "admin-token";

/** A running program. */
interface Program {
  readonly process: Deno.ChildProcess;
  /** Waits for output that matches, and returns the first group. */
  output(pattern: RegExp): Promise<string>;
}

function start(...words: string[]): Program {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-P=program", "cli.ts", ...words],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let text = "";
  const waiting = new Set<() => void>();
  const read = async () => {
    for await (const part of process.stdout.pipeThrough(new TextDecoderStream())) {
      text += part;
      for (const look of waiting) look();
    }
  };
  void read();
  return {
    process,
    output: (pattern) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const look = () => {
        const found = pattern.exec(text);
        if (found) resolve(found[1] ?? "");
      };
      waiting.add(look);
      look();
      return promise;
    },
  };
}

async function end({ process }: Program): Promise<void> {
  process.kill("SIGINT");
  await process.status;
}

/** Takes pictures of the live page of a failing run and of its report. */
async function run(browser: Browser): Promise<void> {
  const program = start(
    ...["check", "--mutant", "paging/skips-after-deleted", "--mutant", "watch/third-of-burst-lost"],
    ...["--runs", "30", "--seed", "7", "--ui"],
  );
  const page = await browser.newPage(VIEW);
  await page.goto(await program.output(/(http:\/\/\S+token=\S+)/));
  const failure = page.locator("#failures details.failure");
  await failure.first().waitFor({ timeout: 120_000 });
  await page.screenshot({ path: `${PICTURES}/run.png` });
  const report = page.locator("#verdict a");
  await report.waitFor({ timeout: 600_000 });
  await page.goto(new URL("/report.html", page.url()).href);
  await page.screenshot({ path: `${PICTURES}/report.png` });
  await page.close();
  await end(program);
}

/** Takes a picture of the live page of a server with objects, a watch and an injected fault. */
async function server(browser: Browser): Promise<void> {
  const program = start(
    ...["serve", "--port", "0", "--ui", "--control", "--identity", `admin=${TOKEN},system:masters`],
  );
  const address = await program.output(/(http:\/\/\S+token=\S+)/);
  const url = await program.output(/(http:\/\/127\.0\.0\.1:\d+)(?!\S)/);
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const send = async (expected: number, method: string, path: string, body?: unknown) => {
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    await answer.body?.cancel();
    if (answer.status !== expected) throw new Error(`${method} ${path}: ${answer.status}`);
  };
  const secrets = "/api/v1/namespaces/default/secrets";
  const named = (name: string) => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, labels: { app: "shop" } },
    stringData: { password: "hunter2" },
  });
  const ending = new AbortController();
  const watch = await fetch(`${url}${secrets}?watch=true`, { headers, signal: ending.signal });
  await send(200, "POST", "/plumbline/v1/rules", {
    when: { verb: "update", resource: "secrets" },
    effect: { kind: "conflict" },
    times: 2,
  });
  for (const name of ["database", "mail", "payments", "session"]) {
    await send(201, "POST", secrets, named(name));
  }
  await send(409, "PUT", `${secrets}/mail`, named("mail"));
  await send(404, "GET", `${secrets}/nobody`);
  const page = await browser.newPage({ viewport: { width: 1200, height: 1880 } });
  await page.goto(address);
  await page.locator('#types [data-type="secrets"]').click();
  await page.locator("#objects-rows tr").nth(3).waitFor();
  await page.screenshot({ path: `${PICTURES}/server.png` });
  await page.close();
  ending.abort();
  await watch.body?.cancel().catch(() => {});
  await end(program);
}

/** Takes a picture of the mutant matrix. */
async function matrix(browser: Browser, path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 1120 } });
  await page.goto(`file://${await Deno.realPath(path)}`);
  await page.screenshot({ path: `${PICTURES}/matrix.png` });
  await page.close();
}

const [matrixPage] = Deno.args;
const browser = await chromium.launch({
  executablePath: Deno.env.get("PLUMBLINE_CHROMIUM") ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  if (matrixPage === undefined) {
    await server(browser);
    await run(browser);
  } else {
    await matrix(browser, matrixPage);
  }
} finally {
  await browser.close();
}
