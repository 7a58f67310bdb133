/**
 * How the page of the matrix looks, and the little it does.
 *
 * @module
 */

/** Light and dark, wide and narrow, on paper too. */
export const MATRIX_STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --paper: #ffffff;
  --good: #116329; --bad: #a40e26; --found1: #aceebb; --found2: #6fdd8b; --found3: #2da44e;
  --found4: #116329; --survived: #cf222e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d;
  --paper: #0d1117; --good: #56d364; --bad: #ff7b72; --found1: #0f5323; --found2: #1a7f37;
  --found3: #2ea043; --found4: #7ee787; --survived: #ff7b72; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: .75rem 0 .25rem; }
code, pre { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; }
.verdict { font-size: 1.15rem; font-weight: 600; }
.good { color: var(--good); } .bad { color: var(--bad); }
.facts { color: var(--soft); font-weight: normal; font-size: .9rem; }
.map { border-collapse: collapse; } .map th { text-align: left; font-weight: normal;
  padding: .15rem 1rem .15rem 0; white-space: nowrap; vertical-align: top; }
.square { display: inline-block; width: 1.1rem; height: 1.1rem; margin: 0 3px 3px 0; border-radius: 3px;
  border: 1px solid var(--line); }
.square:hover, .square:focus-visible { outline: 2px solid var(--ink); }
.found1 { background: var(--found1); } .found2 { background: var(--found2); }
.found3 { background: var(--found3); } .found4 { background: var(--found4); }
.survived { background: var(--survived); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
details { border-bottom: 1px solid var(--line); padding: .35rem 0; }
summary { cursor: pointer; } details > :not(summary) { margin-left: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; align-items: baseline;
  gap: .15rem .75rem; margin: 0 0 .75rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.list th { text-align: left; font-weight: normal; vertical-align: top; padding-right: 1rem; }
.list th { min-width: 18rem; } .list td { overflow-wrap: anywhere; } .columns { columns: 18rem; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } .list th, .list td { display: block; }
  .list th { min-width: 0; } .list td { padding-bottom: .5rem; } }
@page { margin: 1.5cm; }
@media print { details { break-inside: avoid; } h2, h3 { break-after: avoid; }
  main { max-width: none; padding: 0; } * { print-color-adjust: exact; } }
`;

/** Opens the fault that the address names. */
export const MATRIX_SCRIPT = `
const open = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) { named.open = true; named.scrollIntoView(); }
};
addEventListener("hashchange", open);
open();
`;
