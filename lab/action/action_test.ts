import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { parse } from "@std/yaml";
import { mutantSwitch } from "@plumbline/mutants";
import { startServer } from "@plumbline/reference";

const ROOT = new URL("../../", import.meta.url).pathname;

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const action = parse(await Deno.readTextFile(`${ROOT}action.yml`)) as Action;

/** Runs the steps with a shell, as a runner does, and returns what they left. */
async function runAction(given: Readonly<Record<string, string>>) {
  const folder = await Deno.makeTempDir();
  const files = { GITHUB_OUTPUT: `${folder}/output`, GITHUB_STEP_SUMMARY: `${folder}/summary` };
  for (const file of Object.values(files)) await Deno.writeTextFile(file, "");
  const outputs = async () =>
    Object.fromEntries(
      (await Deno.readTextFile(files.GITHUB_OUTPUT)).trim().split("\n").map((line) =>
        line.split("=", 2)
      ),
    );
  const valueOf = (expression: string, known: Readonly<Record<string, string>>) =>
    expression.replace(/\$\{\{ (\S+) \}\}/, (_, name: string) => {
      const [kind, ...rest] = name.split(".");
      const key = rest.at(-1)!;
      return kind === "inputs" ? given[key] ?? action.inputs[key]!.default ?? "" : known[key] ?? "";
    });
  try {
    const codes: number[] = [];
    let log = "";
    for (const { run, env = {} } of action.runs.steps) {
      if (run === undefined) continue;
      const known = await outputs();
      const values = Object.entries(env).map(([name, value]) => [name, valueOf(value, known)]);
      const { code, stdout, stderr } = await new Deno.Command("bash", {
        args: ["-e", "-o", "pipefail", "-c", run],
        cwd: folder,
        env: {
          ...Object.fromEntries(values),
          ...files,
          GITHUB_ACTION_PATH: ROOT,
          NO_COLOR: "1",
        },
      }).output();
      codes.push(code);
      log += new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    }
    const { report = "" } = await outputs();
    const entries = await Array.fromAsync(Deno.readDir(report)).catch(() => []);
    return {
      codes,
      log,
      report: report.replace(folder, ""),
      reports: entries.map(({ name }) => name),
      summary: await Deno.readTextFile(files.GITHUB_STEP_SUMMARY),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const ARGUMENTS = "--area paging --quick --seed 1";
const token = "admin-token";
const identities = [{ name: "admin", token, groups: ["system:masters"] }];

Deno.test("the action passes for a server that conforms, with a summary and reports", async () => {
  await using server = await startServer({ dialect: "svc", identities });
  const { codes, summary, reports, report, log } = await runAction({
    url: server.url,
    token,
    // An area without requirements that only time can decide.
    arguments: "--area dry-run --quick --seed 1",
  });
  assertEquals(codes, [0, 0], log);
  assertEquals(report, "/plumbline-report");
  assert(reports.includes("report.html") && reports.includes("report.sarif"));
  assertStringIncludes(summary, "onform");
  assert(!log.includes("::error"), log);
});

Deno.test("the action fails for a server with a bug, and annotates the cause", async () => {
  const plugins = [mutantSwitch(["paging/unselected-list-without-last"])];
  await using server = await startServer({ dialect: "svc", identities, plugins });
  const { codes, summary, log } = await runAction({ url: server.url, token, arguments: ARGUMENTS });
  // The reports are uploaded between the two.
  assertEquals(codes, [0, 1], log);
  assertMatch(log, /^::error title=Plumbline%3A [a-z-]+::.*Found by paging\//m);
  assertStringIncludes(summary, "paging/");
});

Deno.test("the action fails with the message of the program where nothing was checked", async () => {
  const { codes, log } = await runAction({ url: "http://127.0.0.1:1", arguments: "--sead 1" });
  assertEquals(codes, [2, 2]);
  assertStringIncludes(log, "Did you mean --seed?");
});

Deno.test("every input reaches the step that uses it", () => {
  const used = action.runs.steps.flatMap((step) => JSON.stringify(step).match(/inputs\.[\w-]+/g));
  assertEquals(
    new Set(used.filter((name) => name !== null).map((name) => name.replace("inputs.", ""))),
    new Set(Object.keys(action.inputs)),
  );
});
