/**
 * Lists whose elements stay while what they show changes, so that focus and selection stay too.
 *
 * @module
 */
import { announce } from "../dom.js";
import { send } from "../feed.js";

/**
 * Makes a function that shows items in a container, in their order. `keyOf` tells them apart,
 * `make` gives an item's element, and `fill` is called with the element and the item where that
 * changed.
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
 * Calls a function soon, once for all that ask meanwhile, and never while it is still at work.
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

/** Has the program do something, and tells that it was done, or why not. */
export async function act(method, path, told) {
  try {
    await send(method, path);
    announce(told);
  } catch (error) {
    announce(error.message);
  }
}

/** The time of day of a time in milliseconds. */
export const timeOfDay = (time) => {
  const date = new Date(time);
  const two = (number, length = 2) => String(number).padStart(length, "0");
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => two(part));
  return `${parts.join(":")}.${two(date.getMilliseconds(), 3)}`;
};

const format = new Intl.NumberFormat("en");

/** A number as people read it. */
export const number = (value) => format.format(value);

/** The address of a route with a query. */
export const address = (path, query) => `${path}?${new URLSearchParams(query)}`;
