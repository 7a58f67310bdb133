/**
 * The mutants and benign variants, and the active ones.
 *
 * @module
 */
import { announce, byId, element, pluralize, prose, setText } from "../dom.js";
import { send } from "../feed.js";
import { act, address, gathered, keyedList, number } from "./table.js";

/** Maximum number of listed mutants. */
const MAX_ROWS = 60;

const form = byId("mutants-filter");
let known = [];
let on = new Set();

async function change(box, id) {
  const was = on.has(id);
  try {
    await send(box.checked ? "POST" : "DELETE", address("/mutants", { id }));
    announce(`${id} switched ${box.checked ? "on" : "off"}`);
  } catch (error) {
    box.checked = was;
    announce(error.message);
  }
}

const showRows = keyedList(byId("mutants-list"), {
  keyOf: ({ id }) => id,
  make({ id, description, reason, allowedBy }) {
    const box = element("input", { type: "checkbox", change: () => change(box, id) });
    return element(
      "li",
      { class: allowedBy === undefined ? undefined : "benign" },
      element(
        "label",
        {},
        box,
        element("code", {}, id),
        element("span", {}, allowedBy === undefined ? "" : "Benign: ", prose(description)),
        element("span", { class: "brief" }, prose(reason)),
      ),
    );
  },
  fill(row, { isOn }) {
    row.classList.toggle("on", isOn);
    row.querySelector("input").checked = isOn;
  },
});

function show() {
  const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const area = form.elements.area.value;
  const found = known.filter(({ mutant, text }) =>
    (area === "" || mutant.area === area) && words.every((word) => text.includes(word)) &&
    (!form.elements.on.checked || on.has(mutant.id))
  );
  // Active ones first.
  const sorted = [
    ...found.filter(({ mutant }) => on.has(mutant.id)),
    ...found.filter(({ mutant }) => !on.has(mutant.id)),
  ].slice(0, MAX_ROWS);
  showRows(sorted.map(({ mutant }) => ({ ...mutant, isOn: on.has(mutant.id) })));
  const of = `${number(found.length)} of ${number(known.length)}`;
  form.elements.count.value = found.length > sorted.length ? `${of}, first ${MAX_ROWS} shown` : of;
}

/** Shows the active mutants. */
export function takeMutants(state) {
  on = new Set(state.on);
  setText(byId("mutants-count"), number(on.size));
  show();
}

async function load() {
  const { mutants } = await send("GET", "/mutants");
  known = mutants.map((mutant) => ({
    mutant,
    text: `${mutant.id} ${mutant.description} ${mutant.reason} ${(mutant.breaks ?? []).join(" ")}`
      .toLowerCase(),
  }));
  const areas = [...new Set(mutants.map(({ area }) => area))].toSorted();
  form.elements.area.append(...areas.map((area) => element("option", {}, area)));
  show();
}

load().catch(({ message }) => announce(message));
form.addEventListener("input", gathered(show, 50));
form.addEventListener("submit", (event) => event.preventDefault());
byId("mutants-clear").addEventListener(
  "click",
  () => act("DELETE", "/mutants", `${pluralize(on.size, "mutant")} switched off`),
);
