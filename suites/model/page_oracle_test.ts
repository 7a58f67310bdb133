import { assertEquals } from "@std/assert";
import type { JsonObject } from "../client/http_client.ts";
import { History } from "./history.ts";
import { type Page, type PagedList, verifyPages } from "./page_oracle.ts";
import { smallObject } from "./small_history.ts";
import { WriteTimeline } from "./timeline.ts";

const NAMES = ["a", "b", "c", "d", "e"];

/** Five objects made one after the other, then `b` changes at position 6. */
const OBJECTS = NAMES.map((name) => smallObject(`one/${name}`, `v-${name}`));
const CHANGED = smallObject("one/b", "v-later");
const WRITES = [1, 2, 3, 4, 5, 6].map((position) => ({
  position,
  began: position * 10,
  ended: position * 10 + 5,
}));

/** When the walk begins: after five writes; its later pages come after the sixth. */
const FIRST = { began: 56, ended: 58 };
const LATER = { began: 66, ended: 68 };

function history(): History {
  return new History({ version: "s", objects: [] }, [
    ...OBJECTS.map((each) => ({ type: "ADDED" as const, object: each })),
    { type: "MODIFIED", object: CHANGED },
  ]);
}

function pages(...sizes: number[]): Page[] {
  let start = 0;
  return sizes.map((size, index) => {
    const items = OBJECTS.slice(start, start += size);
    const last = index === sizes.length - 1;
    return {
      ...(index === 0 ? FIRST : LATER),
      limit: 2,
      version: "v-e",
      items,
      token: last ? undefined : `token-${index}`,
      remaining: last ? undefined : OBJECTS.length - start,
    };
  });
}

function found(received: readonly Page[], facts: Partial<PagedList> = {}): string[] {
  const walk: PagedList = {
    selection: { namespace: "one" },
    freshness: { kind: "most recent" },
    cell: "resource-versions.list-plain-first-unset",
    pages: received as [Page, ...Page[]],
    exclusive: true,
    ...facts,
  };
  const { discrepancies } = verifyPages(history(), new WriteTimeline(WRITES, 6), walk);
  return [...new Set(discrepancies.map(({ requirement }) => requirement))];
}

function changed(index: number, facts: Partial<Page>): Page[] {
  return pages(2, 2, 1).with(index, { ...pages(2, 2, 1)[index]!, ...facts });
}

Deno.test("a faithful walk is accepted, finished or not, counted or not", () => {
  assertEquals(found(pages(2, 2, 1)), []);
  assertEquals(found(pages(2, 2, 1).slice(0, 2)), []);
  assertEquals(found(pages(2, 2, 1).map((page) => ({ ...page, remaining: undefined }))), []);
});

Deno.test("shorter pages are accepted, empty ones too where more comes", () => {
  assertEquals(found(pages(1, 2, 2)), []);
  assertEquals(found(pages(2, 0, 2, 1)), []);
});

Deno.test("at version 0 the limit may be ignored", () => {
  assertEquals(found(pages(5), { freshness: { kind: "any" } }), []);
  assertEquals(found(pages(5)), ["paging.limit-bounds-page"]);
});

// kube-apiserver 1.36 serves the rest whole from its cache.
Deno.test("a later page at version 0 may ignore the limit, and must still be what is left", () => {
  const [first, rest] = pages(2, 3) as [Page, Page];
  const whole = { ...rest, mayBeWhole: true };
  assertEquals(found([first, whole]), []);
  assertEquals(found([first, rest]), ["paging.limit-bounds-page"]);
  assertEquals(
    found([first, { ...whole, items: whole.items.slice(1) }]),
    ["paging.pages-are-one-snapshot"],
  );
});

Deno.test("a lost item is found", () => {
  const received = changed(1, { items: OBJECTS.slice(3, 4) });
  assertEquals(found(received).includes("paging.pages-are-one-snapshot"), true);
});

Deno.test("an item on two pages is found", () => {
  const received = changed(1, { items: OBJECTS.slice(1, 3) });
  assertEquals(found(received).includes("paging.pages-are-one-snapshot"), true);
});

