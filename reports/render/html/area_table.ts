/**
 * The areas with how far each of them holds.
 *
 * @module
 */
import type { Report } from "../../model.ts";
import { spoken } from "../../text.ts";
import { areasOf } from "../areas.ts";
import { type Markup, markup } from "./markup.ts";
import { section, table, verdictBar } from "./parts.ts";

/** A row an area. */
export function areaTable({ checks }: Report): Markup {
  const rows = areasOf(checks).map(({ area, checks: own, totals, duration }) =>
    markup`
      <tr>
        <th scope="row"><a href="#requirements" data-filter-area="${area}">${area}</a></th>
        <td class="wide">${verdictBar(totals)}</td>
        <td class="number">${totals.pass} of ${own.length}</td>
        <td class="number">${totals.fail + totals.error || ""}</td>
        <td class="number">${totals.warn || ""}</td>
        <td class="number">${totals["known deviation"] || ""}</td>
        <td class="number">${spoken(duration)}</td>
      </tr>
    `
  );
  const heads = ["Area", "Verdicts", "Pass", "Fail", "Warn", "Known", "Time"];
  return section("areas", "Areas", table("Areas", heads, rows));
}
