/**
 * The failures of a run, each with the commands that reproduce it.
 *
 * @module
 */
import {
  block,
  byId,
  copyable,
  element,
  folded,
  formatDuration,
  pluralize,
  prose,
  setText,
  tag,
} from "../dom.js";

let failures = 0;
let known = 0;

/** Adds failures, errors and warnings; known deviations have a section of their own. */
export function addFailures(results) {
  const own = results.filter(({ verdict }) => verdict !== "known deviation");
  const others = results.filter(({ verdict }) => verdict === "known deviation");
  if (own.length > 0) {
    byId("failures-list").append(...own.map((result, at) => card(result, failures + at === 0)));
    failures += own.length;
    byId("failures-none").hidden = true;
    byId("failures-tools").hidden = false;
    setText(byId("failures-title"), `Failures (${failures})`);
  }
  if (others.length > 0) {
    byId("known-list").append(...others.map((result) => card(result, false)));
    known += others.length;
    byId("known").hidden = false;
    byId("known-link").hidden = false;
    setText(byId("known-title"), `Known deviations (${known})`);
  }
}

/** Connects the buttons that open and close all failures. */
export function listenToTools() {
  const all = () => document.querySelectorAll("#failures details.failure");
  byId("open-all").addEventListener("click", () => all().forEach((one) => one.open = true));
  byId("close-all").addEventListener("click", () => all().forEach((one) => one.open = false));
}

/** Shows the text for a run that ended without failures. */
export function endFailures() {
  setText(byId("failures-none"), "None.");
}

function card(result, open) {
  const { id, title, verdict, brief, reason, failure } = result;
  const summary = [
    tag(verdict),
    " ",
    element("code", {}, id),
    " ",
    element("span", { class: "title" }, prose(title)),
    " ",
    element("span", { class: "brief" }, brief),
  ];
  const content = () => failure === undefined ? block("Reason", reason) : body(result);
  return folded({ class: "failure", open }, summary, content);
}

function body({ verdict, reason, cases, shrinks, duration, failure }) {
  const { attempts, reproduced } = failure.confirmed;
  return element(
    "div",
    { class: "package" },
    element(
      "p",
      { class: "statement" },
      element("code", {}, failure.requirement),
      " ",
      prose(failure.statement),
    ),
    element(
      "div",
      { class: "pair" },
      element("div", {}, element("h3", {}, "Expected"), block("Expected", failure.expected)),
      element("div", {}, element("h3", {}, "Actual"), block("Actual", failure.actual)),
    ),
    verdict === "known deviation" && element("p", {}, `Known: ${reason}`),
    failure.counterexample !== undefined && [
      element("h3", {}, "Counterexample"),
      copyable("the counterexample", failure.counterexample),
    ],
    element(
      "p",
      {},
      `${reproduced} of ${attempts} repetitions failed; ${pluralize(cases, "case")}, ` +
        `${pluralize(shrinks, "step")} of shrinking, ${formatDuration(duration)}.`,
    ),
    element("h3", {}, "Reproduce"),
    copyable("the command", failure.replay),
    failure.replayFile !== undefined && element(
      "p",
      {},
      "On another target: ",
      element("code", {}, `deno task check URL --replay ${failure.replayFile}`),
    ),
    failure.curl.length > 0 && curlLines(failure),
    failure.first.length > 0 && exchanges(failure),
  );
}

function curlLines({ curl, omittedCurl }) {
  const all = curl.length + omittedCurl;
  return folded({}, `${pluralize(all, "request")} as curl`, () => [
    copyable("the curl commands", curl.join("\n"), Infinity),
    omittedCurl > 0 && element("p", {}, `… and ${omittedCurl} more in report.json`),
  ]);
}

function exchanges({ first, last, between }) {
  const all = first.length + last.length + between;
  return folded({}, `${pluralize(all, "request")} with responses`, () => [
    ...first.map(exchange),
    between > 0 && element("p", { class: "gap" }, `… ${between} more`),
    ...last.map(exchange),
  ]);
}

function exchange({ method, path, status, identity, duration, request, response }) {
  const summary = [
    element("span", { class: "method" }, method),
    " ",
    element("code", {}, path),
    " ",
    element("span", { class: `status s${Math.floor(status / 100)}` }, status || "no response"),
    " ",
    element("span", { class: "as" }, `${identity || "anonymous"}, ${formatDuration(duration)}`),
  ];
  return folded({ class: "exchange" }, summary, () => [
    element("h4", {}, "Request"),
    block("Request", request, Infinity),
    element("h4", {}, "Response"),
    block("Response", response, Infinity),
  ]);
}