Deno.test("an item that was written between the pages is found", () => {
  const received = pages(1, 2, 2);
  const newer = [CHANGED, OBJECTS[2]!];
  assertEquals(found(received.with(1, { ...received[1]!, items: newer })), [
    "paging.snapshot-despite-writes",
  ]);
});

Deno.test("a version that changes between the pages is found", () => {
  assertEquals(found(changed(2, { version: "v-later" })), ["paging.version-constant"]);
});

Deno.test("a token at the end is found where nobody else's objects can follow", () => {
  const received = [...pages(2, 2, 1).with(2, { ...pages(2, 2, 1)[2]!, token: "more" }), {
    ...pages(2, 2, 1)[2]!,
    items: [],
  }];
  assertEquals(found(received), ["paging.ends-without-token"]);
  const labels = [{ key: "group", operator: "!=", value: "z" }] as const;
  const uncounted = received.map((page) => ({ ...page, remaining: undefined }));
  assertEquals(found(uncounted, { selection: { namespace: "one", labels } }), []);
});

Deno.test("a token at the end of everyone's objects is found by an empty page", () => {
  const [one, two, three] = pages(2, 2, 1);
  const last = { ...three!, items: [], token: undefined, remaining: undefined };
  const received = [one!, two!, { ...three!, token: "more", remaining: 1 }, last];
  const selection = { everyone: true } as const;
  const judged = (size: number) =>
    found(received.with(3, { ...last, size }), { selection, exclusive: false });
  assertEquals(judged(0).includes("paging.ends-without-token"), true);
  // The objects of others may follow.
  assertEquals(judged(1).includes("paging.ends-without-token"), false);
});

Deno.test("a missing token is found", () => {
  const [first] = pages(2, 3);
  const cut = { ...first!, token: undefined, remaining: undefined };
  assertEquals(found([cut]), ["paging.continue-when-more"]);
});

Deno.test("a list without a limit must come whole", () => {
  const [first] = pages(2, 3);
  assertEquals(found([{ ...first!, limit: undefined }]), ["paging.no-limit-returns-all"]);
});

Deno.test("a wrong remainingItemCount is found", () => {
  assertEquals(found(changed(0, { remaining: 2 })), ["paging.remaining-count-exact"]);
  assertEquals(found(changed(1, { remaining: 0 })), ["paging.remaining-count-exact"]);
});

Deno.test("a remainingItemCount on the last page is found, even if it is 0", () => {
  assertEquals(found(changed(2, { remaining: 0 })), ["paging.remaining-count-absent-at-end"]);
});

Deno.test("a remainingItemCount with a selector is found", () => {
  const labels = [{ key: "group", operator: "!=", value: "z" }] as const;
  assertEquals(found(pages(2, 2, 1), { selection: { namespace: "one", labels } }), [
    "paging.remaining-count-absent-with-selector",
  ]);
});

Deno.test("a selected object that no page has is found", () => {
  const labels = [{ key: "group", operator: "!=", value: "z" }] as const;
  const received = changed(1, { items: OBJECTS.slice(3, 4) })
    .map((page) => ({ ...page, remaining: undefined }));
  assertEquals(found(received, { selection: { namespace: "one", labels } }), [
    "paging.selector-pages",
  ]);
});

Deno.test("a walk of an older state than the newest is found", () => {
  const stale = pages(2, 2).map((page) => ({ ...page, version: "v-d", remaining: undefined }));
  assertEquals(found(stale), ["resource-versions.list-plain-first-unset"]);
});

Deno.test("pages of a state other than their version's are found", () => {
  const received = pages(2, 2, 1).map((page) => ({ ...page, version: "v-d" }));
  assertEquals(found(received), ["resource-versions.list-version-names-state"]);
});

Deno.test("every page is judged for items without a version", () => {
  const bare = OBJECTS.slice(4).map((each): JsonObject => ({ ...each, metadata: { name: "e" } }));
  assertEquals(
    found(changed(2, { items: bare })).includes("resource-versions.object-carries-version"),
    true,
  );
});
