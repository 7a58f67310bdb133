/**
 * The initial content and the style of the live page of a server.
 *
 * @module
 */

const VERBS = [
  ...["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"],
  "post",
];

const verbOptions = VERBS.map((verb) => `<option>${verb}</option>`).join("");

/** The initial content, which the script of the page fills. */
export const SERVE_BODY = `
<a class="skip" href="#main">Skip to the objects</a>
<header id="top">
<p class="brand">Plumbline reference server <span id="connection" class="connection">Connecting</span></p>
<h1 id="url">Server</h1>
<dl class="figures">
<div><dt>Objects</dt><dd id="objects-count">–</dd></div>
<div><dt>Open watches</dt><dd id="watches-count">–</dd></div>
<div><dt>Requests</dt><dd id="requests-count">–</dd></div>
<div><dt>Injected faults</dt><dd id="rules-count">–</dd></div>
<div><dt>Mutants</dt><dd id="mutants-count">–</dd></div>
</dl>
</header>
<nav aria-label="Sections"><ul>
<li><a href="#objects">Objects</a></li>
<li><a href="#watches">Watches</a></li>
<li><a href="#requests">Requests</a></li>
<li><a href="#rules">Injected faults</a></li>
<li><a href="#mutants">Mutants</a></li>
</ul></nav>
<main id="main">
<section id="objects" aria-labelledby="objects-title">
<h2 id="objects-title">Objects</h2>
<div class="columns">
<ul id="types" class="types" aria-label="Resources"></ul>
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
<table><thead><tr><th scope="col">Request</th><th scope="col">User</th><th scope="col">Since</th>
<th scope="col">Events sent</th><th scope="col">End</th></tr></thead>
<tbody id="watches-rows"></tbody></table>
</div>
<p id="watches-more" class="chapter"></p>
</section>
<section id="requests" aria-labelledby="requests-title">
<h2 id="requests-title">Requests</h2>
<form class="filters" id="requests-filter">
<label class="search">User, path or query<input name="words" type="search" autocomplete="off"></label>
<label>Verb<select name="verb"><option value="">any</option>${verbOptions}</select></label>
<label>Status<input name="code" size="5" placeholder="4xx" autocomplete="off"></label>
<label class="check"><input name="hit" type="checkbox"> Injected fault</label>
<label class="check"><input name="pause" type="checkbox"> Pause</label>
<button type="button" id="requests-clear">Clear</button>
<output name="count"></output>
</form>
<div class="scroll tall" tabindex="0" role="region" aria-label="Requests, newest first">
<table><thead><tr><th scope="col">Time</th><th scope="col">Status</th><th scope="col">Verb</th>
<th scope="col">Path</th><th scope="col">User</th></tr></thead>
<tbody id="requests-rows"></tbody></table>
</div>
</section>
<section id="rules" aria-labelledby="rules-title">
<h2 id="rules-title">Injected faults</h2>
<p id="rules-none">No rules. Requests succeed and fail as usual.</p>
<div class="scroll" id="rules-table" tabindex="0" role="region" aria-label="Rules for injected faults" hidden>
<table><thead><tr><th scope="col">Requests</th><th scope="col">Effect</th><th scope="col">Condition</th>
<th scope="col">Matches</th><th scope="col">Remove</th></tr></thead>
<tbody id="rules-rows"></tbody></table>
<p><button type="button" id="rules-clear">Remove all</button></p>
</div>
<form id="rule-form" aria-labelledby="rule-form-title">
<h3 id="rule-form-title">Add a rule</h3>
<div class="filters" id="rule-effect"></div>
<h4 id="rule-when-title">Matching requests (empty fields match all)</h4>
<div class="filters" role="group" aria-labelledby="rule-when-title">
<label>Verb<select name="verb"><option value="">any</option>${verbOptions}</select></label>
<label>Resource<input name="resource" placeholder="secrets" size="14" autocomplete="off"></label>
<label>Namespace<input name="namespace" size="12" autocomplete="off"></label>
<label>Name<input name="name" size="12" autocomplete="off"></label>
<label>User<input name="user" size="12" autocomplete="off"></label>
</div>
<h4 id="rule-which-title">Condition</h4>
<div class="filters" role="group" aria-labelledby="rule-which-title">
<label>From the n-th request<input name="from" type="number" min="1" step="1" placeholder="1"></label>
<label>Maximum number<input name="times" type="number" min="0" step="1" placeholder="all"></label>
<label>Probability<input name="probability" type="number" min="0" max="1" step="any" placeholder="1"></label>
<label>Random seed<input name="seed" type="number" step="1" placeholder="1"></label>
<button>Add rule</button>
</div>
<p id="rule-error" class="note" role="alert" hidden></p>
</form>
</section>
<section id="mutants" aria-labelledby="mutants-title">
<h2 id="mutants-title">Mutants</h2>
<p class="chapter">Each mutant is a seeded bug that makes the server violate a requirement.
Switching one on affects new requests; open watches continue unchanged. Benign variants change the
behaviour but still conform.</p>
<form class="filters" id="mutants-filter">
<label class="search">Words<input name="words" type="search" autocomplete="off"></label>
<label>Area<select name="area"><option value="">any</option></select></label>
<label class="check"><input name="on" type="checkbox"> Only active</label>
<button type="button" id="mutants-clear">Switch off all</button>
<output name="count"></output>
</form>
<div class="scroll tall" tabindex="0" role="region" aria-label="Matching mutants">
<ul id="mutants-list" class="switches" aria-label="Mutants and benign variants"></ul>
</div>
</section>
</main>
<dialog id="detail" aria-labelledby="detail-title">
<div class="head"><h2 id="detail-title"></h2><button type="button" id="detail-close">Close</button></div>
<div id="detail-body"></div>
</dialog>
`;

/** Style of this page only. */
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
