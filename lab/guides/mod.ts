/**
 * Follows the guides of the helpers word for word, each in an empty folder: `deno task guides`. Then
 * the package is removed, and the last commands must fail with the line that says what to install.
 *
 * @module
 */
import { type Guide, guidesIn } from "./guide.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** The programs that guides need, by language. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  python: ["python3", "node"],
  go: ["go", "node"],
  java: ["mvn", "node"],
  javascript: ["node"],
};

/** The line that a test prints where the package is not installed. */
const NOT_INSTALLED = /Plumbline is not installed: run `npm install --save-dev plumbline\.tgz`/;

async function bash(script: string, folder: string, env: Record<string, string>) {
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-euo", "pipefail", "-c", script],
    cwd: folder,
    env: { ...env, NO_COLOR: "1", CI: "true" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** Returns the reason why a guide does not work; undefined if it does. */
async function follow({ steps }: Guide, clone: string): Promise<string | undefined> {
  const folder = await Deno.makeTempDir({ prefix: "plumbline-guide-" });
  try {
    let last = "";
    for (const step of steps) {
      if (step.kind === "write") {
        const path = `${folder}/${step.path}`;
        await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
        await Deno.writeTextFile(path, step.text);
      } else {
        last = step.script;
        const { code, output } = await bash(step.script, folder, { CLONE: clone });
        if (code !== 0) return `${step.script}exit ${code}\n${output}`;
      }
    }
    await Deno.remove(`${folder}/node_modules/@plumbline/plumbline`, { recursive: true });
    const { code, output } = await bash(last, folder, { CLONE: clone });
    if (code === 0 || !NOT_INSTALLED.test(output)) {
      return `without the package: ${last}exit ${code}\n${output}`;
    }
    const fetched = await Deno.stat(`${folder}/node_modules/@plumbline/plumbline`).catch(() =>
      null
    );
    return fetched ? "the package was fetched" : undefined;
  } finally {
    // Modules of Go are read-only.
    await bash("chmod -R u+w . || true", folder, {});
    await Deno.remove(folder, { recursive: true });
  }
}

async function isInstalled(program: string): Promise<boolean> {
  return (await bash(`command -v ${program}`, ".", {})).code === 0;
}

async function print(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}

/**
 * Follows the guides.
 *
 * @param tarball the package that `deno task pack` made
 * @param languages the folders of the helpers; all if there are none
 * @returns the exit code
 */
async function main([tarball, ...languages]: readonly string[]): Promise<number> {
  if (tarball === undefined) {
    await print("Usage: deno task guides PACKAGE [python|go|java|javascript]...");
    return 2;
  }
  // A clone as the guides expect it; the helpers are built in it.
  const clone = await Deno.makeTempDir({ prefix: "plumbline-clone-" });
  let failed = false;
  try {
    await Deno.copyFile(tarball, `${clone}/plumbline.tgz`);
    await bash(`cp -r ${ROOT}clients ${clone}/clients`, clone, {});
    for (const language of languages.length > 0 ? languages : Object.keys(NEEDED)) {
      const absent: string[] = [];
      for (const name of NEEDED[language]!) if (!await isInstalled(name)) absent.push(name);
      for (
        const guide of guidesIn(await Deno.readTextFile(`${ROOT}clients/${language}/README.md`))
      ) {
        if (absent.length > 0) {
          await print(`${guide.title}: skipped, ${absent.join(", ")} is not installed`);
          continue;
        }
        const wrong = await follow(guide, clone);
        failed ||= wrong !== undefined;
        await print(`${guide.title}: ${wrong === undefined ? "works" : `fails\n${wrong}`}`);
      }
    }
  } finally {
    await Deno.remove(clone, { recursive: true });
  }
  return failed ? 1 : 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
