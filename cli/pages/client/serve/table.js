/**
 * Lists that keep their elements when items change, so that focus and selection are kept.
 *
 * @module
 */
import { announce } from "../dom.js";
import { send } from "../feed.js";

/**
 * Returns a function that shows items in a container, in their order. `keyOf` identifies an item,
 * `make` creates its element, and `fill` updates the element when the item changed.
 */
export function keyedList(container, { keyOf, make, fill = () => {} }) {
  let known = new Map();
  return (items) => {
    const next = new Map();
    let place = container.firstElementChild;
    for (const item of items) {
      const key = keyOf(item);
      const state = JSON.stringify(item);
      const row = known.get(key) ?? { element: make(item), state: "" };
      if (row.state !== state) fill(row.element, item);
      row.state = state;
      next.set(key, row);
      known.delete(key);
      if (row.element === place) place = place.nextElementSibling;
      else container.insertBefore(row.element, place);
    }
    for (const { element } of known.values()) element.remove();
    known = next;
  };
}

/**
 * Returns a function that calls `work` once for several calls, and never twice at the same time.
 */
export function gathered(work, wait = 0) {
  let timer;
  let busy = false;
  let again = false;
  async function run() {
    timer = undefined;
    busy = true;
    again = false;
    try {
      await work();
    } catch (error) {
      announce(error.message);
    } finally {
      busy = false;
      if (again) ask();
    }
  }
  function ask() {
    if (busy) again = true;
    else timer ??= setTimeout(run, wait);
  }
  return ask;
}

/** Sends a request and announces its success or its error. */
export async function act(method, path, message) {
  try {
    await send(method, path);
    announce(message);
  } catch (error) {
    announce(error.message);
  }
}

/** Returns the time of day of a time in milliseconds. */
export const timeOfDay = (time) => {
  const date = new Date(time);
  const two = (number, length = 2) => String(number).padStart(length, "0");
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => two(part));
  return `${parts.join(":")}.${two(date.getMilliseconds(), 3)}`;
};

const format = new Intl.NumberFormat("en");

/** Returns a number with thousands separators. */
export const number = (value) => format.format(value);

/** Returns the path with a query. */
export const address = (path, query) => `${path}?${new URLSearchParams(query)}`;
