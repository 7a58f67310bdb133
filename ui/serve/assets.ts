/**
 * What is on the page of a server before anything is known, and its look.
 *
 * @module
 */

const VERBS = [
  ...["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"],
  "post",
];

const verbOptions = VERBS.map((verb) => `<option>${verb}</option>`).join("");

/** The parts that the page's program fills. */
export const SERVE_BODY = `
<a class="skip" href="#main">Skip to the objects</a>
<header id="top">
<p class="brand">Plumbline, the reference server <span id="connection" class="connection">Connecting</span></p>
<h1 id="url">A server</h1>
<dl class="figures">
<div><dt>Objects</dt><dd id="objects-count">–</dd></div>
<div><dt>Open watches</dt><dd id="watches-count">–</dd></div>
<div><dt>Requests so far</dt><dd id="requests-count">–</dd></div>
<div><dt>Rules in force</dt><dd id="rules-count">–</dd></div>
<div><dt>Seeded faults</dt><dd id="faults-count">–</dd></div>
</dl>
</header>
<nav aria-label="Sections"><ul>
<li><a href="#objects">Objects</a></li>
<li><a href="#watches">Watches</a></li>
<li><a href="#requests">Requests</a></li>
<li><a href="#rules">Rules</a></li>
<li><a href="#faults">Seeded faults</a></li>
</ul></nav>
<main id="main">
<section id="objects" aria-labelledby="objects-title">
<h2 id="objects-title">Objects</h2>
<div class="columns">
<ul id="types" class="types" aria-label="Types of objects"></ul>
<div>
<form class="filters" id="objects-filter">
<label class="search">Namespace or name<input name="contains" type="search" autocomplete="off"></label>
<output name="count"></output>
</form>
<div class="scroll tall" tabindex="0" role="region" aria-label="Objects of the type">
<table><thead><tr><th scope="col">Name</th><th scope="col">Namespace</th><th scope="col">Created</th></tr></thead>
<tbody id="objects-rows"></tbody></table>
</div>
</div>
</div>
</section>
<section id="watches" aria-labelledby="watches-title">
<h2 id="watches-title">Open watches</h2>
<p id="watches-none">None.</p>
<div class="scroll tall" id="watches-table" tabindex="0" role="region" aria-label="Open watches" hidden>
<table><thead><tr><th scope="col">What</th><th scope="col">Who</th><th scope="col">Since</th>
<th scope="col">Events sent</th><th scope="col">End it</th></tr></thead>
<tbody id="watches-rows"></tbody></table>
</div>
<p id="watches-more" class="chapter"></p>
</section>
<section id="requests" aria-labelledby="requests-title">
<h2 id="requests-title">Requests</h2>
<form class="filters" id="requests-filter">
<label class="search">User, path or query<input name="words" type="search" autocomplete="off"></label>
<label>Verb<select name="verb"><option value="">any</option>${verbOptions}</select></label>
<label>Code<input name="code" size="5" placeholder="4xx" autocomplete="off"></label>
<label class="check"><input name="hit" type="checkbox"> Hit by a rule</label>
<label class="check"><input name="pause" type="checkbox"> Hold still</label>
<button type="button" id="requests-clear">Forget all</button>
<output name="count"></output>
</form>
<div class="scroll tall" tabindex="0" role="region" aria-label="Requests, the newest first">
<table><thead><tr><th scope="col">Time</th><th scope="col">Code</th><th scope="col">Verb</th>
<th scope="col">Path</th><th scope="col">Who</th></tr></thead>
<tbody id="requests-rows"></tbody></table>
</div>
</section>
<section id="rules" aria-labelledby="rules-title">
<h2 id="rules-title">Rules by which requests fail</h2>
<p id="rules-none">None is in force.</p>
<div class="scroll" id="rules-table" tabindex="0" role="region" aria-label="Rules in force" hidden>
<table><thead><tr><th scope="col">Requests</th><th scope="col">What happens</th><th scope="col">When</th>
<th scope="col">Hits</th><th scope="col">Remove</th></tr></thead>
<tbody id="rules-rows"></tbody></table>
<p><button type="button" id="rules-clear">Remove all</button></p>
</div>
<form id="rule-form" aria-labelledby="rule-form-title">
<h3 id="rule-form-title">Add a rule</h3>
<div class="filters" id="rule-effect"></div>
<h4 id="rule-when-title">Requests it is about; all where nothing is said</h4>
<div class="filters" role="group" aria-labelledby="rule-when-title">
<label>Verb<select name="verb"><option value="">any</option>${verbOptions}</select></label>
<label>Resource<input name="resource" placeholder="secrets" size="14" autocomplete="off"></label>
<label>Namespace<input name="namespace" size="12" autocomplete="off"></label>
<label>Name<input name="name" size="12" autocomplete="off"></label>
<label>User<input name="user" size="12" autocomplete="off"></label>
</div>
<h4 id="rule-which-title">Which of these</h4>
<div class="filters" role="group" aria-labelledby="rule-which-title">
<label>From the n-th on<input name="from" type="number" min="1" step="1" placeholder="1"></label>
<label>So many at most<input name="times" type="number" min="0" step="1" placeholder="all"></label>
<label>Each with probability<input name="probability" type="number" min="0" max="1" step="any" placeholder="1"></label>
<label>Seed of the chance<input name="seed" type="number" step="1" placeholder="1"></label>
<button>Add the rule</button>
</div>
<p id="rule-error" class="note" role="alert" hidden></p>
</form>
</section>
<section id="faults" aria-labelledby="faults-title">
<h2 id="faults-title">Seeded faults</h2>
<p class="chapter">Each makes the server wrong in one way, for requests that come from then on.
Requests under way and open watches go on as they began. What is benign is another server, as right
as this one.</p>
<form class="filters" id="faults-filter">
<label class="search">Words<input name="words" type="search" autocomplete="off"></label>
<label>Area<select name="area"><option value="">any</option></select></label>
<label class="check"><input name="on" type="checkbox"> Those switched on</label>
<button type="button" id="faults-clear">Switch all off</button>
<output name="count"></output>
</form>
<div class="scroll tall" tabindex="0" role="region" aria-label="Faults found">
<ul id="faults-list" class="switches" aria-label="Faults"></ul>
</div>
</section>
</main>
<dialog id="detail" aria-labelledby="detail-title">
<div class="head"><h2 id="detail-title"></h2><button type="button" id="detail-close">Close</button></div>
<div id="detail-body"></div>
</dialog>
`;

