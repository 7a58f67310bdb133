/**
 * The suites: runs the checks of an area against the server, and shows the report.
 *
 * @module
 */
import { byId, element, pluralize, prose, tag } from "@plumbline/cli/pages/dom";
import { call } from "./thread.js";
import { onBugs } from "./wrong.js";

let isRunning = false;
let activeBugs = [];

/** Connects the form. The suites are loaded with the first run. */
export function connectSuites() {
  const form = byId("suite-form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isRunning) void call("stop");
    else {
      const { area, runs, seed } = form.elements;
      void run(area.value, Number(runs.value), Number(seed.value) || randomSeed());
    }
  });
  // The area that finds a bug is the one that its user wants to run.
  onBugs((ids) => {
    activeBugs = ids;
    const area = ids.at(-1)?.split("/")[0];
    if ([...form.elements.area.options].some(({ value }) => value === area)) {
      form.elements.area.value = area;
    }
  });
}

const randomSeed = () => 1 + Math.floor(Math.random() * 1_000_000);

async function run(area, runs, seed) {
  isRunning = true;
  const [button, verdict, list] = ["suite-button", "suite-verdict", "suite-results"].map(byId);
  button.textContent = "Stop";
  verdict.className = "verdict";
  verdict.textContent = "Loading the suites …";
  list.replaceChildren();
  byId("report").hidden = true;
  let done = 0;
  try {
    await call("loadSuites");
    verdict.textContent = `Checking ${area} …`;
    const started = performance.now();
    const result = await call("run", { area, runs, seed, bugs: activeBugs }, (step) => {
      if (!("finished" in step)) return;
      verdict.textContent = `Checking ${area}: ${pluralize(++done, "check")} done`;
      const row = element(
        "li",
        {},
        tag(step.verdict),
        " ",
        element("code", {}, step.finished),
        " ",
        element("span", {}, ...prose(step.title)),
      );
      if (step.verdict === "fail") list.prepend(row);
      else list.append(row);
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    verdict.className = `verdict ${result.verdict.replaceAll(" ", "-")}`;
    const { pass, fail, warn } = result.totals;
    verdict.replaceChildren(
      element("strong", {}, capital(result.verdict)),
      `${area}: ${pass} passed, ${fail} failed${warn > 0 ? `, ${warn} warned` : ""}; ` +
        `${pluralize(result.requests, "request")} in ${seconds} s, seed ${seed}`,
    );
    for (const { id, why } of result.leftOut) {
      list.append(element("li", {}, tag("not checked"), " ", element("code", {}, id), ` ${why}`));
    }
    showReport(result.html);
  } catch (error) {
    verdict.className = "verdict suite-error";
    verdict.textContent = `The run failed: ${error.message}`;
  }
  isRunning = false;
  button.textContent = "Run the checks";
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

let address;

function showReport(html) {
  if (address !== undefined) URL.revokeObjectURL(address);
  address = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  byId("report-link").href = address;
  byId("report-frame").src = address;
  byId("report").hidden = false;
}
