/**
 * The mutant matrix of the suites: how far a verdict can be trusted.
 *
 * @module
 */
import { type Matrix, matrixLine, mutantRecords } from "../../matrix.ts";
import { truncate } from "../../text.ts";
import { type Markup, markup, prose, section, table } from "./markup.ts";

/** Returns the table of mutants with the checks that kill them, if there is a matrix. */
export function mutantTable(matrix: Matrix | undefined): Markup | undefined {
  if (matrix === undefined) return undefined;
  const rows = mutantRecords(matrix).map(({ mutant, trials, killed, checks }) =>
    markup`
      <tr>
        <td><code>${truncate(mutant.id, 200)}</code><br><span class="chapter">${
      prose(truncate(mutant.description, 500))
    }</span></td>
        <td>${mutant.area}</td>
        <td class="number">${killed} of ${trials.length}</td>
        <td>${
      checks.slice(0, 5).map((check) =>
        markup`
            <code>${truncate(check, 200)}</code>
          `
      )
    }${checks.length > 5 && `and ${checks.length - 5} more`}</td>
      </tr>
    `
  );
  return section(
    "mutants",
    "Mutants killed by these suites",
    markup`<p>${matrixLine(matrix)}, by suites ${matrix.suiteVersion}.</p>`,
    markup`<details><summary>All ${rows.length} mutants</summary>${
      table("Mutants", ["Mutant", "Area", "Killed", "Killed by"], rows)
    }</details>`,
  );
}
