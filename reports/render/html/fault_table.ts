/**
 * The faults that the suites were tried on, with what found them: how far a verdict can be trusted.
 *
 * @module
 */
import { faultRecords, type Matrix, matrixLine } from "../../matrix.ts";
import { cut } from "../../text.ts";
import { type Markup, markup } from "./markup.ts";
import { section, table } from "./parts.ts";

/** A row a fault, where there is a matrix. */
export function faultTable(matrix: Matrix | undefined): Markup | undefined {
  if (matrix === undefined) return undefined;
  const rows = faultRecords(matrix).map(({ fault, trials, killed, checks }) =>
    markup`
      <tr>
        <td><code>${cut(fault.id, 200)}</code><br><span class="chapter">${
      cut(
        fault.description,
        500,
      )
    }</span></td>
        <td>${fault.area}</td>
        <td class="number">${killed} of ${trials.length}</td>
        <td>${
      checks.slice(0, 5).map((check) =>
        markup`
            <code>${cut(check, 200)}</code>
          `
      )
    }${checks.length > 5 && `and ${checks.length - 5} more`}</td>
      </tr>
    `
  );
  return section(
    "faults",
    "Faults these suites were tried on",
    markup`<p>${matrixLine(matrix)}, by suites ${matrix.suiteVersion}.</p>`,
    markup`<details><summary>All ${rows.length} faults</summary>${
      table("Faults", ["Fault", "Area", "Found", "By"], rows)
    }</details>`,
  );
}
