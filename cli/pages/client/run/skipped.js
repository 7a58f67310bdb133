/**
 * The skipped and unsupported checks, grouped by reason, and the optional features.
 *
 * @module
 */
import { byId, element, pluralize, prose, setText, tag } from "../dom.js";

const reasons = new Map();
let count = 0;

/** Adds skipped and unsupported results. */
export function addSkipped(results) {
  if (results.length === 0) return;
  count += results.length;
  byId("skipped-none").hidden = true;
  setText(byId("skipped-title"), `Not checked (${count})`);
  for (const { id, title, verdict, reason } of results) {
    const group = reasons.get(reason) ?? makeGroup(reason, verdict);
    group.list.append(element("li", {}, element("code", {}, id), " ", prose(title)));
    setText(group.count, pluralize(++group.checks, "check"));
  }
}

function makeGroup(reason, verdict) {
  const list = element("ul", { class: "plain" });
  const count = element("span", { class: "brief" });
  const summary = element("summary", {}, tag(verdict), " ", prose(reason), " ", count);
  const group = { list, count, checks: 0 };
  reasons.set(reason, group);
  byId("skipped-list").append(element("details", { class: "reason" }, summary, list));
  return group;
}

/** Shows the text for a run without skipped checks. */
export function endSkipped() {
  setText(byId("skipped-none"), "All selected checks ran.");
}

/** Adds features that are unsupported or not declared. */
export function addFeatures(features) {
  if (features.length === 0) return;
  byId("features").hidden = false;
  byId("features-link").hidden = false;
  byId("features-list").append(...features.map(({ feature, verdict, about, seen }) =>
    element(
      "div",
      {},
      element("dt", {}, tag(verdict), " ", element("code", {}, feature), " ", prose(about)),
      element("dd", {}, seen),
    )
  ));
}
