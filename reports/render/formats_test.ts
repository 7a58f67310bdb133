import { assert, assertEquals } from "@std/assert";
import type { Matrix } from "../matrix.ts";
import type { Report } from "../report.ts";
import { FORMATS, renderReport } from "./formats.ts";
import { renderMatrix } from "./matrix_page.ts";
import {
  HOSTILE,
  LONG_LINE,
  matrixSaying,
  recordedMatrix,
  recordedReport,
  reportSaying,
} from "./test_reports.ts";

const GOLDEN = new URL("../testdata/golden/", import.meta.url);
const implementation = {
  organization: "Example",
  project: "Test server",
  contact: ["@example"],
};

/** All renderers of a run or a matrix. */
const RENDERERS: readonly {
  readonly name: string;
  readonly file: string;
  render(report: Report, matrix: Matrix): string;
}[] = [
  ...FORMATS.map(({ name, file, render }) => ({
    name,
    file,
    render: (report: Report, matrix: Matrix) => render(report, { implementation, matrix }),
  })),
  {
    name: "matrix",
    file: "matrix.html",
    render: ({ checks }, matrix) => renderMatrix(matrix, checks),
  },
];

const recorded = [await recordedReport(), await recordedMatrix()] as const;

for (const { name, file, render } of RENDERERS) {
  Deno.test(`${name}: the recorded failing run is rendered as in the golden file`, async () => {
    const path = new URL(file, GOLDEN);
    const text = render(...recorded);
    if (Deno.env.get("PLUMBLINE_UPDATE_GOLDEN") !== undefined) await Deno.writeTextFile(path, text);
    assertEquals(
      text,
      await Deno.readTextFile(path),
      "PLUMBLINE_UPDATE_GOLDEN=1 updates the golden file",
    );
  });

  Deno.test(`${name}: text of a target cannot control a terminal or reorder text`, () => {
    const text = render(reportSaying(HOSTILE), matrixSaying(HOSTILE));
    // deno-lint-ignore no-control-regex -- these characters must not occur
    const harmful = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
    assertEquals(harmful.exec(text)?.index, undefined);
    assert(text.isWellFormed());
  });

  if (/\.(html|svg|xml)$/.test(file)) {
    Deno.test(`${name}: text of a target does not become markup`, () => {
      const tagsOf = (text: string) =>
        Map.groupBy(
          render(reportSaying(text), matrixSaying(text)).match(/<[!?/]?[a-z][^\s/>]*/gi) ?? [],
          (tag) => tag,
        );
      // The same backticks: text between them is code, whatever it contains.
      const [plain, hostile] = [tagsOf(HOSTILE.replaceAll(/[^`\n]/g, "x")), tagsOf(HOSTILE)];
      assertEquals([...hostile.keys()].sort(), [...plain.keys()].sort());
      // The same number of each: one more image or script is an error wherever it is.
      for (const [tag, all] of hostile) assertEquals(all.length, plain.get(tag)!.length, tag);
    });
  }

  if (name !== "json") {
    Deno.test(`${name}: a line of a megabyte is truncated`, () => {
      const text = render(reportSaying(LONG_LINE), matrixSaying(LONG_LINE));
      assert(text.length < LONG_LINE.length, `${text.length} characters`);
    });
  }
}

Deno.test("renderReport is the renderer of its format", () => {
  const [report] = recorded;
  for (const { name, render } of FORMATS) {
    assertEquals(renderReport(report, name), render(report, {}), name);
  }
});

Deno.test("every exported renderer is covered by these tests", async () => {
  const exported: string[] = [];
  const read = async (folder: URL) => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) await read(new URL(`${name}/`, folder));
      if (!name.endsWith(".ts") || name.endsWith("_test.ts")) continue;
      const text = await Deno.readTextFile(new URL(name, folder));
      exported.push(...[...text.matchAll(/export function (render\w+)/g)].map(([, one]) => one!));
    }
  };
  await read(new URL("./", import.meta.url));
  // A function's text has its name, and the names of those it calls.
  const covered = [...FORMATS.map(({ render }) => render), renderMatrix, renderReport].join();
  assert(exported.length >= FORMATS.length, exported.join());
  assertEquals(exported.filter((one) => !covered.includes(one)), []);
});

Deno.test("html: a requirement links to the types, values and misses of its checks", async () => {
  const report = await recordedReport();
  const [first] = report.checks;
  const checks = report.checks.map((check) =>
    check === first
      ? { ...check, types: { widgets: { decided: 3, discarded: 0 } }, unreached: ["form=apply"] }
      : check
  );
  const html = renderReport({ ...report, checks } as Report, "html");
  const id = `check-${first!.id.replace("/", "-")}`;
  assert(html.includes(`href="#${id}"`));
  const row = html.slice(html.indexOf(`id="${id}"`)).split("</tr>")[0]!;
  assert(row.includes("widgets 3"), row);
  assert(row.includes("form=apply"), row);
});
