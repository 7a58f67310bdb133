/**
 * The rules for injected faults.
 *
 * @module
 */
import { announce, byId, element, setText } from "../dom.js";
import { send } from "../feed.js";
import { effectWords, prepareRuleForm, ruleOf } from "./rule_form.js";
import { act, address, keyedList, number } from "./table.js";

const form = byId("rule-form");

const showRows = keyedList(byId("rules-rows"), {
  keyOf: ({ id }) => id,
  make: ({ id, rule }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, `${id}: ${whenWords(rule.when)}`),
      element("td", {}, effectWords(rule.effect)),
      element("td", {}, whichWords(rule)),
      element("td", { class: "number hits" }),
      element(
        "td",
        {},
        element(
          "button",
          { type: "button", "aria-label": `Remove rule ${id}`, click: () => remove(id) },
          "Remove",
        ),
      ),
    ),
  fill(row, { hits }) {
    setText(row.querySelector(".hits"), number(hits));
  },
});

function whenWords(when = {}) {
  const words = Object.entries(when).map(([name, value]) => `${name} ${value || "none"}`);
  return words.length === 0 ? "all requests" : words.join(", ");
}

function whichWords({ from, times, probability }) {
  const words = [
    from !== undefined && from > 1 && `from request ${from}`,
    times !== undefined && `at most ${times}`,
    probability !== undefined && probability < 1 && `with probability ${probability}`,
  ].filter(Boolean);
  return words.length === 0 ? "always" : words.join(", ");
}

const remove = (id) => act("DELETE", address("/rules", { id }), `Rule ${id} removed`);

function complain(text) {
  const place = byId("rule-error");
  place.hidden = text === "";
  setText(place, text);
}

/** Shows the rules. */
export function takeRules({ count, rules }) {
  setText(byId("rules-count"), number(count));
  byId("rules-none").hidden = count > 0;
  byId("rules-table").hidden = count === 0;
  showRows(rules);
}

prepareRuleForm();
byId("rules-clear").addEventListener(
  "click",
  () => act("DELETE", "/rules", "All rules removed"),
);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const { id } = await send("POST", "/rules", ruleOf(form));
    complain("");
    announce(`Rule ${id} added`);
  } catch (error) {
    complain(error.message);
  }
});
