/**
 * The style of the page: light and dark, wide and narrow, printed.
 *
 * @module
 */

/** The style of drawings of timelines. */
const TIMELINE_STYLE = `
.timeline { margin: .5rem 0; padding: .25rem .5rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--code); }
.timeline svg { display: block; width: 100%; min-width: 54rem; }
.timeline text { fill: var(--soft); font: 10px ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; }
.timeline text.lane { fill: var(--ink); font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
.timeline line { stroke: var(--line); stroke-width: 1; }
.timeline .tick line { stroke-dasharray: 1 4; }
.timeline line.guide { stroke: var(--fail); stroke-dasharray: 3 3; opacity: .6; }
.timeline .pause rect { fill: var(--line); opacity: .6; }
.timeline .pause text { fill: var(--ink); }
.timeline .hurt rect { fill: var(--warn); opacity: .18; }
.timeline .hurt text { fill: var(--warn); }
.timeline a { text-decoration: none; }
.timeline a rect { stroke: var(--time); fill: var(--time); stroke-width: 1.5; }
.timeline a.write rect { stroke: var(--known); fill: var(--known); }
.timeline a.watch rect { stroke: var(--idle); fill: var(--idle); opacity: .45; }
.timeline a.rejected rect { fill: var(--code); }
.timeline a.lost rect { fill: var(--code); stroke-dasharray: 3 2; }
.timeline circle { fill: var(--idle); stroke: var(--code); }
.timeline a.wrong rect { stroke: var(--fail); fill: var(--fail); opacity: 1; }
.timeline text.event { font-size: 9px; }
.timeline text.wrong { fill: var(--fail); font-weight: 700; }
.timeline circle.wrong { fill: var(--fail); }
.timeline circle.missing { fill: none; stroke: var(--fail); stroke-width: 2; stroke-dasharray: 3 2; }
.timeline a:hover rect { stroke: var(--ink); }
.timeline a:focus-visible { outline: none; }
.timeline a:focus-visible rect { stroke: var(--focus); stroke-width: 4; }
.legend { color: var(--soft); font-size: .8125rem; }
.legend span { margin-right: 1rem; }
.legend span::before { content: ""; display: inline-block; width: 1em; height: .75em; margin-right: .375em; border-radius: 2px; background: var(--time); }
.legend .write::before { background: var(--known); }
.legend .watch::before { height: .375em; vertical-align: .2em; background: var(--idle); }
.legend .wrong { color: var(--fail); }
.legend .wrong::before { background: var(--fail); }`;

