import { assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/yaml";

const ROOT = new URL("../../", import.meta.url).pathname;

async function bash(script: string, env: Record<string, string> = {}) {
  const { code, stdout } = await new Deno.Command("bash", {
    args: ["-e", "-o", "pipefail", "-c", script],
    cwd: ROOT,
    env: { TWINE_PASSWORD: "", NPM_TOKEN: "", MAVEN_REPOSITORY: "", GO_PUBLISH: "", ...env },
  }).output();
  return { code, lines: new TextDecoder().decode(stdout).trim().split("\n") };
}

Deno.test("only a tag of the package's version, with a section in the changelog, is released", async () => {
  const { version } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  assertEquals((await bash(`.github/release/version.sh v${version}`)).code, 0);
  const other = await bash(".github/release/version.sh v9.9.9");
  assertEquals(other.code, 1);
  assertStringIncludes(other.lines[0]!, "The tag v9.9.9 is not the version");
});

Deno.test("each packed helper is published, and skipped without its credentials", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const files = ["a-1-py3-none-any.whl", "a-1.tgz", "a-1.jar"];
    for (const file of files) await Deno.writeTextFile(`${folder}/${file}`, "");
    const { lines } = await bash(`clients/publish.sh ${folder}`);
    assertEquals(lines, [
      "wheel: skipped, TWINE_PASSWORD is not set",
      "tarball: skipped, NPM_TOKEN is not set",
      "jar: skipped, MAVEN_REPOSITORY is not set",
      "module: skipped, GO_PUBLISH is not set",
    ]);
    const rehearsed = await bash(`clients/publish.sh ${folder} --rehearse`);
    assertEquals(rehearsed.lines.map((line) => line.split(" ").slice(0, 5).join(" ")), [
      "wheel: would run: twine upload",
      "tarball: would run: npm publish",
      "jar: would run: mvn --batch-mode",
      "module: would run: git push",
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the workflow of a release runs scripts that exist and can be executed", async () => {
  const workflow = parse(await Deno.readTextFile(`${ROOT}.github/workflows/release.yml`)) as {
    jobs: { release: { steps: { run?: string }[] } };
  };
  const scripts = workflow.jobs.release.steps.flatMap(({ run = "" }) =>
    run.match(/^(?:\.github|clients|lab)\/\S+\.sh/gm) ?? []
  );
  assertEquals(scripts.length, 6);
  for (const script of scripts) {
    assertEquals(((await Deno.stat(`${ROOT}${script}`)).mode ?? 0) & 0o100, 0o100, script);
  }
});
