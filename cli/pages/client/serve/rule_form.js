/**
 * The form for rules for injected faults, and rules as text.
 *
 * @module
 */
import { byId, element } from "../dom.js";

const WHOLE = { type: "number", min: "0", step: "1" };
const TIME = { name: "time", label: "Milliseconds, or a range", value: "1000", times: true };

/** The effects with their parameters. */
const EFFECTS = {
  delay: { words: "delay the response", fields: [TIME] },
  refuse: {
    words: "respond with 429, 500 or 503",
    fields: [
      { name: "code", label: "Code", options: ["429", "500", "503"] },
      { name: "retryAfterSeconds", label: "Retry after, seconds", optional: true, ...WHOLE },
    ],
  },
  reset: { words: "break the connection after the headers", fields: [] },
  truncate: {
    words: "break the connection within the body",
    fields: [{ name: "bytes", label: "After bytes", value: "10", ...WHOLE }],
  },
  expire: {
    words: "respond with 410 (resourceVersion expired)",
    fields: [
      { name: "afterEvents", label: "After events", optional: true, ...WHOLE },
    ],
  },
  drop: {
    words: "end a watch as after its timeout",
    fields: [{ name: "afterEvents", label: "After events", value: "1", ...WHOLE }],
  },
  slow: { words: "delay the events of a watch", fields: [TIME] },
  conflict: { words: "respond with 409, as after a concurrent write", fields: [] },
  stale: {
    words: "read an older state",
    fields: [{ name: "writes", label: "Number of writes back", value: "1", ...WHOLE, min: "1" }],
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

/** Adds the fields of the effects to the form. */
export function prepareRuleForm() {
  byId("rule-effect").append(element("label", {}, "Effect", kind), fields);
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

/** Returns the rule in the form. */
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

/** Parses `100` or `50-150`. The server rejects anything else. */
function durationOf(text) {
  const [from, to] = text.split("-").map((part) => part.trim() === "" ? NaN : Number(part));
  return to === undefined ? from : { from, to };
}

const durationWords = (time) => {
  if (typeof time === "number") return `${time} ms`;
  return "from" in time ? `${time.from} to ${time.to} ms` : `about ${time.median} ms`;
};

/** Returns an effect as text. */
export function effectWords(effect) {
  const { kind, code, time, bytes, afterEvents, writes, retryAfterSeconds } = effect;
  const after = afterEvents === undefined ? "" : ` after ${afterEvents} events`;
  const words = {
    delay: () => `response delayed by ${durationWords(time)}`,
    refuse: () =>
      retryAfterSeconds === undefined ? `${code}` : `${code}, retry after ${retryAfterSeconds} s`,
    reset: () => "connection breaks after the headers",
    truncate: () => `connection breaks after ${bytes} bytes`,
    expire: () => `410${after}`,
    drop: () => `watch ends${after}`,
    slow: () => `events delayed by ${durationWords(time)}`,
    conflict: () => "409",
    stale: () => `reads the state of ${writes} writes ago`,
  };
  return words[kind]?.() ?? kind;
}
