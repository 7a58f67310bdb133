import { assertEquals } from "@std/assert";
import { seenIn } from "./behaviour.ts";
import { isSelected } from "./selectors.ts";

const OBJECT = { metadata: { name: "s", namespace: "a", labels: { group: "x" } } };

/** Returns whether a list with these parameters selects the object. */
function selected(query: Readonly<Record<string, string>>): boolean | undefined {
  const request = { method: "GET", path: "/api/v1/secrets", query } as const;
  const response = { status: 200, headers: new Headers(), text: "", json: {} };
  return isSelected(seenIn(request, response), OBJECT);
}

const byLabels = (labelSelector: string) => selected({ labelSelector });
const byFields = (fieldSelector: string) => selected({ fieldSelector });

Deno.test("a label selector selects by all of its terms", () => {
  const matching = ["", "group", "group=x", "group==x", "group!=y", "other!=y", "!other"];
  assertEquals(matching.map(byLabels), matching.map(() => true));
  const sets = ["group in (y, x)", "group notin (y)", "other notin (y)", "group in (x),!other"];
  assertEquals(sets.map(byLabels), sets.map(() => true));
  const others = ["other", "!group", "group=y", "group notin (x,y)", "other in (x)", "group,other"];
  assertEquals(others.map(byLabels), others.map(() => false));
});

Deno.test("a field selector selects by name and namespace", () => {
  assertEquals(byFields("metadata.name=s,metadata.namespace!=b"), true);
  assertEquals(byFields("metadata.name!=s"), false);
  assertEquals(selected({ labelSelector: "group", fieldSelector: "metadata.name==t" }), false);
});

Deno.test("whether a selector that cannot be read selects an object is not known", () => {
  assertEquals([byLabels("group in x"), byFields("type=Opaque")], [undefined, undefined]);
  assertEquals(byFields("type=Opaque,metadata.name=t"), false);
});
