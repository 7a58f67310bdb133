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
import { type JsonRequest, sendJson } from "../client/send.ts";
import { ADMIN_TOKEN, targetAt } from "../client/target.ts";
import { openWatch } from "../client/watch.ts";
import { startProcess } from "../program/process.ts";
import { createOf, getOf, putOf } from "../requests/writes.ts";

const ROOT = `${import.meta.dirname}/../..`;
const PICTURES = `${ROOT}/docs/pictures`;
/** Bugs of several kinds of harm. */
const BUGS = [
  "errors/token-prefix-accepted",
  "dry-run/status-forgotten",
  "paging/skips-after-deleted",
  "watch/third-of-burst-lost",
];
const VIEW = { viewport: { width: 1200, height: 800 } };

/** Takes pictures of the live page of a failing run and of its report. */
async function run(browser: Browser): Promise<void> {
  const program = startProcess("cli.ts", [
    "check",
    ...BUGS.flatMap((id) => ["--mutant", id]),
    ...["--area", "dry-run,errors,health,paging,watch"],
    ...["--runs", "30", "--seed", "7", "--ui"],
  ]);
  const page = await browser.newPage(VIEW);
  await page.goto(await program.match(/(http:\/\/\S+token=\S+)/));
  const failure = page.locator("#failures details.failure");
  await failure.first().waitFor({ timeout: 120_000 });
  await page.screenshot({ path: `${PICTURES}/run.png` });
  const report = page.locator("#verdict a");
  await report.waitFor({ timeout: 600_000 });
  await page.goto(new URL("/report.html", page.url()).href);
  await page.screenshot({ path: `${PICTURES}/report.png` });
  await page.close();
  await program.end("SIGINT");
}

/** Takes a picture of the live page of a server with objects, a watch and an injected fault. */
async function server(browser: Browser): Promise<void> {
  const admin = `admin=${ADMIN_TOKEN},system:masters`;
  const program = startProcess("cli.ts", [
    ...["serve", "--port", "0", "--kinds", "specification", "--ui", "--control"],
    ...["--identity", admin],
  ]);
  const address = await program.match(/(http:\/\/\S+token=\S+)/);
  const url = await program.match(/(http:\/\/127\.0\.0\.1:\d+)(?!\S)/);
  const target = targetAt(url);
  const send = async (expected: number, request: JsonRequest) => {
    const { status } = await sendJson(target, request);
    if (status !== expected) throw new Error(`${request.method} ${request.path}: ${status}`);
  };
  const secrets = "/api/v1/namespaces/default/secrets";
  const named = (name: string) => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, labels: { app: "shop" } },
    stringData: { password: "hunter2" },
  });
  const ending = new AbortController();
  await openWatch(target, { path: secrets, signal: ending.signal });
  const rule = {
    when: { verb: "update", resource: "secrets" },
    effect: { kind: "conflict" },
    times: 2,
  };
  await send(200, createOf("/plumbline/v1/rules", rule));
  for (const name of ["database", "mail", "payments", "session"]) {
    await send(201, createOf(secrets, named(name)));
  }
  await send(409, putOf(`${secrets}/mail`, named("mail")));
  await send(404, getOf(`${secrets}/nobody`));
  const page = await browser.newPage({ viewport: { width: 1200, height: 1880 } });
  await page.goto(address);
  await page.locator('#types [data-type="secrets"]').click();
  await page.locator("#objects-rows tr").nth(3).waitFor();
  await page.screenshot({ path: `${PICTURES}/server.png` });
  await page.close();
  ending.abort();
  await program.end("SIGINT");
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
