/**
 * The dialog that shows one thing whole.
 *
 * @module
 */
import { announce, byId, copyable, element, setText } from "../dom.js";
import { send } from "../feed.js";

const dialog = byId("detail");
byId("detail-close").addEventListener("click", () => dialog.close());
// What a Secret holds does not stay behind.
dialog.addEventListener("close", () => byId("detail-body").replaceChildren());

/** Opens the dialog with what an address answers, as `show` makes elements of it. */
export async function openDetail(title, path, show) {
  try {
    const answer = await send("GET", path);
    setText(byId("detail-title"), title);
    byId("detail-body").replaceChildren(...show(answer));
    if (!dialog.open) dialog.showModal();
  } catch (error) {
    announce(error.message);
    setText(byId("detail-title"), title);
    byId("detail-body").replaceChildren(element("p", { class: "note" }, error.message));
    if (!dialog.open) dialog.showModal();
  }
}

/** A text that can be seen in several forms, one at a time: `{ YAML: text, JSON: text }`. */
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
