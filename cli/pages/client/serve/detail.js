/**
 * The dialog that shows an object or a request.
 *
 * @module
 */
import { announce, byId, copyable, element, setText } from "../dom.js";
import { send } from "../feed.js";

const dialog = byId("detail");
byId("detail-close").addEventListener("click", () => dialog.close());
// Do not keep the data of a Secret in the page.
dialog.addEventListener("close", () => byId("detail-body").replaceChildren());

/** Opens the dialog with the response for a path; `show` creates the elements. */
export async function openDetail(title, path, show) {
  try {
    const response = await send("GET", path);
    setText(byId("detail-title"), title);
    byId("detail-body").replaceChildren(...show(response));
    if (!dialog.open) dialog.showModal();
  } catch (error) {
    announce(error.message);
    setText(byId("detail-title"), title);
    byId("detail-body").replaceChildren(element("p", { class: "note" }, error.message));
    if (!dialog.open) dialog.showModal();
  }
}

/** Returns a text with a choice of formats, as `{ YAML: text, JSON: text }`. */
export function inForms(label, forms, tools = []) {
  const place = element("div");
  const buttons = Object.entries(forms).map(([name, text]) =>
    element("button", { type: "button", click: () => show(name, text) }, name)
  );
  function show(name, text) {
    place.replaceChildren(copyable(`${label} as ${name}`, text, 200_000));
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.textContent === name));
    }
  }
  show(...Object.entries(forms)[0]);
  return [element("div", { class: "tools" }, ...buttons, ...tools), place];
}
