/**
 * The faults and variants that a server can be given, and those it has.
 *
 * @module
 */
import { announce, byId, element, pluralize, setText } from "../dom.js";
import { send } from "../feed.js";
import { act, address, gathered, keyedList, number } from "./table.js";

/** How many are listed. */
const LISTED = 60;

const form = byId("faults-filter");
let known = [];
let on = new Set();

async function change(box, id) {
  const was = on.has(id);
  try {
    await send(box.checked ? "POST" : "DELETE", address("/faults", { id }));
    announce(`${id} was switched ${box.checked ? "on" : "off"}`);
  } catch (error) {
    box.checked = was;
    announce(error.message);
  }
}

const showRows = keyedList(byId("faults-list"), {
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
        element("span", {}, allowedBy === undefined ? "" : "Benign: ", description),
        element("span", { class: "brief" }, reason),
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
  const found = known.filter(({ fault, text }) =>
    (area === "" || fault.area === area) && words.every((word) => text.includes(word)) &&
    (!form.elements.on.checked || on.has(fault.id))
  );
  // Those that are on come first: they are what makes the server as it is.
  const sorted = [
    ...found.filter(({ fault }) => on.has(fault.id)),
    ...found.filter(({ fault }) => !on.has(fault.id)),
  ].slice(0, LISTED);
  showRows(sorted.map(({ fault }) => ({ ...fault, isOn: on.has(fault.id) })));
  const of = `${number(found.length)} of ${number(known.length)}`;
  form.elements.count.value = found.length > sorted.length
    ? `${of}, the first ${LISTED} shown`
    : of;
}

/** Shows which are switched on. */
export function takeFaults(state) {
  on = new Set(state.on);
  setText(byId("faults-count"), number(on.size));
  show();
}

async function load() {
  const { faults } = await send("GET", "/faults");
  known = faults.map((fault) => ({
    fault,
    text: `${fault.id} ${fault.description} ${fault.reason} ${(fault.breaks ?? []).join(" ")}`
      .toLowerCase(),
  }));
  const areas = [...new Set(faults.map(({ area }) => area))].toSorted();
  form.elements.area.append(...areas.map((area) => element("option", {}, area)));
  show();
}

load().catch(({ message }) => announce(message));
form.addEventListener("input", gathered(show, 50));
form.addEventListener("submit", (event) => event.preventDefault());
byId("faults-clear").addEventListener(
  "click",
  () => act("DELETE", "/faults", `${pluralize(on.size, "fault")} switched off`),
);
