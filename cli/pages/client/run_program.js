/**
 * The script of the live page of a run.
 *
 * @module
 */
import { announce, byId, element, pluralize } from "./dom.js";
import { follow } from "./feed.js";
import { showAreas } from "./run/areas.js";
import { addFailures, endFailures, listenToTools } from "./run/failures.js";
import { addFeatures, addSkipped, endSkipped } from "./run/skipped.js";
import { forgetReport, showOutcome, showProgress, showStart, showTime } from "./run/overview.js";

const SKIPPED = ["unsupported", "skipped"];

listenToTools();
setInterval(showTime, 1_000);

follow("/events", (messages) => {
  const of = (type) => messages.filter((message) => message.type === type).map(({ data }) => data);
  for (const start of of("start")) showStart(start);
  const results = of("result");
  const bad = results.filter(({ verdict }) => !SKIPPED.includes(verdict));
  addFailures(bad);
  addSkipped(results.filter(({ verdict }) => SKIPPED.includes(verdict)));
  addFeatures(of("feature"));
  for (const note of of("note")) {
    byId("failures").append(element("p", { class: "note" }, note));
  }
  const progress = of("progress").at(-1);
  if (progress !== undefined) {
    showProgress(progress);
    showAreas(progress.areas);
  }
  if (of("end").length > 0) forgetReport();
  const outcome = of("outcome").at(-1);
  if (outcome !== undefined) {
    endFailures();
    endSkipped();
    showOutcome(outcome);
    announce(`The run ended: ${outcome.verdict}`);
  } else if (bad.length > 0) {
    announce(`${pluralize(bad.length, "check")} more did not pass, such as ${bad[0].id}`);
  }
}, { ended: "The program has ended. This page stays as it is." });
