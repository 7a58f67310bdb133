/**
 * What makes the server wrong: injected faults and seeded bugs.
 *
 * @module
 */
import { byId, element, pluralize, prose } from "@plumbline/cli/pages/dom";
import { call } from "./thread.js";

/** Faults that a user chooses by their words. */
const FAULTS = {
  unavailable: { effect: { kind: "refuse", code: 503 } },
  "too-many": { effect: { kind: "refuse", code: 429, retryAfterSeconds: 1 } },
  conflict: { when: { verb: "update" }, effect: { kind: "conflict" } },
  "patch-conflict": { when: { verb: "patch" }, effect: { kind: "conflict" } },
  delay: { effect: { kind: "delay", time: 2_000 } },
  reset: { effect: { kind: "reset" } },
  truncate: { effect: { kind: "truncate", bytes: 100 } },
  expire: { when: { verb: "watch" }, effect: { kind: "expire", afterEvents: 2 } },
  drop: { when: { verb: "watch" }, effect: { kind: "drop", afterEvents: 2 } },
  stale: { effect: { kind: "stale", writes: 1 } },
};

let bugs = [];
let active = [];
const changed = new Set();

/** Calls a function with the ids of the active bugs after each change. */
export const onBugs = (listen) => void changed.add(listen);

/** Connects the forms, and switches on the bugs of the address, as in `#bug=paging/…`. */
export async function connectWrong() {
  const faultForm = byId("fault-form");
  faultForm.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { fault, resource, times } = faultForm.elements;
    const rule = structuredClone(FAULTS[fault.value]);
    if (resource.value !== "") rule.when = { ...rule.when, resource: resource.value };
    if (times.value !== "") rule.times = Number(times.value);
    await showFaults(call("addFault", rule));
  });
  bugs = await call("bugs");
  const areas = [...new Set(bugs.map(({ area }) => area))];
  const form = byId("bug-form");
  form.elements.area.append(...areas.map((area) => element("option", {}, area)));
  form.addEventListener("input", showBugs);
  form.addEventListener("submit", (event) => event.preventDefault());
  byId("bugs-off").addEventListener("click", () => void switchBugs([]));
  await showFaults(call("faults"));
  const asked = new URLSearchParams(location.hash.slice(1)).getAll("bug");
  await switchBugs(asked.filter((id) => bugs.some((bug) => bug.id === id)));
  if (asked.length > 0) form.elements.text.value = asked[0];
  showBugs();
}

async function showFaults(listed) {
  const rules = await listed;
  byId("faults").replaceChildren(...rules.map(({ id, rule, hits }) => {
    const when = Object.entries(rule.when ?? {}).map((pair) => pair.join(" ")).join(", ");
    const times = rule.times === undefined ? "" : `, ${rule.times} times`;
    return element(
      "li",
      {},
      element("code", {}, JSON.stringify(rule.effect)),
      ` for ${when || "all requests"}${times}; ${hits} so far `,
      element("button", {
        type: "button",
        "aria-label": `Remove the fault ${rule.effect.kind}`,
        click: () => void showFaults(call("removeFault", id)),
      }, "Remove"),
    );
  }));
}

/** The bugs that the list shows at most. */
const SHOWN = 40;

function showBugs() {
  const { area, text } = byId("bug-form").elements;
  const words = text.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const found = bugs.filter((bug) =>
    (area.value === "" || bug.area === area.value) &&
    words.every((word) => `${bug.id} ${bug.description} ${bug.breaks}`.toLowerCase().includes(word))
  );
  const shown = [
    ...bugs.filter(({ id }) => active.includes(id)),
    ...found.filter(({ id }) => !active.includes(id)).slice(0, SHOWN),
  ];
  byId("bug-count").textContent = found.length > SHOWN
    ? `${found.length} bugs, ${SHOWN} of them shown`
    : pluralize(found.length, "bug");
  byId("bugs").replaceChildren(...shown.map(bugRow));
}

function bugRow({ id, description, breaks }) {
  const box = element("input", {
    type: "checkbox",
    checked: active.includes(id),
    change: () => {
      const others = active.filter((other) => other !== id);
      void switchBugs(box.checked ? [...others, id] : others);
    },
  });
  return element(
    "li",
    {},
    element("label", {}, box, " ", element("code", {}, id), ` `, ...prose(description)),
    element(
      "span",
      { class: "brief" },
      " violates ",
      ...breaks.flatMap((each, at) => [
        at > 0 ? ", " : "",
        element("a", { href: `../requirements/${each}.html` }, each),
      ]),
    ),
  );
}

async function switchBugs(ids) {
  active = await call("setBugs", ids);
  byId("active-bugs").textContent = active.length === 0
    ? "No seeded bug is on."
    : `On: ${active.join(", ")}.`;
  byId("bugs-off").hidden = active.length === 0;
  showBugs();
  for (const listen of changed) listen(active);
}
