/**
 * The form that makes a rule, and rules in words.
 *
 * @module
 */
import { byId, element } from "../dom.js";

const WHOLE = { type: "number", min: "0", step: "1" };
const TIME = { name: "time", label: "Milliseconds, or from and to", value: "1000", times: true };

/** What can happen to a request, each with what it needs to know. */
const EFFECTS = {
  delay: { words: "wait first", fields: [TIME] },
  refuse: {
    words: "refuse: 429, 500 or 503",
    fields: [
      { name: "code", label: "Code", options: ["429", "500", "503"] },
      { name: "retryAfterSeconds", label: "Retry after, seconds", optional: true, ...WHOLE },
    ],
  },
  reset: { words: "break the connection behind the head", fields: [] },
  truncate: {
    words: "break the connection within the body",
    fields: [{ name: "bytes", label: "After so many bytes", value: "10", ...WHOLE }],
  },
  expire: {
    words: "410, too old a version",
    fields: [
      { name: "afterEvents", label: "Behind so many events", optional: true, ...WHOLE },
    ],
  },
  drop: {
    words: "end a watch as timed out",
    fields: [{ name: "afterEvents", label: "Behind so many events", value: "1", ...WHOLE }],
  },
  slow: { words: "slow a watch down", fields: [TIME] },
  conflict: { words: "409, as if somebody was faster", fields: [] },
  stale: {
    words: "read what was there before",
    fields: [{ name: "writes", label: "So many writes ago", value: "1", ...WHOLE, min: "1" }],
  },
};

const kind = element(
  "select",
  { name: "kind" },
  ...Object.entries(EFFECTS).map(([name, { words }]) =>
    element("option", { value: name }, `${name}: ${words}`)
  ),
);
const fields = element("span", { class: "filters" });

/** Puts the part of the effect into the form. */
export function prepareRuleForm() {
  byId("rule-effect").append(element("label", {}, "What happens", kind), fields);
  kind.addEventListener("change", showFields);
  showFields();
}

function showFields() {
  fields.replaceChildren(...EFFECTS[kind.value].fields.map((field) => {
    const { label, name, options, optional, value, times, ...attributes } = field;
    const input = options
      ? element("select", { name }, ...options.map((option) => element("option", {}, option)))
      : element("input", { name, value, required: !optional, size: "10", ...attributes });
    if (times) input.setAttribute("placeholder", "100 or 50-150");
    return element("label", {}, label, input);
  }));
}

/** The rule that the form says. */
export function ruleOf(form) {
  const valueOf = (name) => form.elements[name]?.value.trim() ?? "";
  const numbers = (names) =>
    Object.fromEntries(
      names.filter((name) => valueOf(name) !== "").map((name) => [name, Number(valueOf(name))]),
    );
  const when = Object.fromEntries(
    ["verb", "resource", "namespace", "name", "user"].map((name) => [name, valueOf(name)])
      .filter(([, value]) => value !== ""),
  );
  const names = EFFECTS[kind.value].fields.map(({ name }) => name);
  const time = names.includes("time") ? { time: durationOf(valueOf("time")) } : {};
  return {
    ...(Object.keys(when).length > 0 && { when }),
    effect: { kind: kind.value, ...numbers(names.filter((name) => name !== "time")), ...time },
    ...numbers(["from", "times", "probability", "seed"]),
  };
}

/** `100` or `50-150`; what is neither is told by the server. */
function durationOf(text) {
  const [from, to] = text.split("-").map((part) => part.trim() === "" ? NaN : Number(part));
  return to === undefined ? from : { from, to };
}

const durationWords = (time) => {
  if (typeof time === "number") return `${time} ms`;
  return "from" in time ? `${time.from} to ${time.to} ms` : `about ${time.median} ms`;
};

/** What happens, in words. */
export function effectWords(effect) {
  const { kind, code, time, bytes, afterEvents, writes, retryAfterSeconds } = effect;
  const behind = afterEvents === undefined ? "" : ` behind ${afterEvents} events`;
  const words = {
    delay: () => `waits ${durationWords(time)}`,
    refuse: () =>
      retryAfterSeconds === undefined ? `${code}` : `${code}, retry after ${retryAfterSeconds} s`,
    reset: () => "connection breaks behind the head",
    truncate: () => `connection breaks after ${bytes} bytes`,
    expire: () => `410${behind}`,
    drop: () => `watch ends${behind}`,
    slow: () => `watch is ${durationWords(time)} late`,
    conflict: () => "409",
    stale: () => `reads what was there ${writes} writes ago`,
  };
  return words[kind]?.() ?? kind;
}
