import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ConsoleReporter, type ConsoleReporterOptions } from "./console.ts";
import { displayWidth, styleOf } from "./terminal.ts";
import { parseEvents } from "./events_file.ts";
import type { RunEvent } from "./events.ts";
import { reportOf } from "./report.ts";
import { HOSTILE, LONG_LINE } from "./render/test_reports.ts";
import { resultLines, totalLines } from "./summary.ts";

/** The events of a run with a failed property, an empty one and an object left behind. */
const RECORDED = parseEvents(
  await Deno.readTextFile(new URL("testdata/failing.ndjson", import.meta.url)),
);

/** Returns the output of a reporter for events that are a second apart. */
function shown(
  options: Partial<ConsoleReporterOptions> = {},
  events: readonly RunEvent[] = RECORDED,
): string {
  let text = "";
  let time = 0;
  const screen = new ConsoleReporter({
    write: (more) => void (text += more),
    now: () => time,
    ...options,
  });
  for (const event of events) {
    screen.take(event);
    time += 1_000;
  }
  return text;
}

Deno.test("without a terminal a run prints few plain lines and never changes one", () => {
  const text = shown();
  assert(!text.includes("\r") && !text.includes("\x1b"));
  const [first, ...lines] = text.split("\n");
  assertEquals(first, "http://127.0.0.1:42541 dialect svc, seed 7, run 4724aa70");
  const report = reportOf(RECORDED);
  const style = styleOf({ colours: false });
  assertEquals(lines.slice(0, 2), [
    "",
    "What is wrong, worst first: 1 cause of 1 failure in 1 of 5 checks",
  ]);
  assertStringIncludes(text, resultLines(report, style).join("\n"));
  assertStringIncludes(text, totalLines(report, style).join("\n"));
});

Deno.test("a run begins its output with what is wrong and what to do next", () => {
  const next = () => [{ purpose: "Reproduce it", line: "deno task check --only paging/whole" }];
  const lines = shown({ columns: 80, next }).split("\n");
  assertEquals(lines.slice(2, 11), [
    "What is wrong, worst first: 1 cause of 1 failure in 1 of 5 checks",
    "Misleading (shows an old state, a wrong status or number)",
    "  1  `limit` is ignored: 2 items for GET",
    "    /api/v1/namespaces/plumbline-4724aa70-20/secrets?limit=1 (must, 1 check)",
    "",
    "What to do next",
    "  Reproduce it:",
    "    deno task check --only paging/whole",
    "",
  ]);
});

/** Returns the lines of a run with so many causes, whose titles repeat a word. */
function linesWith(causes: number, word: string, columns: number, colours = false): string[] {
  const [start] = RECORDED;
  const failed = RECORDED.flatMap((event) =>
    event.type === "check finished" && event.result.verdict === "fail" ? [event.result] : []
  )[0]!;
  assert(start?.type === "run started");
  const many = Array.from({ length: causes }, (_, index) => {
    const requirement = `paging.rule-${"abcdefghijklmnopqrstuvwxyzABCD"[index]}`;
    const [failure] = failed.failures;
    const words = { statement: `${word.repeat(20)}end`, expected: "a", actual: requirement };
    const result = { ...failed, failures: [{ ...failure!, requirement, exchange: [], ...words }] };
    return { type: "check finished", result: { ...result, id: `paging/${index}` } } as const;
  });
  const step = { purpose: "Do this", line: "deno task check" };
  const next = () => [step, step, step];
  const checks = many.map(({ result }) => result.id);
  return shown({ columns, next, colours }, [{ ...start, checks }, ...many, RECORDED.at(-1)!]).split(
    "\n",
  );
}

const lastStep = (lines: readonly string[]) =>
  lines.findLastIndex((line) => line.startsWith("  Do this"));

