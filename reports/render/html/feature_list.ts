/**
 * What the target has of what it may lack, and what lay on it before and after.
 *
 * @module
 */
import type { ResourceCount } from "../../events.ts";
import type { Report } from "../../report.ts";
import { truncate } from "../../text.ts";
import { type Markup, markup, section, table, verdictTag } from "./markup.ts";

/** The features, where any was asked about. */
export function featureList({ features = [] }: Report): Markup | undefined {
  if (features.length === 0) return undefined;
  const rows = features.map(({ feature, about, declared, found, seen, verdict, fallenAway }) =>
    markup`
      <tr>
        <th scope="row">${truncate(feature, 200)}<br><span class="chapter">${
      truncate(about, 500)
    }</span></th>
        <td>${verdictTag(verdict)}</td>
        <td>${found}</td>
        <td>${declared === undefined ? "" : declared ? "yes" : "no"}</td>
        <td>${truncate(seen, 500)}</td>
        <td class="number">${fallenAway.length || ""}</td>
      </tr>
    `
  );
  const heads = ["Feature", "Verdict", "Found", "Declared", "Seen", "Requirements fallen away"];
  return section("features", "Features", table("Features", heads, rows));
}

/** The objects on the target, where they were counted. */
export function censusTable({ census }: Report): Markup | undefined {
  if (census === undefined) return undefined;
  const after = new Map(census.after?.map((count) => [count.resource, count]));
  const whose = (count: ResourceCount | undefined) =>
    count === undefined || count.seen === "none"
      ? ["–", "–", "–"]
      : [count.own, count.earlier, count.others].map(String);
  const rows = census.before.map((count) =>
    markup`
      <tr>
        <th scope="row">${truncate(count.resource, 200)}</th>
        <td>${count.seen}</td>
        ${
      [count, after.get(count.resource)].flatMap(whose).map((cell) =>
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
      ["This run's", "Other runs'", "Others'"].map((whose) => `${whose} ${when}`)
    ),
  ];
  return markup`<h3>Objects on the target</h3>${table("Objects on the target", heads, rows)}${
    (["appeared", "changed", "disappeared"] as const).map((what) => {
      const paths = census.others?.[what] ?? [];
      return paths.length > 0 &&
        markup`<p>${what} meanwhile, made by no run: ${truncate(paths.join(", "), 2_000)}</p>`;
    })
  }`;
}
