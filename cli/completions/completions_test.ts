import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";

/** A line typed so far, words that the shell must offer, and words that it must not. */
const TYPED: [line: string, offered: string[], not: string[]][] = [
  ["plumbline ch", ["check"], ["serve"]],
  ["plumbline report ", ["render", "compare", "verify", "merge"], ["check"]],
  ["plumbline check --ar", ["--area"], ["--seed"]],
  ["plumbline check --area pa", ["paging", "patch"], ["watch"]],
  ["plumbline check --level ", ["must", "should", "convention"], []],
  ["plumbline check --only watch/hi", ["watch/histories"], ["paging/whole"]],
  ["plumbline report render --out /work --fo", ["--format"], ["--mutant"]],
  ["plumbline completions z", ["zsh"], ["bash"]],
];

async function scriptOf(shell: string): Promise<string> {
  const terminal = testTerminal();
  assertEquals(await main(["completions", shell], terminal), 0);
  return terminal.written();
}

async function isThere(shell: string): Promise<boolean> {
  try {
    return (await new Deno.Command(shell, { args: ["--version"] }).output()).success;
  } catch {
    return false;
  }
}

/** Runs a script in a shell without settings of the user. */
async function run(shell: string, args: string[], script: string): Promise<string> {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, script);
  const command = new Deno.Command(shell, { args: [...args, file], stdin: "null" });
  const { stdout, stderr, success } = await command.output();
  await Deno.remove(file);
  const [written, complaints] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert(success && complaints === "", complaints);
  return written!;
}

function assertOffers(offers: string, [line, offered, not]: typeof TYPED[number]): void {
  const words = offers.split("\n").map((word) => word.split("\t")[0]!.trim());
  for (const word of offered) assert(words.includes(word), `${line}: ${word} of ${offers}`);
  for (const word of not) assert(!words.includes(word), `${line}: no ${word} of ${offers}`);
}

const [bash, zsh, fish] = await Promise.all(["bash", "zsh", "fish"].map(isThere));

Deno.test({
  name: `bash completes what is typed${bash ? "" : " (skipped: not installed)"}`,
  ignore: !bash,
  async fn() {
    const script = await scriptOf("bash");
    const offers = async (line: string) => {
      const words = line.split(" ").map((word) => `'${word}'`);
      const asked = `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}\n` +
        `_plumbline\nprintf '%s\\n' "\${COMPREPLY[@]}"\n`;
      return await run("bash", ["--norc"], script + asked);
    };
    for (const typed of TYPED) assertOffers(await offers(typed[0]), typed);
    assertStringIncludes(await offers("plumbline check --area watch,pag"), "watch,paging\n");
    assertStringIncludes(await offers("plumbline check --config deno.js"), "deno.json\n");
  },
});

// zsh completes in a terminal only: the test checks that it reads the script.
Deno.test({
  name: `zsh reads the script and registers it${zsh ? "" : " (skipped: not installed)"}`,
  ignore: !zsh,
  async fn() {
    const file = await Deno.makeTempFile();
    await Deno.writeTextFile(file, await scriptOf("zsh"));
    const asked = "autoload -U compinit; compinit -D -u; " +
      `source ${quoted(file)}; print -r -- $_comps[plumbline]`;
    assertStringIncludes(await run("zsh", ["-f", "-c", asked], ""), "_plumbline");
    await Deno.remove(file);
  },
});

Deno.test({
  name: `fish completes what is typed${fish ? "" : " (skipped: not installed)"}`,
  ignore: !fish,
  async fn() {
    const script = await scriptOf("fish");
    for (const typed of TYPED) {
      const asked = `complete -C ${quoted(typed[0])}\n`;
      assertOffers(await run("fish", ["--no-config"], script + asked), typed);
    }
  },
});

Deno.test("an unknown shell and an invalid name are wrong usage", async () => {
  for (
    const [words, expected] of [
      [["completions"], "Missing required argument 'bash|zsh|fish'."],
      [["completions", "bsh"], 'Cannot use the shell "bsh". Did you mean bash?'],
      [["completions", "bash", "--name", "a; b"], 'Cannot use --name "a; b".'],
    ] as const
  ) {
    const terminal = testTerminal();
    assertEquals(await main(words, terminal), 2);
    assertStringIncludes(terminal.complaints(), expected);
  }
});

function quoted(text: string): string {
  return `'${text}'`;
}
