// The search of all pages. Its index is a script, as a page from disk cannot fetch files.
const field = document.getElementById("search");
const results = document.getElementById("search-results");
const count = document.getElementById("search-count");
const top_ = document.body.dataset.top;
const LIMIT = 20;
let loading;

function load() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${top_}search.js`;
    script.onload = () => resolve(globalThis.plumblineIndex);
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
}

/** Entries that have all words, those with the words in the title first. */
function found(index, words) {
  return index.map((entry) => {
    const [title, , text] = entry;
    const where = `${title} ${text}`.toLowerCase();
    if (!words.every((word) => where.includes(word))) return undefined;
    const inTitle = words.filter((word) => title.toLowerCase().includes(word)).length;
    return { entry, score: inTitle * 10 - title.length / 100 };
  }).filter((each) => each !== undefined).sort((one, other) => other.score - one.score);
}

function around(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return `${at > 0 ? "…" : ""}${text.slice(at, at + 140)}${text.length > at + 140 ? "…" : ""}`;
}

async function search() {
  const index = await load();
  const words = field.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  results.hidden = words.length === 0;
  if (words.length === 0) return;
  const hits = found(index, words);
  count.textContent = `${hits.length} results`;
  results.replaceChildren(
    ...hits.slice(0, LIMIT).map(({ entry: [title, path, text] }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = top_ + path;
      const name = document.createElement("strong");
      name.textContent = title;
      const excerpt = document.createElement("span");
      excerpt.textContent = around(text, words[0]);
      link.append(name, excerpt);
      item.append(link);
      return item;
    }),
  );
  if (hits.length === 0) {
    const nothing = document.createElement("li");
    nothing.textContent = "Nothing has these words.";
    results.append(nothing);
  }
}

field.addEventListener("focus", load);
field.addEventListener("input", search);
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") results.hidden = true;
  if (event.key === "/" && !/INPUT|TEXTAREA|SELECT/.test(event.target.tagName)) {
    event.preventDefault();
    field.focus();
  }
});
document.addEventListener("click", (event) => {
  if (!field.form.contains(event.target)) results.hidden = true;
});
