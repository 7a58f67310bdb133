/**
 * The style of the site, in addition to that of the reports.
 *
 * @module
 */
import { STYLE } from "@plumbline/reports/html/style";

/** The style sheet of all pages. */
export const SITE_STYLE: string = `${STYLE}
[hidden] { display: none !important; }
body { padding-top: 0; max-width: 76rem; }
header.site { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; padding: .75rem 0;
  margin: 0 0 1.75rem; border-bottom: 1px solid var(--line); }
header.site .name { font-weight: 700; font-size: 1.125rem; color: var(--ink); text-decoration: none; }
header.site nav { position: static; margin: 0; border: 0; }
header.site nav ul { padding: 0; gap: 0 1.125rem; }
header.site nav a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: 0 2px 0 var(--link); }
.site-search { position: relative; flex: 1 1 15rem; margin-left: auto; max-width: 24rem; }
.site-search input { width: 100%; }
#search-results { position: absolute; right: 0; z-index: 5; width: min(36rem, 92vw); max-height: 70vh; overflow: auto;
  margin: .25rem 0 0; padding: .25rem; list-style: none; border: 1px solid var(--soft); border-radius: .5rem; background: var(--card);
  box-shadow: 0 .5rem 1.5rem rgb(0 0 0 / .2); }
#search-results a { display: block; padding: .375rem .625rem; border-radius: .375rem; color: var(--ink); text-decoration: none;
  overflow-wrap: anywhere; }
#search-results a:hover, #search-results a:focus { background: var(--head); }
#search-results strong { color: var(--link); font-weight: 600; }
#search-results span { display: block; color: var(--soft); font-size: .875rem; }
#search-results p { padding: .375rem .625rem; }

.lead { max-width: 44rem; font-size: 1.1875rem; color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem; margin: 1.5rem 0 2rem;
  padding: 0; list-style: none; }
.cards li { padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: .625rem; background: var(--card); }
.cards h2 { font-size: 1.0625rem; margin: 0 0 .25rem; }
.cards p { margin: 0; color: var(--soft); font-size: .9375rem; }
.crumbs { margin: 0 0 .5rem; color: var(--soft); font-size: .9375rem; }

.guide { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 3rem; }
@media (min-width: 60rem) { .guide { grid-template-columns: minmax(0, 1fr) 15rem; } }
.guide article { min-width: 0; max-width: 48rem; }
.guide article > h2 { margin: 2rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.guide article li { margin: .25rem 0; }
.guide article img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .5rem; }
.guide article pre { margin: .75rem 0; max-height: none; white-space: pre; overflow-x: auto; overflow-wrap: normal; }
.guide blockquote { margin: .75rem 0; padding: .25rem 1rem; border-left: 4px solid var(--line); color: var(--soft); }
.toc { order: -1; font-size: .9375rem; }
@media (min-width: 60rem) { .toc { order: 0; position: sticky; top: 1rem; align-self: start; max-height: 92vh; overflow: auto; } }
.toc h2 { font-size: .875rem; color: var(--soft); margin: 0 0 .25rem; }
.toc ul { display: block; margin: 0 0 1.5rem; padding: 0; list-style: none; }
.toc li { padding: .1875rem 0; }
.toc a { text-decoration: none; } .toc a:hover { text-decoration: underline; }

.requirement-list { margin: 0; padding: 0; list-style: none; }
.requirement-list li { padding: .4375rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.requirement-list li:last-child { border: 0; }
.requirement-list .id { display: block; color: var(--soft); font-size: .8125rem; }
.statement-large { max-width: 50rem; font-size: 1.3125rem; line-height: 1.4; font-weight: 500; margin: 0 0 1rem; }
.level { display: inline-block; padding: 0 .5em; border-radius: .25rem; background: var(--head); border: 1px solid var(--line);
  font-size: .8125rem; font-weight: 600; }
.plain-list { margin: 0; padding-left: 1.25rem; } .plain-list li { margin: .3125rem 0; overflow-wrap: anywhere; }
.why { min-width: 15rem; }
.marks td { text-align: left; } .marks th code { color: var(--soft); font-weight: 400; }
.mark { white-space: nowrap; font-weight: 600; font-size: .875rem; }
.mark.yes { color: var(--pass); } .mark.no { color: var(--fail); } .mark.partly { color: var(--known); }
.mark.unknown { color: var(--idle); font-weight: 400; }
.steps { margin: 0; padding: 0; list-style: none; counter-reset: step; }
.steps > li { margin: 0 0 .75rem; padding-left: .875rem; border-left: 3px solid var(--line); overflow-wrap: anywhere; }
.steps pre { margin: .25rem 0; max-height: 14rem; }
.area-bar { display: flex; height: .625rem; min-width: 7rem; border-radius: .25rem; overflow: hidden; background: var(--line); }
td .area-bar { margin-top: .4375rem; }
.area-bar .yes { background: var(--pass); } .area-bar .partly { background: var(--known); } .area-bar .no { background: var(--fail); }
.overview td { min-width: 8.5rem; font-size: .875rem; }
.overview th:first-child { position: sticky; left: 0; background: var(--card); }
.button { display: inline-block; padding: .4375rem .875rem; border: 1px solid var(--link); border-radius: .375rem; text-decoration: none; }
@media (max-width: 40rem) {
  header.site { gap: .25rem 1rem; margin-bottom: 1rem; }
  .site-search { flex-basis: 100%; max-width: none; }
  #search-results { left: 0; width: 100%; }
  .statement-large { font-size: 1.125rem; }
}
`;

