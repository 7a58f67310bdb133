/**
 * The first page of the site.
 *
 * @module
 */
import { markup } from "@plumbline/reports/html/markup";
import type { SitePage } from "./layout.ts";

/** What the first page counts. */
export interface Counts {
  readonly requirements: number;
  readonly checks: number;
  readonly bugs: number;
}

/** Returns the page. */
export function startPage({ requirements, checks, bugs }: Counts): SitePage {
  const cards: readonly (readonly [path: string, title: string, text: string])[] = [
    [
      "playground/index.html",
      "Playground",
      "The reference server in a page: apply manifests, watch events, inject faults, and run the suites.",
    ],
    [
      "implementations.html",
      "Implementations",
      "What three releases of kube-apiserver and other servers were measured to do, and where they deviate.",
    ],
    [
      "requirements/index.html",
      "Requirements",
      `${requirements} statements with their source, checks, seeded bugs and failing requests.`,
    ],
    ["guides/index.html", "Guides", "Run the mock server in tests, check a server, read a report."],
    [
      "track-record.html",
      "Track record",
      "Deviations that the suites found in real servers and mocks.",
    ],
  ];
  return {
    path: "index.html",
    title: "Plumbline",
    description: "A conformance suite and a mock server for the Kubernetes-style API.",
    main: markup`<h1>Does your server do what the Kubernetes API says?</h1>
<p class="lead">Plumbline checks servers of the Kubernetes-style API over HTTP, and has a reference server to test
clients with. ${checks} checks verify ${requirements} requirements; ${bugs} seeded bugs verify the checks.</p>
<ul class="cards">${
      cards.map(([path, title, text]) =>
        markup`<li><h2><a href="${path}">${title}</a></h2><p>${text}</p></li>`
      )
    }</ul>`,
  };
}