/** What the other pages do not have. */
export const SERVE_STYLE = `
.columns { display: grid; grid-template-columns: minmax(14rem, 1fr) 3fr; gap: 1rem 2rem; }
.columns > div { min-width: 0; }
.types { margin: 0; padding: 0; list-style: none; }
.types button { display: flex; justify-content: space-between; gap: 1rem; width: 100%; border-color: transparent;
  background: none; text-align: left; overflow-wrap: anywhere; }
.types button:hover { background: var(--head); }
.types button[aria-pressed="true"] { border-color: var(--line); background: var(--head); font-weight: 600; }
.types small { display: block; color: var(--soft); font-weight: 400; }
.types .number { color: var(--soft); font-weight: 400; }
.tall { max-height: 26rem; overflow: auto; }
.tall thead th { position: sticky; top: 0; background: var(--card); }
.scroll table { min-width: 34rem; }
td, tbody th { min-width: 5rem; overflow-wrap: anywhere; }
.time { white-space: nowrap; color: var(--soft); font-variant-numeric: tabular-nums; }
.as-link { padding: 0; border: 0; background: none; color: var(--link); text-align: left; overflow-wrap: anywhere; }
.as-link:hover { background: none; text-decoration: underline; }
.as-link code { color: inherit; }
.filters label { min-width: 0; max-width: 100%; grid-template-columns: minmax(0, auto); }
.filters input, .filters select { max-width: 100%; }
#rule-effect .filters { margin: 0; }
.filters .check { display: flex; align-items: center; gap: .375rem; padding: .375rem 0; color: var(--ink); font-size: .9375rem; }
input[type="number"] { width: 8rem; }
#rule-form { margin-top: 1rem; padding: .25rem 1rem .5rem; border: 1px solid var(--line); border-radius: .5rem; }
.switches { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: .5rem 2rem;
  margin: 0; padding: 0; list-style: none; }
.switches label { display: grid; grid-template-columns: auto 1fr; gap: 0 .625rem; align-items: start; padding: .25rem 0; }
.switches input { margin: .3125rem 0 0; width: 1rem; height: 1rem; }
.switches code { font-weight: 600; }
.switches .on code { color: var(--fail); }
.switches .benign.on code { color: var(--known); }
.switches span { grid-column: 2; overflow-wrap: anywhere; font-size: .9375rem; }
.switches .brief { font-size: .8125rem; }
.actions { display: flex; flex-wrap: wrap; gap: .25rem; }
.actions button, td > button:not(.as-link) { padding: .125rem .5rem; font-size: .8125rem; }
dialog { width: min(60rem, calc(100vw - 2rem)); max-height: calc(100vh - 3rem); padding: 0 1.25rem 1.25rem;
  border: 1px solid var(--line); border-radius: .75rem; background: var(--card); color: var(--ink); }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog .head { position: sticky; top: 0; display: flex; justify-content: space-between; align-items: start; gap: 1rem;
  padding: 1rem 0 .5rem; background: var(--card); }
dialog h2 { margin: 0; overflow-wrap: anywhere; }
dialog pre { max-height: 60vh; }
dialog .tools { display: flex; flex-wrap: wrap; gap: .5rem; margin: .25rem 0 .75rem; }
.tools button[aria-pressed="true"] { background: var(--head); font-weight: 600; }
@media (max-width: 40rem) {
  .columns { grid-template-columns: 1fr; }
  .types { max-height: 14rem; overflow: auto; }
}
`;
