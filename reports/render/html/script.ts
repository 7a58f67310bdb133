/**
 * The script of the page: filters, copy buttons, printing. The page is readable without it.
 *
 * @module
 */

/** The script of the page. */
export const SCRIPT = `"use strict";
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const form = document.querySelector("form.filters");
  const status = document.querySelector("#status");

  // Filters of the requirements.
  const rows = all("#requirements tbody tr").map((row) => ({
    row,
    words: row.textContent.toLowerCase(),
    facts: row.dataset,
  }));
  const fields = ["area", "level", "verdict", "feature"];
  // A requirement can depend on several features.
  const matches = (fact, wanted, name) =>
    name === "feature" ? fact.split(" ").includes(wanted) : fact === wanted;
  function filter() {
    const words = form.elements.words.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const used = fields.filter((name) => form.elements[name]?.value);
    let count = 0;
    for (const { row, words: text, facts } of rows) {
      const shown = words.every((word) => text.includes(word)) &&
        used.every((name) => matches(facts[name], form.elements[name].value, name));
      row.hidden = !shown;
      if (shown) count++;
    }
    form.elements.count.value = count + " of " + rows.length;
  }
  if (form) {
    form.addEventListener("input", filter);
    form.addEventListener("reset", () => setTimeout(filter));
    form.addEventListener("submit", (event) => event.preventDefault());
    // Browsers may restore the form when the page is reloaded.
    filter();
  }

  // Shows the target of a link, even if it is filtered out or collapsed.
  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden) {
      form.reset();
      filter();
    }
    for (let part = target; part; part = part.parentElement) {
      if (part.tagName === "DETAILS") part.open = true;
    }
    target.scrollIntoView();
  }
  addEventListener("hashchange", reveal);
  if (location.hash) reveal();

  async function copy(button) {
    const text = button.parentElement.querySelector("code").textContent;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Pages from a file may have no clipboard API.
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      button.focus();
    }
    button.textContent = "Copied";
    status.textContent = "Copied to the clipboard";
    setTimeout(() => {
      button.textContent = "Copy";
      status.textContent = "";
    }, 2000);
  }

  document.addEventListener("click", (event) => {
    const { dataset } = event.target;
    if (!dataset) return;
    if ("copy" in dataset) copy(event.target);
    if ("open" in dataset) all(dataset.open).forEach((part) => part.open = true);
    if ("close" in dataset) all(dataset.close).forEach((part) => part.open = false);
    if ("filterArea" in dataset && form) {
      form.reset();
      form.elements.area.value = dataset.filterArea;
      filter();
    }
  });

  // Expand everything for printing.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("details.failure:not([open]), details.reason:not([open])");
    folded.forEach((part) => part.open = true);
  });
  addEventListener("afterprint", () => folded.forEach((part) => part.open = false));
})();
`;
