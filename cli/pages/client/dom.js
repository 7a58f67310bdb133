/**
 * Creates the elements of a live page. Untrusted text becomes text nodes and attribute values only.
 *
 * @module
 */

/** Returns the element with this id. */
export const byId = (id) => document.getElementById(id);

/**
 * Creates an element. Attributes that are false or undefined are omitted, `true` becomes an empty
 * one, and functions become listeners of the event of that name. Children are elements or text.
 */
export function element(name, attributes = {}, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") created.addEventListener(key, value);
    else if (value !== undefined && value !== false) {
      created.setAttribute(key, value === true ? "" : value);
    }
  }
  created.append(...present(children));
  return created;
}

function present(children) {
  return children.flat().filter((child) => child !== undefined && child !== false)
    .map((child) => typeof child === "number" ? String(child) : child);
}

/** Sets the text of an element if it differs, so that screen readers do not repeat it. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** Returns the text, or its first `limit` characters and its length. */
export function truncate(text, limit) {
  if (text.length <= limit) return text;
  // Do not split a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text[limit - 1]) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (${text.length} characters)`;
}

/** Returns the parts of a text between backticks, which are code, at the odd indices. */
export const splitCode = (text) => text.split(/`([^`\n]+)`/);

/** Returns the children of an element: the text, with its parts between backticks as code. */
export const prose = (text) =>
  splitCode(text).map((part, index) => index % 2 === 1 ? element("code", {}, part) : part);

/** Returns a duration in milliseconds as text. */
export function formatDuration(milliseconds) {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Returns a count with its noun: `1 case`, `2 cases`. */
export const pluralize = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Announces a text to screen readers. */
export function announce(text) {
  setText(byId("status"), text);
}

/** Returns a word in the colour of its class, such as a verdict. */
export function tag(word, kind = word) {
  return element("span", { class: `tag ${kind.replaceAll(" ", "-")}` }, word);
}

/** Returns a code block. It can be focused, as it may need scrolling. */
export function block(label, text, limit = 8_000) {
  return element(
    "pre",
    { tabindex: "0", role: "region", "aria-label": label },
    element("code", {}, truncate(text, limit)),
  );
}

/** Returns a code block with a button that copies all of the text. */
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
    announce("The browser does not allow this page to copy");
  }
  setTimeout(() => setText(button, "Copy"), 2_000);
}

/** Returns a details element that creates its content when it is first opened. */
export function folded(attributes, summary, content) {
  const details = element("details", attributes, element("summary", {}, summary));
  const fill = () => details.append(...present([content()]));
  if (details.open) fill();
  else details.addEventListener("toggle", fill, { once: true });
  return details;
}

const SVG = "http://www.w3.org/2000/svg";

/** Returns an empty bar for {@link setBar}. */
export function bar() {
  const created = document.createElementNS(SVG, "svg");
  const facts = { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img" };
  for (const [name, value] of Object.entries(facts)) created.setAttribute(name, value);
  return created;
}

/** Divides a bar into parts `[class, amount]` of `all`; `words` are for screen readers. */
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
