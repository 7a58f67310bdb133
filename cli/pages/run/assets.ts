/**
 * The initial content and the style of the live page of a run.
 *
 * @module
 */

/** The initial content, which the script of the page fills. */
export const RUN_BODY = `
<a class="skip" href="#main">Skip to the failures</a>
<header id="top">
<p class="brand">Plumbline conformance run <span id="connection" class="connection">Connecting</span></p>
<h1 id="target">Conformance run</h1>
<p id="facts" class="chapter"></p>
<div id="verdict" class="verdict"><strong>waiting</strong> <span>No check has run yet.</span></div>
<div id="bar"></div>
<ul id="totals" class="totals"></ul>
<dl class="figures">
<div><dt>Checks</dt><dd id="checks">–</dd></div>
<div><dt>Time left</dt><dd id="left">–</dd></div>
<div><dt>Time</dt><dd id="elapsed">–</dd></div>
<div><dt>Requests per second</dt><dd id="rate">–</dd></div>
<div><dt>Requests</dt><dd id="requests">–</dd></div>
<div><dt>Cases</dt><dd id="cases">–</dd></div>
</dl>
</header>
<nav aria-label="Sections"><ul>
<li><a href="#failures">Failures</a></li>
<li><a href="#areas">Areas</a></li>
<li id="known-link" hidden><a href="#known">Known deviations</a></li>
<li><a href="#skipped">Not checked</a></li>
<li id="features-link" hidden><a href="#features">Optional features</a></li>
<li id="report-link" hidden><a href="/report.html">Full report</a></li>
</ul></nav>
<main id="main">
<section id="failures" aria-labelledby="failures-title">
<h2 id="failures-title">Failures</h2>
<p id="failures-none">None so far.</p>
<p id="failures-tools" class="tools" hidden><button type="button" id="open-all">Open all</button>
<button type="button" id="close-all">Close all</button></p>
<div id="failures-list"></div>
</section>
<section id="areas" aria-labelledby="areas-title">
<h2 id="areas-title">Areas</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Areas">
<table>
<thead><tr><th scope="col">Area</th><th scope="col">Progress</th><th scope="col">Done</th>
<th scope="col">Fail</th><th scope="col">Warn</th><th scope="col" class="more">Cases</th><th scope="col" class="more">Requests</th></tr></thead>
<tbody id="areas-rows"></tbody>
</table>
</div>
</section>
<section id="known" aria-labelledby="known-title" hidden>
<h2 id="known-title">Known deviations</h2>
<div id="known-list"></div>
</section>
<section id="skipped" aria-labelledby="skipped-title">
<h2 id="skipped-title">Not checked</h2>
<p id="skipped-none">All finished checks ran.</p>
<div id="skipped-list"></div>
</section>
<section id="features" aria-labelledby="features-title" hidden>
<h2 id="features-title">Optional features unsupported or not declared</h2>
<dl id="features-list" class="feature-list"></dl>
</section>
</main>
`;

/** Style of this page only. */
export const RUN_STYLE = `
#facts { margin: -.5rem 0 1rem; overflow-wrap: anywhere; }
#bar .bar { height: .75rem; margin: 1rem 0 .5rem; }
#verdict p { margin: .25rem 0 0; }
.feature-list { display: grid; gap: .75rem; margin: 0; }
.feature-list dd { margin: .125rem 0 0; color: var(--soft); overflow-wrap: anywhere; }
#areas tr.idle th, #areas tr.idle td { color: var(--soft); }
/* These sections grow: an estimated height would make the page jump. */
#known, #skipped { content-visibility: visible; }
@media (min-width: 68rem) {
  main { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 0 1.5rem; align-items: start; }
  main > section { grid-column: 1; }
  main > #areas { grid-column: 2; grid-row: 1 / span 6; position: sticky; top: 4rem; max-height: calc(100vh - 5rem);
    overflow-y: auto; }
  #areas th, #areas td { padding: .3125rem .625rem .3125rem 0; }
  #areas .more { display: none; }
  #areas .wide { width: 100%; min-width: 5rem; }
  #areas tbody th { white-space: nowrap; }
}
`;
