/**
 * The optional features of the target, and the objects on it before and after the run.
 *
 * @module
 */
import type { ResourceCount } from "../../events.ts";
import type { Report } from "../../report.ts";
import { truncate } from "../../text.ts";
import { type Markup, markup, prose, section, table, verdictTag } from "./markup.ts";

/** Returns the table of optional features, if any was probed. */
export function featureList({ features = [] }: Report): Markup | undefined {
  if (features.length === 0) return undefined;
  const rows = features.map((
    { feature, about, declared, found, seen, verdict, skippedRequirements },
  ) =>
    markup`
      <tr>
        <th scope="row">${truncate(feature, 200)}<br><span class="chapter">${
      prose(truncate(about, 500))
    }</span></th>
        <td>${verdictTag(verdict)}</td>
        <td>${found}</td>
        <td>${declared === undefined ? "" : declared ? "yes" : "no"}</td>
        <td>${truncate(seen, 500)}</td>
        <td class="number">${skippedRequirements.length || ""}</td>
      </tr>
    `
  );
  const heads = ["Feature", "Verdict", "Probe", "Declared", "Response", "Requirements not checked"];
  return section("features", "Optional features", table("Optional features", heads, rows));
}

/** Returns the counts of the objects on the target, if they were counted. */
export function censusTable({ census }: Report): Markup | undefined {
  if (census === undefined) return undefined;
  const after = new Map(census.after?.map((count) => [count.resource, count]));
  const countsOf = (count: ResourceCount | undefined) =>
    count === undefined || count.seen === "none"
      ? ["–", "–", "–"]
      : [count.own, count.earlier, count.others].map(String);
  const rows = census.before.map((count) =>
    markup`
      <tr>
        <th scope="row">${truncate(count.resource, 200)}</th>
        <td>${count.seen}</td>
        ${
      [count, after.get(count.resource)].flatMap(countsOf).map((cell) =>
        markup`<td class="number">${cell}</td>`
      )
    }
      </tr>
    `
  );
  const heads = [
    "Resource",
    "Listed",
    ...["before", "after"].flatMap((when) =>
      ["This run", "Other runs", "No run"].map((creator) => `${creator}, ${when}`)
    ),
  ];
  return markup`<h3>Objects on the target, by the run that created them</h3>${
    table("Objects on the target", heads, rows)
  }${
    (["appeared", "changed", "disappeared"] as const).map((change) => {
      const paths = census.others?.[change] ?? [];
      return paths.length > 0 &&
        markup`<p>${change} during the run, created by no run: ${
          truncate(paths.join(", "), 2_000)
        }</p>`;
    })
  }`;
}
