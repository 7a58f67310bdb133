import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { renderHtml } from "@plumbline/reports/html/page";
import type { Report } from "@plumbline/reports/report";
import {
  LONG_LINE,
  recordedEvents,
  recordedReport,
  reportSaying,
} from "@plumbline/reports/test_reports";
import { RunPage } from "../mod.ts";
import { eventsOf } from "./recorded_run.ts";

interface Message {
  readonly type: string;
  // deno-lint-ignore no-explicit-any -- each type has data of its own
  readonly data: any;
}

/** Opens the page with the token, as a browser does. */
async function enter({ address }: RunPage): Promise<{ cookie: string }> {
  const response = await fetch(address, { redirect: "manual" });
  await response.body?.cancel();
  return { cookie: response.headers.get("set-cookie")!.split(";")[0]! };
}

/** Returns all messages to the page of these events, after it was closed. */
async function messagesOf(report: Report, events = eventsOf(report)): Promise<Message[]> {
  const run = await RunPage.start();
  for (const event of events) run.take(event);
  run.finish({ report, sentences: ["A sentence of the gate"], html: renderHtml(report) });
  const response = await fetch(new URL("/events", run.address), { headers: await enter(run) });
  await run.close();
  const text = await response.text();
  return text.split("\n").filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice(6)));
}

const of = (messages: readonly Message[], type: string) =>
  messages.filter((message) => message.type === type).map(({ data }) => data);

Deno.test("the page gets target, failures, progress and outcome", async () => {
  const report = await recordedReport();
  const messages = await messagesOf(report, await recordedEvents());
  assertEquals(of(messages, "start")[0].url, report.target.url);
  const ids = report.checks.filter(({ verdict }) => verdict !== "pass").map(({ id }) => id);
  assertEquals(of(messages, "result").map(({ id }) => id).sort(), ids.sort());
  const progress = of(messages, "progress").at(-1);
  assertEquals([progress.done, progress.total], [report.checks.length, report.checks.length]);
  const [outcome] = of(messages, "outcome");
  assertEquals(outcome.verdict, report.verdict);
  assertStringIncludes(outcome.sentences.join(), "A sentence of the gate");
  assertEquals(messages.at(-1)!.type, "end");
});

Deno.test("the message of a failure has its details", async () => {
  const report = await recordedReport();
  const failed = report.checks.find(({ failures: [failure] }) => failure)!;
  const { failure } = of(await messagesOf(report), "result").find(({ id }) => id === failed.id);
  const { requirement, statement, replay, exchange, curl } = failed.failures[0]!;
  assertEquals([failure.requirement, failure.statement], [requirement, statement]);
  assertEquals(failure.replay, replay);
  assertEquals(failure.curl.length + failure.omittedCurl, curl.length);
  assert(exchange.length > 0);
  assertEquals(failure.first[0].path, exchange[0]!.path);
});

Deno.test("long text of a target is truncated", async () => {
  const messages = await messagesOf(reportSaying(LONG_LINE));
  assert(JSON.stringify(messages).length < 400_000);
});

Deno.test("the report is served once the run has ended", async () => {
  const report = await recordedReport();
  await using run = await RunPage.start();
  const headers = await enter(run);
  const url = new URL("/report.html", run.address);
  const early = await fetch(url, { headers });
  assertEquals(early.status, 404);
  assertStringIncludes(await early.text(), "has not finished");
  run.finish({ report, sentences: [], html: renderHtml(report) });
  const late = await fetch(url, { headers });
  assertEquals(await late.text(), renderHtml(report));
});

Deno.test("the last progress of a burst of events is sent", async () => {
  await using run = await RunPage.start();
  for (const event of (await recordedEvents()).slice(0, -1)) run.take(event);
  const response = await fetch(new URL("/events", run.address), { headers: await enter(run) });
  const { checks } = await recordedReport();
  let text = "";
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes(`"done":${checks.length}`)) break;
  }
  assertStringIncludes(text, `"done":${checks.length}`);
});
