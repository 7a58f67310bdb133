/**
 * The requests to the server.
 *
 * @module
 */
import { byId, copyable, element, setText } from "../dom.js";
import { send } from "../feed.js";
import { openDetail } from "./detail.js";
import { effectWords } from "./rule_form.js";
import { act, address, gathered, keyedList, number, timeOfDay } from "./table.js";

const form = byId("requests-filter");

/** Returns the CSS class of a status code. */
const colour = (status) => `status s${String(status)[0]}`;

const pathOf = ({ path, query }) => query === "" ? path : `${path}?${query}`;

const showRows = keyedList(byId("requests-rows"), {
  keyOf: ({ id }) => id,
  make: (entry) =>
    element(
      "tr",
      {},
      element("td", { class: "time" }, timeOfDay(entry.time)),
      element(
        "td",
        {},
        element("span", { class: colour(entry.status) }, entry.status),
        entry.rules.length > 0 && " ",
        entry.rules.length > 0 &&
          element("span", { class: "tag fail" }, `rule ${entry.rules.join(", ")}`),
      ),
      element("td", {}, entry.verb),
      element(
        "td",
        {},
        element(
          "button",
          { type: "button", class: "as-link", click: () => open(entry) },
          element("code", {}, pathOf(entry)),
        ),
      ),
      element("td", {}, entry.user || "unauthenticated"),
    ),
});

/** True if the filter changed since the last update. */
let isFilterChanged = false;

const refresh = gathered(async () => {
  const isFiltered = isFilterChanged;
  const isPaused = () => form.elements.pause.checked && !isFiltered;
  if (isPaused()) return;
  isFilterChanged = false;
  const { words, verb, code, hit } = form.elements;
  const asked = { words: words.value, verb: verb.value, code: code.value, hit: hit.checked };
  const { entries, matched, recorded } = await send("GET", address("/requests", asked));
  // The list may have been paused while the answer was under way.
  if (isPaused()) return;
  showRows(entries);
  const shown = entries.length < matched ? `newest ${number(entries.length)} of ` : "";
  form.elements.count.value = matched === recorded
    ? `${shown}${number(matched)}`
    : `${shown}${number(matched)} of ${number(recorded)}`;
}, 150);

function open(entry) {
  const title = `${entry.method} ${pathOf(entry)}`;
  return openDetail(title, address("/request", { id: entry.id }), (whole) => {
    const { time, user, verb, resource, status, deprecated, dryRun, rules, heads } = whole;
    const facts = [
      ["Status", element("span", { class: colour(status) }, status)],
      ["Time", timeOfDay(time)],
      ["User", user || "unauthenticated"],
      ["Verb", verb],
      ["Resource", resource || "none"],
      ...(deprecated ? [["API version", "deprecated"]] : []),
      ...(dryRun ? [["Dry run", "yes"]] : []),
      ["Injected faults", rules.length === 0 ? "none" : rules.map(ruleWords).join("; ")],
    ];
    return [
      element(
        "dl",
        { class: "facts" },
        ...facts.map(([name, value]) =>
          element("div", {}, element("dt", {}, name), element("dd", {}, value))
        ),
      ),
      ...(heads
        ? [
          element("h3", {}, "Request headers"),
          copyable("the request headers", headText(heads.request, title)),
          element("h3", {}, "Response headers"),
          copyable("the response headers", headText(heads.response, `HTTP ${status}`)),
        ]
        : []),
    ];
  });
}

const ruleWords = ({ id, rule }) =>
  rule === undefined ? `rule ${id} (removed)` : `rule ${id}: ${effectWords(rule.effect)}`;

const headText = (fields, first) =>
  [first, ...fields.map(([name, value]) => `${name}: ${value}`)].join("\n");

/** Shows the newest requests, unless the list is paused. */
export function takeJournal({ newest }) {
  setText(byId("requests-count"), number(newest));
  refresh();
}

function applyFilter() {
  isFilterChanged = true;
  refresh();
}

form.addEventListener("input", ({ target }) => {
  if (target === form.elements.pause) refresh();
  else applyFilter();
});
form.addEventListener("submit", (event) => event.preventDefault());
byId("requests-clear").addEventListener("click", async () => {
  await act("DELETE", "/requests", "Journal cleared");
  applyFilter();
});
