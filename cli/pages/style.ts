/**
 * The style of the live pages, in addition to that of the reports.
 *
 * @module
 */

/** Style of elements that reports do not have. */
export const LIVE_STYLE = `
.connection { color: var(--soft); font-size: .875rem; }
.connection::before { content: "· "; }
.connection.lost { color: var(--warn); font-weight: 600; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .75rem 1.5rem;
  margin: 1rem 0; }
.figures dt { color: var(--soft); font-size: .8125rem; }
.figures dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
[hidden] { display: none !important; }
rect.running { fill: var(--time); }
@media (prefers-reduced-motion: no-preference) {
  rect { transition: width .2s linear, x .2s linear; }
}
`;
