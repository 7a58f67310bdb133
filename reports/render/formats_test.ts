import { assert, assertEquals } from "@std/assert";
import { FORMATS } from "./formats.ts";
import { HOSTILE, LONG_LINE, recordedReport, reportSaying } from "./test_reports.ts";

const GOLDEN = new URL("../testdata/golden/", import.meta.url);

const recorded = await recordedReport();
const options = {
  implementation: { organization: "Example", project: "Test server", contact: ["@example"] },
};

for (const { name, file, render } of FORMATS) {
  Deno.test(`${name}: the recorded failing run is rendered as it was looked at`, async () => {
    const path = new URL(file, GOLDEN);
    const text = render(recorded, options);
    if (Deno.env.get("PLUMBLINE_UPDATE_GOLDEN") !== undefined) await Deno.writeTextFile(path, text);
    assertEquals(
      text,
      await Deno.readTextFile(path),
      "PLUMBLINE_UPDATE_GOLDEN=1 takes the new one",
    );
  });

  Deno.test(`${name}: nothing a target says steers a terminal or turns the text around`, () => {
    const text = render(reportSaying(HOSTILE), options);
    // deno-lint-ignore no-control-regex -- they are what must not be there
    const harmful = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
    assertEquals(harmful.exec(text)?.index, undefined);
    assert(text.isWellFormed());
  });

  if (name !== "json") {
    Deno.test(`${name}: a line of a megabyte is cut`, () => {
      const text = render(reportSaying(LONG_LINE), options);
      assert(text.length < LONG_LINE.length, `${text.length} characters`);
    });
  }
}
