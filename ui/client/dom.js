/**
 * Elements of a live page. Text from elsewhere becomes text nodes and attributes' values, and
 * nothing else.
 *
 * @module
 */

/** An element by its id, which the page has. */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an element. Attributes that are false or undefined are left out, `true` is an empty one;
 * functions listen to the event of that name. Children are elements or text.
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  made.append(...present(children));
  return made;
}

function present(children) {
  return children.flat().filter((child) => child !== undefined && child !== false)
    .map((child) => typeof child === "number" ? String(child) : child);
}

/** Sets an element's text if it is another, so that nothing is drawn or read out for nothing. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** The beginning of a long text, with a word on its length. */
export function truncate(text, limit) {
  if (text.length <= limit) return text;
  // Do not split a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text[limit - 1]) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (${text.length} characters)`;
}

/** Milliseconds as people say them. */
export function formatDuration(milliseconds) {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** `1 case`, `2 cases`. */
export const pluralize = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Tells somebody who does not see the page. */
export function announce(text) {
  setText(byId("status"), text);
}

/** A word in the colour of its class: a verdict, say. */
export function tag(word, kind = word) {
  return element("span", { class: `tag ${kind.replaceAll(" ", "-")}` }, word);
}

/** A block of code that can be reached by keyboard, as it may have to be scrolled. */
export function block(label, text, limit = 8_000) {
  return element(
    "pre",
    { tabindex: "0", role: "region", "aria-label": label },
    element("code", {}, truncate(text, limit)),
  );
}

/** The same with a button that copies all of it. */
export function copyable(label, text, limit = 8_000) {
  const button = element(
    "button",
    { type: "button", "aria-label": `Copy ${label}`, click: () => copy(button, text) },
    "Copy",
  );
  return element("div", { class: "copyable" }, button, block(label, text, limit));
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    setText(button, "Copied");
    announce("Copied to the clipboard");
  } catch {
    setText(button, "Not copied");
    announce("The browser does not let this page copy");
  }
  setTimeout(() => setText(button, "Copy"), 2_000);
}

/** Details that make what they hold when they are first opened: most never are. */
export function folded(attributes, summary, content) {
  const details = element("details", attributes, element("summary", {}, summary));
  const fill = () => details.append(...present([content()]));
  if (details.open) fill();
  else details.addEventListener("toggle", fill, { once: true });
  return details;
}

const SVG = "http://www.w3.org/2000/svg";

/** A bar of parts, `[class, amount]`, that can be changed with {@link setBar}. */
export function bar() {
  const made = document.createElementNS(SVG, "svg");
  const facts = { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img" };
  for (const [name, value] of Object.entries(facts)) made.setAttribute(name, value);
  return made;
}

/** Divides a bar; the rest up to `all` stays empty. `words` are for who does not see it. */
export function setBar(target, parts, all, words) {
  target.setAttribute("aria-label", words);
  let at = 0;
  for (const [kind, amount] of parts) {
    const name = kind.replaceAll(" ", "-");
    const width = all === 0 ? 0 : 100 * amount / all;
    let rect = target.querySelector(`.${name}`);
    if (rect === null) {
      rect = document.createElementNS(SVG, "rect");
      rect.setAttribute("class", name);
      rect.setAttribute("height", "10");
      target.append(rect);
    }
    rect.setAttribute("x", String(at));
    rect.setAttribute("width", String(width));
    at += width;
  }
}
