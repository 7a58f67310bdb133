/**
 * The open watches.
 *
 * @module
 */
import { byId, element, setText } from "../dom.js";
import { act, address, keyedList, number, timeOfDay } from "./table.js";

const end = (id, how) => act("POST", address("/watches/end", { id, how }), "Watch ended");

const button = (id, how, text) =>
  element(
    "button",
    { type: "button", "aria-label": `${text}: end watch ${id}`, click: () => end(id, how) },
    text,
  );

const showRows = keyedList(byId("watches-rows"), {
  keyOf: ({ id }) => id,
  make: ({ id, user, path, query, since }) =>
    element(
      "tr",
      {},
      element("td", {}, element("code", {}, `${path}?${query}`)),
      element("td", {}, user),
      element("td", { class: "time" }, timeOfDay(since)),
      element("td", { class: "number sent" }),
      element(
        "td",
        { class: "actions" },
        button(id, "drop", "timeout"),
        button(id, "expire", "410 Expired"),
      ),
    ),
  fill(row, { sent }) {
    setText(row.querySelector(".sent"), number(sent));
  },
});

/** Shows the open watches. */
export function takeWatches({ count, watches }) {
  setText(byId("watches-count"), number(count));
  byId("watches-none").hidden = count > 0;
  byId("watches-table").hidden = count === 0;
  const more = count - watches.length;
  setText(byId("watches-more"), more > 0 ? `And ${number(more)} newer ones.` : "");
  showRows(watches);
}
