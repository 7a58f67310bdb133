/**
 * The objects by resource.
 *
 * @module
 */
import { byId, element, setText } from "../dom.js";
import { send } from "../feed.js";
import { inForms, openDetail } from "./detail.js";
import { address, gathered, keyedList, number } from "./table.js";

const form = byId("objects-filter");
let chosen;

const showTypes = keyedList(byId("types"), {
  keyOf: ({ type }) => type,
  make: ({ type, kind }) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", title: kind, "data-type": type, click: () => choose(type) },
        element("span", {}, ...nameOf(type)),
        element("span", { class: "number" }),
      ),
    ),
  fill(row, { count }) {
    setText(row.querySelector(".number"), number(count));
  },
});

/** Returns the name of the resource, with its group below. */
function nameOf(type) {
  const dot = type.indexOf(".");
  return dot < 0 ? [type] : [type.slice(0, dot), element("small", {}, type.slice(dot + 1))];
}

const showRows = keyedList(byId("objects-rows"), {
  keyOf: ({ type, namespace, name, created }) => JSON.stringify([type, namespace, name, created]),
  make: ({ type, namespace, name, created }) =>
    element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        element(
          "button",
          { type: "button", class: "as-link", click: () => open({ type, namespace, name }) },
          name,
        ),
      ),
      element("td", {}, namespace),
      element("td", { class: "time" }, created),
    ),
});

/** Reads the list again, once for several changes. */
const refresh = gathered(async () => {
  const type = chosen;
  const { objects, total } = await send(
    "GET",
    address("/objects", { type, contains: form.elements.contains.value.trim() }),
  );
  if (type !== chosen) return refresh();
  showRows(objects.map((object) => ({ type, ...object })));
  form.elements.count.value = objects.length < total
    ? `${number(objects.length)} of ${number(total)}: enter more of the name to see others`
    : `${number(total)} in total`;
}, 100);

function choose(type) {
  chosen = type;
  for (const button of byId("types").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.type === type));
  }
  refresh();
}

function open(place, reveal = false) {
  const { type, namespace, name } = place;
  const title = [type, namespace, name].filter(Boolean).join(" / ");
  const path = address("/object", { ...place, ...(reveal && { reveal }) });
  return openDetail(title, path, ({ yaml, json, managedFields, masked }) => {
    const show = element("button", { type: "button", click: () => open(place, true) }, "Show data");
    const forms = {
      YAML: yaml,
      JSON: json,
      ...(managedFields && { "Managed fields": managedFields }),
    };
    return inForms(title, forms, masked ? [show] : []);
  });
}

/** Shows the counts of all resources and the objects of the selected one. */
export function takeObjects({ types }) {
  setText(byId("objects-count"), number(types.reduce((sum, { count }) => sum + count, 0)));
  showTypes(types);
  if (chosen === undefined) choose(types.find(({ count }) => count > 0)?.type ?? types[0].type);
  else refresh();
}

form.addEventListener("input", refresh);
form.addEventListener("submit", (event) => event.preventDefault());