/** The style sheet of the playground. */
export const PLAYGROUND_STYLE: string = `
body { max-width: 96rem; }
.panels { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; }
@media (min-width: 70rem) { .panels { grid-template-columns: minmax(0, 5fr) minmax(0, 4fr); } }
.panels > div > section { margin: 0 0 1.25rem; }
.panels { overflow-wrap: anywhere; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
fieldset[disabled] { opacity: .6; }
#console-output { height: 24rem; overflow: auto; padding: .625rem .75rem; border: 1px solid var(--line); border-radius: .375rem;
  background: var(--code); }
#console-output pre { max-height: none; padding: 0; border: 0; background: none; white-space: pre; overflow-x: auto; overflow-wrap: normal; }
#console-output .typed { font-weight: 700; }
#console-output .command { margin: 0 0 .75rem; }
#console-output .sent { margin: 0; color: var(--soft); font-size: .8125rem; font-family: ui-monospace, Menlo, "DejaVu Sans Mono", monospace;
  overflow-wrap: anywhere; }
#console-output .wrong { color: var(--fail); white-space: pre-wrap; }
#console-form { display: flex; gap: .5rem; margin: .5rem 0; }
#console-form input { flex: 1; min-width: 0; font-family: ui-monospace, Menlo, "DejaVu Sans Mono", monospace; }
.examples { display: flex; flex-wrap: wrap; gap: .375rem; margin: 0; padding: 0; list-style: none; }
.examples button { font-size: .8125rem; padding: .1875rem .5rem; }
textarea { width: 100%; min-height: 17rem; padding: .625rem .75rem; border: 1px solid var(--soft); border-radius: .375rem; background: var(--code);
  color: var(--ink); font: .875rem/1.45 ui-monospace, Menlo, "DejaVu Sans Mono", monospace; resize: vertical; white-space: pre; overflow: auto; }
.row { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem .75rem; margin: .5rem 0; }
.row label { display: grid; grid-template-columns: minmax(0, auto); gap: .125rem; color: var(--soft); font-size: .8125rem; min-width: 0; max-width: 100%; }
.row select, .row input { width: 100%; min-width: 0; }
.list { max-height: 20rem; overflow: auto; margin: .5rem 0 0; padding: 0; list-style: none; }
.list > li { padding: .3125rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.list label { cursor: pointer; }
.event { font-weight: 600; font-size: .8125rem; } .event.added { color: var(--pass); } .event.modified { color: var(--warn); }
.event.deleted, .event.error { color: var(--fail); } .event.bookmark { color: var(--soft); }
.brief { font-size: .8125rem; color: var(--soft); }
#report iframe { width: 100%; height: 40rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--ground); }
`;