/** The style sheet of the page, shared with the live pages. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fbfbfa; --card: #ffffff; --ink: #1d2126; --soft: #59616b; --line: #dcdfe3;
  --code: #f2f3f5; --link: #0b57c2; --focus: #0b57c2; --head: #f4f5f6;
  --pass: #1a7f37; --fail: #c4231c; --warn: #8a5a00; --known: #6a42c1; --error: #a3126d;
  --idle: #5c6570; --time: #4a7fb5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --card: #1b1f24; --ink: #e6e9ec; --soft: #a2abb6; --line: #343b44;
    --code: #12151a; --link: #7fb4ff; --focus: #7fb4ff; --head: #21262c;
    --pass: #57c271; --fail: #ff7b72; --warn: #e0aa3e; --known: #b79bf7; --error: #f584c4;
    --idle: #a2abb6; --time: #6da3d8;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body {
  margin: 0 auto; padding: 1.5rem clamp(1rem, 3vw, 2.5rem) 4rem; max-width: 82rem;
  background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
}
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; font-size: .875em; }
code { overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 0 0 .75rem; font-size: 1.25rem; }
h3 { margin: 1.25rem 0 .5rem; font-size: 1rem; }
h4 { margin: 1rem 0 .25rem; font-size: .875rem; color: var(--soft); }
h5 { margin: .5rem 0 .25rem; font-size: .8125rem; color: var(--soft); }
p { margin: .5rem 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--card); z-index: 3; }
.brand { margin: 0; color: var(--soft); font-size: .875rem; }

.verdict { padding: .75rem 1rem; border: 1px solid var(--line); border-left: .5rem solid var(--idle);
  border-radius: .5rem; background: var(--card); overflow-wrap: anywhere; }
.verdict strong { margin-right: .5rem; font-size: 1.25rem; }
.verdict.conformant { border-left-color: var(--pass); }
.verdict.conformant strong { color: var(--pass); }
.verdict.not-conformant { border-left-color: var(--fail); }
.verdict.not-conformant strong { color: var(--fail); }
.verdict.suite-error { border-left-color: var(--error); }
.verdict.suite-error strong { color: var(--error); }
header .bar { height: .75rem; margin: 1rem 0 .5rem; }
.totals { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0; padding: 0; list-style: none; }
.totals strong { font-size: 1.125rem; }

.bar { display: block; width: 100%; height: .625rem; border-radius: .25rem; background: var(--line); }
rect.pass { fill: var(--pass); } rect.fail { fill: var(--fail); } rect.warn { fill: var(--warn); }
rect.known-deviation { fill: var(--known); } rect.error { fill: var(--error); }
rect.unsupported, rect.skipped { fill: var(--idle); opacity: .55; }
rect.time { fill: var(--time); }
.totals .pass, .tag.pass { color: var(--pass); } .totals .fail, .tag.fail { color: var(--fail); }
.totals .warn, .tag.warn { color: var(--warn); } .totals .error, .tag.error { color: var(--error); }
.totals .known-deviation, .tag.known-deviation { color: var(--known); }
.totals .unsupported, .totals .skipped,
.tag.unsupported, .tag.skipped, .tag.not-checked { color: var(--idle); }
.tag { display: inline-block; padding: 0 .5em; border: 1px solid currentcolor; border-radius: 1em;
  font-size: .8125rem; font-weight: 600; line-height: 1.5; white-space: nowrap; }

nav { position: sticky; top: 0; z-index: 2; margin: 1rem 0 1.5rem; background: var(--ground);
  border-bottom: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: .5rem 0; list-style: none; }
nav a { display: inline-block; padding: .25rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
section { margin: 0 0 2rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }

.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-size: .8125rem; white-space: nowrap; }
tbody th { font-weight: 500; }
tr:target td { background: var(--head); }
.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
.wide { width: 45%; min-width: 8rem; vertical-align: middle; }
.chapter, .as, .brief, .spread { color: var(--soft); font-size: .875rem; }
.spread { overflow-wrap: anywhere; min-width: 12rem; }
#requirements td:first-child { min-width: 16rem; }
#requirements td:first-child code { color: var(--soft); }
th code { overflow-wrap: break-word; }

.filters { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem 1rem; margin: 0 0 1rem; }
.filters label { display: grid; gap: .125rem; color: var(--soft); font-size: .8125rem; }
.filters .search { flex: 1 1 16rem; }
input, select, button { padding: .375rem .625rem; border: 1px solid var(--soft); border-radius: .375rem;
  background: var(--card); color: var(--ink); font: inherit; font-size: .9375rem; }
input::placeholder { color: var(--soft); opacity: 1; }
button { cursor: pointer; }
button:hover { background: var(--head); }
output { padding: .375rem 0; color: var(--soft); font-variant-numeric: tabular-nums; }

summary { cursor: pointer; overflow-wrap: anywhere; }
details > summary:hover { background: var(--head); }
.causes { margin: 0; padding-left: 2.25rem; }
.causes li { padding: .125rem 0; overflow-wrap: anywhere; }
h3.harm { margin: .75rem 0 .125rem; }
h3.harm .brief { font-weight: 400; }
h3.harm::before { content: ""; display: inline-block; width: .625rem; height: .625rem; margin-right: .5rem;
  border-radius: 50%; background: var(--idle); }
h3.security::before, h3.data-loss::before { background: var(--fail); }
h3.availability::before { background: var(--warn); }
.tag.security, .tag.data-loss { color: var(--fail); }
.tag.availability { color: var(--warn); }
@media (min-width: 64rem) { .columns { display: grid; grid-template-columns: 3fr 2fr; gap: 0 2rem; } }
#next { min-width: 0; }
.next { margin: 0; }
.next dt { margin-top: .5rem; }
.next dd { margin: .125rem 0 0; }
.cause { margin: 0 0 1.25rem; padding: 0 0 .75rem; border-bottom: 1px solid var(--line); }
.cause > h3 { margin: .75rem 0 .25rem; overflow-wrap: anywhere; }
.facts-line { margin: 0 0 .5rem; color: var(--soft); overflow-wrap: anywhere; }
.failure, .reason { margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem; }
.failure > summary, .reason > summary { padding: .625rem .875rem; border-radius: .5rem; }
.failure > summary > code { font-weight: 600; }
.failure .brief { display: block; margin: .125rem 0 0 1.125rem; }
.failure[open] > summary .brief { display: none; }
.failure > :not(summary) { margin: 0 .875rem .875rem; }
.package details { margin: .75rem 0; }
.package .statement { font-size: 1.0625rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 0 1rem; }
.exchange { margin: .25rem 0 !important; padding-left: .75rem; border-left: 3px solid var(--line); }
.method { font-weight: 600; font-size: .8125rem; }
.status { font-weight: 600; } .s4, .s5, .s0 { color: var(--warn); } .s2 { color: var(--pass); }
.gap { color: var(--soft); }
pre { margin: 0; padding: .625rem .75rem; max-height: 24rem; overflow: auto; border: 1px solid var(--line);
  border-radius: .375rem; background: var(--code); white-space: pre-wrap; overflow-wrap: anywhere; }
${TIMELINE_STYLE}
.copyable { position: relative; }
.copyable pre { padding-right: 5rem; }
.copyable button { position: absolute; top: .375rem; right: .375rem; padding: .125rem .5rem; font-size: .8125rem; }
.plain { margin: 0; padding: 0 .875rem .75rem 2rem; }
.reason .plain { font-size: .9375rem; }
.note { padding: .5rem 1rem; border-left: 4px solid var(--warn); background: var(--head); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .75rem 1.5rem; margin: 0; }
.facts dt { color: var(--soft); font-size: .8125rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
#requirements, #timings, #known, #skipped { content-visibility: auto; contain-intrinsic-size: auto 60rem; }

@media (max-width: 40rem) {
  section { padding: .875rem; border-radius: .5rem; }
  nav { position: static; }
  table { font-size: .875rem; }
  th, td { padding-right: .5rem; }
  .wide { width: 20%; min-width: 3.5rem; }
  #requirements td:first-child { min-width: 8.5rem; overflow-wrap: anywhere; }
}
@page { margin: 1.5cm; }
@media print {
  :root { --ground: #fff; --card: #fff; --code: #fff; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, .filters, .tools, .copyable button, .skip { display: none; }
  section { border: 0; padding: 0; content-visibility: visible !important; }
  pre { max-height: none; overflow: visible; }
  .scroll { overflow: visible; }
  .copyable pre { padding-right: .75rem; }
  .failure, tr, h2, h3 { break-inside: avoid-page; }
  .failure[open] { break-inside: auto; }
  h2, h3, h4, summary, .package .statement { break-after: avoid; }
  .copyable, .pair, .package .statement { break-inside: avoid; }
  table { font-size: 9pt; }
  th, td { padding-top: .25rem; padding-bottom: .25rem; }
  * { print-color-adjust: exact; }
}
`;
