import { assert, assertEquals } from "@std/assert";
import { guidesIn } from "./guide.ts";

const HELPERS = new URL("../../clients/", import.meta.url);

Deno.test("a guide has its files and commands in order", () => {
  const markdown = [
    ...["# One", "```sh", "a", "b", "```", "", "`src/x.py`:", "", "```python", "x = 1", "```"],
    ...["```python", "no_file", "```", "## Two", "text", "```sh", "c", "```", "## Three", "text"],
  ].join("\n");
  assertEquals(guidesIn(markdown), [
    {
      title: "One",
      steps: [
        { kind: "run", script: "a\nb\n" },
        { kind: "write", path: "src/x.py", text: "x = 1\n" },
      ],
    },
    { title: "Two", steps: [{ kind: "run", script: "c\n" }] },
  ]);
});

Deno.test("each helper has a guide that installs, writes a test and runs it", async () => {
  const titles: string[] = [];
  for (const language of ["python", "go", "java", "javascript"]) {
    const guides = guidesIn(await Deno.readTextFile(new URL(`${language}/README.md`, HELPERS)));
    for (const { title, steps } of guides) {
      titles.push(title);
      const kinds = steps.map(({ kind }) => kind);
      assertEquals(
        [kinds.at(0), kinds.includes("write"), kinds.at(-1)],
        ["run", true, "run"],
        title,
      );
      const written = steps.map((step) => step.kind === "write" ? step.text : "").join("\n");
      assert(written.includes("409") || written.includes("IsConflict"), title);
      assert(written.includes("410") || written.includes("IsResourceExpired"), title);
    }
  }
  assertEquals(titles, ["pytest", "Go", "JUnit 5", "Vitest", "Jest", "Playwright", "Deno"]);
});
