/**
 * The script of the page: filters, copy buttons, printing. The page is readable without it.
 *
 * @module
 */

/** The script of the page. */
export const SCRIPT = `"use strict";
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const status = document.querySelector("#status");

  // Forms that filter the items that they name.
  const fields = ["area", "harm", "level", "verdict", "feature"];
  const filters = all("form[data-filters]").map((form) => {
    const items = all(form.dataset.filters).map((item) => ({
      item,
      words: item.textContent.toLowerCase(),
      facts: item.dataset,
    }));
    function filter() {
      const words = form.elements.words.value.toLowerCase().split(/\\s+/).filter(Boolean);
      const used = fields.filter((name) => form.elements[name]?.value);
      let count = 0;
      for (const { item, words: text, facts } of items) {
        // An item can have several features and areas.
        const shown = words.every((word) => text.includes(word)) &&
          used.every((name) =>
            facts[name] === form.elements[name].value ||
            (facts[name] || "").split(" ").includes(form.elements[name].value)
          );
        item.hidden = !shown;
        if (shown) count++;
      }
      form.elements.count.value = count + " of " + items.length;
      // What is folded away is searched, too.
      const section = form.closest("section");
      for (const others of section.querySelectorAll("details.others")) {
        others.open = (words.length > 0 || used.length > 0) &&
          !!others.querySelector("tbody tr:not([hidden])");
      }
    }
    form.addEventListener("input", filter);
    form.addEventListener("reset", () => setTimeout(filter));
    form.addEventListener("submit", (event) => event.preventDefault());
    // Browsers may restore the form when the page is reloaded.
    filter();
    return { form, filter };
  });

  // Shows the target of a link, even if it is filtered out or collapsed.
  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (const { form, filter } of filters) {
      if (!target.closest(form.dataset.filters)?.hidden) continue;
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
    if ("filterArea" in dataset) {
      const { form, filter } = filters.find(({ form }) => form.closest("#requirements"));
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
