/**
 * The page of the playground.
 *
 * @module
 */
import { markup } from "@plumbline/reports/html/markup";
import { AREAS } from "@plumbline/suites/areas";
import type { SitePage } from "./layout.ts";

/** Commands to begin with. */
const EXAMPLES = [
  "kubectl apply -f manifest.yaml",
  "kubectl get configmaps",
  "kubectl get deployments -o yaml",
  "kubectl auth can-i get secrets --as guest",
  "kubectl api-resources",
  "curl -i /api/v1/namespaces/default/configmaps/none",
  "curl '/api/v1/namespaces?limit=1'",
  "help",
];

/** Faults, by the names that the page's script knows. */
const FAULTS: readonly (readonly [value: string, text: string])[] = [
  ["unavailable", "503 for each request"],
  ["too-many", "429 with Retry-After"],
  ["conflict", "409 conflict for updates"],
  ["patch-conflict", "409 conflict for patches"],
  ["delay", "2 seconds of delay"],
  ["reset", "connection cut after the headers"],
  ["truncate", "connection cut after 100 bytes"],
  ["expire", "watches expire (410) after 2 events"],
  ["drop", "watches end after 2 events"],
  ["stale", "reads are one write behind"],
];

/** Returns the page. */
export function playgroundPage(): SitePage {
  return {
    path: "playground/index.html",
    title: "Playground",
    description: "The reference server in a page: send requests, watch, and seed bugs.",
    styles: ["playground.css"],
    scripts: ["page.js"],
    main: markup`<h1>Playground</h1>
<p class="lead">The reference server runs in this page. Send it requests, watch what changes, make it wrong,
and let the suites find out.</p>
<p id="state" role="status">Starting the server …</p>
<div id="how-to-open" class="note" hidden>
<p><strong>Open it over HTTP.</strong> A browser runs a service worker for pages from <code>localhost</code> or HTTPS only.
In the folder of the site, run one of these, and open <code>http://localhost:8080/playground/</code>:</p>
<pre tabindex="0"><code>python3 -m http.server 8080 --bind 127.0.0.1
npx --no-install http-server -p 8080 -a 127.0.0.1</code></pre>
</div>
<noscript><p class="note">The playground needs JavaScript.</p></noscript>
<div class="panels">
<div>
<section aria-labelledby="console-title"><h2 id="console-title">Console</h2>
<fieldset disabled>
<div id="console-output" tabindex="0" role="log" aria-label="Output of the console"></div>
<form id="console-form"><label class="hidden" for="command">Command</label>
<input id="command" placeholder="kubectl get namespaces" autocomplete="off" autocapitalize="off" spellcheck="false">
<button>Run</button><button type="button" id="stop-command" hidden>Stop</button></form>
<ul class="examples" aria-label="Examples">${
      EXAMPLES.map((line) =>
        markup`<li><button type="button" data-command="${line}"><code>${line}</code></button></li>`
      )
    }</ul>
</fieldset></section>
<section aria-labelledby="manifest-title"><h2 id="manifest-title">manifest.yaml</h2>
<fieldset disabled>
<div class="row"><label>Begin with <select id="manifest-choice">
<option>ConfigMap</option><option>Deployment</option><option>Secret and Role</option><option>CustomResourceDefinition</option>
</select></label></div>
<label class="hidden" for="manifest">Manifest</label>
<textarea id="manifest" spellcheck="false"></textarea>
<div class="row">
<button type="button" data-file-command="kubectl apply -f manifest.yaml">Apply</button>
<button type="button" data-file-command="kubectl create -f manifest.yaml">Create</button>
<button type="button" data-file-command="kubectl apply -f manifest.yaml --dry-run=server">Dry run</button>
<button type="button" data-file-command="kubectl delete -f manifest.yaml">Delete</button>
</div>
</fieldset></section>
</div>
<div>
<section aria-labelledby="watch-title"><h2 id="watch-title">Watch</h2>
<fieldset disabled>
<form id="watch-form" class="row"><label>Type <select name="type"><option>configmaps</option></select></label>
<button id="watch-button">Watch</button></form>
<p id="watch-state" class="brief" role="status">Events appear here as they arrive.</p>
<ol id="watch-events" class="list" tabindex="0" reversed aria-label="Events"></ol>
<div class="row"><button type="button" id="clock-forward">Move the clock 5 minutes forward</button></div>
<p id="clock-state" class="brief" role="status"></p>
</fieldset></section>
<section aria-labelledby="suites-title"><h2 id="suites-title">Suites</h2>
<fieldset disabled>
<form id="suite-form" class="row"><label>Area <select name="area">${
      AREAS.map(({ id }) => markup`<option${id === "paging" && markup` selected`}>${id}</option>`)
    }</select></label>
<label>Cases per property <select name="runs"><option>5</option><option selected>10</option><option>30</option></select></label>
<label>Seed <input name="seed" type="number" min="1" placeholder="random" size="8"></label>
<button id="suite-button">Run the checks</button></form>
<p id="suite-verdict" class="verdict" role="status">The checks of an area run against the server of this page, with the faults and bugs that are on.</p>
<ol id="suite-results" class="list" tabindex="0" aria-label="Results"></ol>
</fieldset></section>
<section aria-labelledby="bugs-title"><h2 id="bugs-title">Seeded bugs</h2>
<fieldset disabled>
<p id="active-bugs" role="status">No seeded bug is on.</p>
<form id="bug-form" class="row"><label>Area <select name="area"><option value="">all</option></select></label>
<label>Words <input name="text" type="search"></label><button type="button" id="bugs-off" hidden>Switch all off</button></form>
<p id="bug-count" class="brief" role="status"></p>
<ul id="bugs" class="list" tabindex="0" aria-label="Seeded bugs"></ul>
</fieldset></section>
<section aria-labelledby="faults-title"><h2 id="faults-title">Injected faults</h2>
<fieldset disabled>
<form id="fault-form" class="row"><label>Fault <select name="fault">${
      FAULTS.map(([value, text]) => markup`<option value="${value}">${text}</option>`)
    }</select></label>
<label>For <input name="resource" placeholder="all resources" size="14" autocapitalize="off"></label>
<label>Times <input name="times" type="number" min="1" placeholder="always" size="6"></label>
<button>Add</button></form>
<ul id="faults" class="list" tabindex="0" aria-label="Active faults"></ul>
</fieldset></section>
</div>
</div>
<section id="report" aria-labelledby="report-title" hidden><h2 id="report-title">Report</h2>
<p><a id="report-link" target="_blank" rel="noopener">Open the report in a tab of its own</a></p>
<iframe id="report-frame" title="Report of the checks"></iframe></section>`,
  };
}