Deno.test("what is wrong and what to do next fit 40 lines, however many causes there are", () => {
  for (const columns of [60, 80]) {
    const lines = linesWith(30, "A long sentence ", columns);
    const [, more] = /… and (\d+) more below: \1 Misleading/.exec(lines.join("\n")) ?? [];
    assert(Number(more) > 10 && Number(more) < 23, `${more} more at ${columns} columns`);
    const last = lastStep(lines);
    assert(last > 30 && last < 40, `${last} lines at ${columns} columns`);
  }
});

Deno.test("the worst cause is shown on a terminal of any width", () => {
  for (const causes of [1, 30]) {
    for (const columns of [1, 5, 20]) {
      const text = linesWith(causes, "A long sentence ", columns).join("").replaceAll(" ", "");
      assertStringIncludes(text, "1Alongsentence", `${causes} causes, ${columns} columns`);
    }
  }
});

Deno.test("colours change no indentation of the first screen", () => {
  const plain = linesWith(12, "A long sentence ", 60);
  const coloured = linesWith(12, "A long sentence ", 60, true)
    // deno-lint-ignore no-control-regex
    .map((line) => line.replaceAll(/\x1b\[\d*m/g, ""));
  assertEquals(coloured.slice(0, 30), plain.slice(0, 30));
});

Deno.test("a dozen causes are all on the first screen, with their whole titles", () => {
  const lines = linesWith(12, "Words ", 80);
  assert(lastStep(lines) < 40);
  const overview = lines.slice(0, lastStep(lines));
  assertEquals(overview.filter((line) => /end \(must, 1 check\)$/.test(line)).length, 12);
});

Deno.test("after the failures there is a table of areas and verdicts", () => {
  const lines = shown().trimEnd().split("\n");
  const from = lines.findIndex((line) => line.startsWith("area "));
  assertEquals(lines.slice(from, from + 4), [
    "area      pass  fail  known deviation  skipped",
    "versions     1     -                -        -",
    "paging       -     1                -        1",
    "watch        -     -                1        1",
  ]);
});

Deno.test("a terminal too narrow for the table gets a list", () => {
  const lines = shown({ columns: 40 }).trimEnd().split("\n");
  const from = lines.findIndex((line) => line.startsWith("versions: "));
  assertEquals(lines.slice(from, from + 3), [
    "versions: 1 pass",
    "paging: 1 fail, 1 skipped",
    "watch: 1 known deviation, 1 skipped",
  ]);
});

Deno.test("no line except commands is wider than the terminal", () => {
  for (const columns of [40, 80, 200]) {
    const wide = shown({ columns, live: true, colours: true })
      .split(/\n|\r/)
      // deno-lint-ignore no-control-regex -- these characters move the cursor
      .map((line) => line.replaceAll(/\x1b\[\d*[AJ]/g, ""))
      .filter((line) => displayWidth(line) > columns);
    assertEquals(wide.filter((line) => !/curl -|deno task /.test(line)), []);
  }
});

Deno.test("progress lines are removed before other output", () => {
  const screen = screenOf(shown({ live: true, columns: 80 }));
  assertEquals(screen.filter((line) => / checks · /.test(line)), []);
  assertEquals(screen.filter((line) => line.startsWith("FAIL paging/whole")), []);
  // Removing progress lines removes no other line.
  const kept = shown({ columns: 80 }).split("\n").filter((line) => !/^\w+ +\d+ \w+/.test(line));
  for (const line of kept) assert(screen.includes(line), line);
});

Deno.test("progress lines show areas, requests per second and remaining time", () => {
  const ids = Array.from({ length: 10 }, (_, index) => `paging/${index}`);
  const [start] = RECORDED;
  assert(start?.type === "run started");
  const [ended] = RECORDED.flatMap((event) =>
    event.type === "check finished" ? [event.result] : []
  );
  const events: RunEvent[] = [
    { ...start, checks: ids },
    { type: "check started", check: ids[0]!, area: "paging" },
    { type: "check progress", check: ids[0]!, area: "paging", cases: 50, requests: 300 },
    {
      type: "check finished",
      result: {
        ...ended!,
        id: ids[0]!,
        area: "paging",
        verdict: "pass",
        cases: 100,
        requests: 600,
      },
    },
    { type: "check started", check: ids[1]!, area: "paging" },
    { type: "check progress", check: ids[1]!, area: "paging", cases: 1, requests: 300 },
  ];
  const text = shown({ live: true, columns: 120 }, events);
  const last = screenOf(text).slice(-2);
  assertEquals(last, [
    "paging [###---........................] 1/10  101 cases",
    "1/10 checks · about 29 s left · 900 requests, 200/s · 101 cases · 5.0 s",
  ]);
});

Deno.test("the last checks are named, as the others do not say how long they take", () => {
  const [start] = RECORDED;
  assert(start?.type === "run started");
  const checks = ["paging/one", "watch/other"];
  const begun = checks.map((check) => (
    { type: "check started", check, area: check.split("/")[0]! } as const
  ));
  const text = shown({ live: true, columns: 120 }, [
    { ...start, checks },
    ...begun,
    { type: "check progress", check: "paging/one", area: "paging", cases: 1, requests: 30 },
  ]);
  const [last = ""] = screenOf(text).slice(-1);
  assertEquals(
    /^0\/2 checks · (.*) · 30 requests/.exec(last)?.[1],
    "still running: paging/one, watch/other",
  );
});

Deno.test("once the checks have ended, the console says what the run still does, and how long", () => {
  const start = RECORDED[0]!;
  const text = shown({}, [start, { type: "explaining failures", failures: 12, time: 90_000 }]);
  assertStringIncludes(
    text,
    " · repeating 12 failed cases to separate their causes: 2 min at most · ",
  );
});

Deno.test("without updates in place, progress is printed from time to time", () => {
  const [start] = RECORDED;
  assert(start?.type === "run started");
  const going = Array.from({ length: 121 }, (_, index): RunEvent => (
    { type: "check progress", check: "paging/whole", area: "paging", cases: index, requests: index }
  ));
  const lines = shown({}, [start, ...going]).trimEnd().split("\n");
  assertEquals(lines.map((line) => line.split(" · ")[0]), [
    lines[0],
    "0/5 checks",
    "0/5 checks",
  ]);
});

Deno.test("text of a target cannot control the terminal", () => {
  const hostile = RECORDED.map((event): RunEvent => {
    if (event.type === "run started") {
      return { ...event, target: { ...event.target, version: HOSTILE } };
    }
    if (event.type !== "check finished") return event;
    return { ...event, result: { ...event.result, title: HOSTILE, reason: HOSTILE } };
  });
  const long = hostile.map((event): RunEvent => {
    if (event.type !== "check finished") return event;
    const { result } = event;
    const texts = { expected: LONG_LINE, actual: LONG_LINE, curl: [LONG_LINE] };
    const failures = result.failures.map((failure) => ({ ...failure, ...texts }));
    return { ...event, result: { ...result, failures } };
  });
  assert(shown({}, long).length < 50_000, `${shown({}, long).length} characters`);
  for (const options of [{}, { columns: 40 }]) {
    // deno-lint-ignore no-control-regex -- these are the characters to match
    assertEquals(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/.exec(shown(options, hostile)), null);
  }
});

/** Returns the text as a terminal shows it; supports only the cursor movements of the reporter. */
function screenOf(text: string): string[] {
  const lines = [""];
  let row = 0;
  // deno-lint-ignore no-control-regex -- these characters move the cursor
  for (const part of text.split(/(\n|\r|\x1b\[\d*[AJ])/)) {
    if (part === "\n") {
      row++;
      lines[row] ??= "";
    } else if (part.endsWith("A") && part.startsWith("\x1b")) row -= Number(part.slice(2, -1));
    else if (part === "\x1b[J") {
      lines.length = row + 1;
      lines[row] = "";
    } else if (part !== "\r") lines[row] += part;
  }
  return lines;
}
