/**
 * The watch: the events of one resource type as they arrive.
 *
 * @module
 */
import { byId, element } from "@plumbline/cli/pages/dom";
import { documentsOf, read, send } from "./requests.js";
import { pathOfType, typeNamed, typesOf } from "./resources.js";

const LIMIT = 200;
let open;

/** Fills the choice of types, and connects the form. */
export async function connectWatch() {
  const form = byId("watch-form");
  const names = (await typesOf()).filter(({ verbs }) => verbs.includes("watch"))
    .map(({ plural, group }) => group === "" ? plural : `${plural}.${group}`);
  form.elements.type.replaceChildren(
    ...[...new Set(names)].sort().map((name) =>
      element("option", { selected: name === "configmaps" }, name)
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (open) stop();
    else void watch(form.elements.type.value);
  });
}

function stop() {
  open?.abort();
  open = undefined;
  byId("watch-button").textContent = "Watch";
}

async function watch(name) {
  const control = open = new AbortController();
  byId("watch-button").textContent = "Stop";
  const list = byId("watch-events");
  list.replaceChildren();
  const state = (text) => void (byId("watch-state").textContent = text);
  try {
    const path = pathOfType(await typeNamed(name));
    const { metadata: { resourceVersion } } = await read(`${path}?limit=1`);
    const query = `watch=true&allowWatchBookmarks=true&resourceVersion=${resourceVersion}`;
    const response = await send(`${path}?${query}`, { signal: control.signal });
    state(`GET ${path}?${query} is open: ${response.status}. Change ${name} to see events.`);
    for await (const { type, object } of documentsOf(response)) {
      list.prepend(eventRow(type, object));
      list.children[LIMIT]?.remove();
    }
    state("The server ended the watch.");
  } catch (error) {
    state(control.signal.aborted ? "The watch was stopped." : `The watch failed: ${error.message}`);
  }
  if (open === control) stop();
}

function eventRow(type, object) {
  const { name, namespace, resourceVersion } = object.metadata ?? {};
  const words = type === "ERROR"
    ? object.message
    : `${namespace ? `${namespace}/` : ""}${name ?? ""}`;
  return element(
    "li",
    {},
    element(
      "details",
      {},
      element(
        "summary",
        {},
        element("span", { class: `event ${type.toLowerCase()}` }, type),
        ` ${words} `,
        element(
          "span",
          { class: "brief" },
          resourceVersion ? `resourceVersion ${resourceVersion}` : "",
        ),
      ),
      element("pre", { tabindex: "0" }, JSON.stringify(object, null, 2)),
    ),
  );
}
