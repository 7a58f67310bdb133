/**
 * Reads with invalid parameters: rejected with a Status.
 *
 * @module
 */
import fc from "fast-check";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property } from "../../check.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import { Session } from "../../session/session.ts";
import { expectError } from "../../session/violation.ts";

/** Texts that no server issues as a resourceVersion, although these are opaque. */
const INVALID_VERSIONS = ["abc", "never-issued", "1.5", "-1", "12a", "%"];

const UNKNOWN_MATCHES = ["exact", "Newest", "NotOlderThanThis", "true", "0"];

const MALFORMED_SELECTORS = [
  { labelSelector: "a in" },
  { labelSelector: "=a" },
  { labelSelector: "a=b,,c=(d" },
  { labelSelector: "a notin b" },
  { fieldSelector: "metadata.name" },
  { fieldSelector: "spec.nowhere=1" },
];

/** Checks of invalid parameters. */
export const INVALID_PARAMETERS: readonly Check[] = [
  property<{ resource: string; version: string; read: "list" | "get"; match?: string }>({
    id: "resource-versions/malformed-version-rejected",
    title: "A read at a malformed resourceVersion is rejected with a Status",
    requirements: ["resource-versions.malformed-version-rejected"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        version: fc.constantFrom(...INVALID_VERSIONS),
        read: fc.constantFrom("list" as const, "get" as const),
        match: fc.constantFrom("Exact", "NotOlderThan"),
      }, { requiredKeys: ["resource", "version", "read"] }),
    run: async (scope, { resource, version, read, match }) => {
      const session = new Session(scope, typeNamed(scope.target, resource));
      await session.writer.create(0);
      const response = read === "list"
        ? await session.reader.send(session.at.widest(), { version, ...match && { match } })
        : await scope.send({
          method: "GET",
          path: session.at.pathOf(0),
          query: { resourceVersion: version },
        });
      expectError("resource-versions.malformed-version-rejected", response, { serverErrors: true });
    },
  }),
  property<{ resource: string; match: string; version?: string }>({
    id: "resource-versions/unknown-match-rejected",
    title: "An unknown `resourceVersionMatch` is rejected with a 4xx Status",
    requirements: ["resource-versions.unknown-match-rejected"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        match: fc.constantFrom(...UNKNOWN_MATCHES),
        version: fc.constantFrom("0"),
      }, { requiredKeys: ["resource", "match"] }),
    run: async (scope, { resource, ...options }) => {
      const { reader, at } = new Session(scope, typeNamed(scope.target, resource));
      const response = await reader.send(at.widest(), options);
      expectError("resource-versions.unknown-match-rejected", response);
    },
  }),
  property<{ resource: string; match: string; version: string | undefined }>({
    id: "resource-versions/match-with-continue-rejected",
    version: 2,
    title: "A `continue` token with a `resourceVersionMatch` is rejected with a 4xx Status",
    requirements: ["resource-versions.match-with-continue-rejected"],
    ...enumerated((target) =>
      combinations({
        resource: namesOf(target),
        match: ["Exact", "NotOlderThan"],
        version: [undefined, "0", "of the page"],
      }, 0)
    ),
    run: async (scope, { resource, match, version }) => {
      const { reader, writer, at } = new Session(scope, typeNamed(scope.target, resource));
      await writer.create(0);
      await writer.create(2);
      const view = at.widest();
      const { pages: [page] } = await reader.list(view, { limit: 1 });
      const token = page!.token;
      if (token === undefined) throw new Discard("the collection fits on one page");
      const sent = version === "of the page" ? page!.version : version;
      const options = { match, token, limit: 1, ...(sent !== undefined && { version: sent }) };
      const response = await reader.send(view, options);
      expectError("resource-versions.match-with-continue-rejected", response);
    },
  }),
  property<{ resource: string; selector: typeof MALFORMED_SELECTORS[number] }>({
    id: "resource-versions/malformed-selector-rejected",
    title: "A malformed selector is rejected with a 4xx Status",
    requirements: ["resource-versions.malformed-selector-rejected"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        selector: fc.constantFrom(...MALFORMED_SELECTORS),
      }),
    run: async (scope, { resource, selector }) => {
      const { at } = new Session(scope, typeNamed(scope.target, resource));
      const { path } = at.listRequest(at.widest());
      const response = await scope.send({ method: "GET", path, query: selector });
      expectError("resource-versions.malformed-selector-rejected", response);
    },
  }),
];
