import { assertEquals } from "@std/assert";
import { causesOf } from "./causes.ts";
import type { AlikeFailures, Exchange } from "./events.ts";
import { ShownAlike } from "./shown_alike.ts";
import { failedCheck as failed } from "./testing/failed_check.ts";

const NO_UID = "A write is answered without metadata.uid";
const IGNORED = "`labelSelector` is ignored";

const keys = (...checks: string[]) => checks.map((check) => ({ check, requirement: "x.metadata" }));

const alike: readonly AlikeFailures[] = [
  { title: NO_UID, failures: keys("a", "b", "c"), seen: [], unseen: [] },
  { title: IGNORED, failures: keys("c"), seen: [], unseen: [] },
  { title: "A list", isRequest: true, failures: keys("a", "b", "c", "d"), seen: [], unseen: [] },
];

Deno.test("what most failures of a requirement show is why they violate it", () => {
  const shown = new ShownAlike(alike);
  const [one] = keys("c");
  assertEquals([shown.isMain(one!, NO_UID), shown.isMain(one!, IGNORED)], [true, false]);
  assertEquals([shown.isOfOther(one!, NO_UID), shown.isOfOther(one!, IGNORED)], [false, true]);
  const [other] = keys("d");
  assertEquals([shown.isMain(other!, IGNORED), shown.isOfOther(other!, IGNORED)], [true, false]);
});

Deno.test("a behaviour that explains others takes no failure that shows another thing with many", () => {
  const list = {
    method: "GET",
    path: "/api/v1/secrets?labelSelector=a",
    status: 200,
    requestHeaders: {},
    responseBody: "",
  } as unknown as Exchange;
  const explained = [{
    id: "labelSelector is ignored",
    title: IGNORED,
    seen: ["list secrets"],
    unseen: [],
    failures: [{ check: "e", requirement: "x.selected" }],
  }];
  const checks = [
    ...["a", "b", "c"].map((id) => failed(id, { requirement: "x.metadata", exchange: [list] })),
    failed("e", { requirement: "x.selected" }),
  ];
  assertEquals(
    causesOf({ checks, explained, alike }).map(({ checks }) => checks.toSorted().join(""))
      .toSorted(),
    ["abc", "e"],
  );
  // Where nothing else is shown, what the behaviour shows is its own.
  const alone = [{ ...alike[1]!, failures: keys("c") }];
  assertEquals(
    causesOf({ checks, explained, alike: alone }).some(({ checks }) =>
      checks.includes("c") && checks.includes("e")
    ),
    true,
  );
});
