/**
 * The head of the page: verdict so far, totals and figures.
 *
 * @module
 */
import { bar, byId, element, formatDuration, setBar, setText } from "../dom.js";

const VERDICTS = [
  "pass",
  "fail",
  "warn",
  "known deviation",
  "unsupported",
  "skipped",
  "error",
];

const number = new Intl.NumberFormat("en");

let latest;
let takenAt = 0;
let isOver = false;

/** Shows the target and the facts of the run. */
export function showStart({ url, dialect, version, seed, run, suiteVersion }) {
  setText(byId("target"), url);
  const facts = [
    `dialect ${dialect}`,
    version,
    `seed ${seed}`,
    `run ${run}`,
    `suites ${suiteVersion}`,
  ];
  setText(byId("facts"), facts.filter(Boolean).join(" · "));
}

/** Shows the progress of the run. */
export function showProgress(progress) {
  latest = progress;
  takenAt = performance.now();
  const { done, total, verdicts, requests, cases, rate } = progress;
  setText(byId("checks"), `${done} of ${total}`);
  setText(byId("requests"), number.format(requests));
  setText(byId("cases"), number.format(cases));
  setText(byId("rate"), number.format(rate));
  showVerdicts(verdicts, total);
  if (!isOver) showVerdictSoFar(progress);
  showTime();
  document.title = titleOf(progress);
}

function titleOf({ done, total, verdicts }) {
  const bad = (verdicts.fail ?? 0) + (verdicts.error ?? 0);
  return [isOver ? "Ended" : `${done}/${total}`, bad > 0 && `${bad} failed`, "Plumbline"]
    .filter(Boolean).join(" · ");
}

function showVerdicts(verdicts, total) {
  const present = VERDICTS.filter((verdict) => verdicts[verdict] > 0);
  const place = byId("bar");
  if (place.firstChild === null) place.append(bar());
  const words = present.map((verdict) => `${verdicts[verdict]} ${verdict}`).join(", ");
  const parts = VERDICTS.map((verdict) => [verdict, verdicts[verdict] ?? 0]);
  setBar(place.firstChild, parts, total, words || "no check has run yet");
  const totals = byId("totals");
  if (totals.dataset.words === words) return;
  totals.dataset.words = words;
  totals.replaceChildren(
    ...present.map((verdict) =>
      element(
        "li",
        { class: verdict.replaceAll(" ", "-") },
        element("strong", {}, verdicts[verdict]),
        ` ${verdict}`,
      )
    ),
  );
}

function showVerdictSoFar({ done, verdicts }) {
  const { fail = 0, error = 0 } = verdicts;
  if (fail > 0) {
    setVerdict("not-conformant", "not conformant", [
      fail === 1
        ? "1 check failed. The run continues."
        : `${fail} checks failed. The run continues.`,
    ]);
  } else if (error > 0) {
    setVerdict("suite-error", "suite error", [
      "A check threw an error of its own. The run continues.",
    ]);
  } else if (done > 0) {
    setVerdict("", "no failures so far", ["The run continues."]);
  }
}

function setVerdict(kind, word, sentences) {
  const place = byId("verdict");
  const text = [word, ...sentences].join("\n");
  if (place.dataset.text === text) return;
  place.dataset.text = text;
  place.className = `verdict ${kind}`;
  place.replaceChildren(
    element("strong", {}, word),
    " ",
    element("span", {}, sentences[0]),
    ...sentences.slice(1).map((sentence) => element("p", {}, sentence)),
  );
}

/** Shows the end of the run and links to the report. */
export function showOutcome({ verdict, sentences }) {
  isOver = true;
  setVerdict(verdict.replaceAll(" ", "-"), verdict, sentences);
  const link = element("p", {}, element("a", { href: "/report.html" }, "Open the full report"));
  byId("verdict").append(link);
  byId("report-link").hidden = false;
  if (latest) showProgress(latest);
}

/** Removes links to the report, as its server has ended. */
export function forgetReport() {
  for (const link of document.querySelectorAll("a[href='/report.html']")) link.remove();
}

/** Returns an estimated duration without false precision. */
function roughly(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 60 ? `about ${seconds} s` : `about ${Math.ceil(seconds / 60)} min`;
}

/** Updates the time between two events of the program. */
export function showTime() {
  if (latest === undefined) return;
  const since = isOver ? 0 : performance.now() - takenAt;
  setText(byId("elapsed"), formatDuration(latest.elapsed + since));
  const { remaining } = latest;
  if (isOver) setText(byId("left"), "none");
  else if (remaining !== undefined) setText(byId("left"), roughly(Math.max(0, remaining - since)));
}
