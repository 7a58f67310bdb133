/**
 * The table of areas with their progress.
 *
 * @module
 */
import { bar, byId, element, setBar, setText } from "../dom.js";

const rows = new Map();
const number = new Intl.NumberFormat("en");

/** Columns that are hidden in the side column. */
const MORE = ["cases", "requests"];

/** Updates the table. */
export function showAreas(areas) {
  const added = [];
  for (const area of areas) {
    let row = rows.get(area.area);
    if (row === undefined) {
      row = makeRow(area.area);
      rows.set(area.area, row);
      added.push(row.element);
    }
    const state = JSON.stringify(area);
    if (row.state !== state) fill(row, area);
    row.state = state;
  }
  if (added.length > 0) byId("areas-rows").append(...added);
}

function makeRow(name) {
  const cells = Object.fromEntries(
    ["done", "fail", "warn", "cases", "requests"]
      .map((
        cell,
      ) => [cell, element("td", { class: MORE.includes(cell) ? "number more" : "number" })]),
  );
  const progress = bar();
  const row = element(
    "tr",
    {},
    element("th", { scope: "row" }, name),
    element("td", { class: "wide" }, progress),
    ...Object.values(cells),
  );
  return { element: row, cells, progress, state: "" };
}

function fill({ element: row, cells, progress }, area) {
  const { done, total, running, verdicts, cases, requests } = area;
  const { fail = 0, error = 0, warn = 0, pass = 0 } = verdicts;
  row.classList.toggle("idle", done === 0 && running === 0);
  setText(cells.done, `${done} of ${total}`);
  setText(cells.fail, String(fail + error || ""));
  setText(cells.warn, String(warn || ""));
  setText(cells.cases, number.format(cases));
  setText(cells.requests, number.format(requests));
  const known = verdicts["known deviation"] ?? 0;
  const bad = fail + error;
  const parts = [
    ["pass", pass],
    ["fail", bad],
    ["warn", warn],
    ["known-deviation", known],
    ["skipped", done - pass - bad - warn - known],
    // A running check counts as half finished.
    ["running", running / 2],
  ];
  setBar(progress, parts, total, `${done} of ${total} done, ${running} running`);
}
