/**
 * The contract of `list`.
 *
 * @module
 */
import { assertEquals, assertRejects } from "@std/assert";
import type { ApiObject } from "@plumbline/server/api";
import { type ListOptions, StorageError } from "@plumbline/server/storage";
import { type ContractCase, type Fixture, keyOf, SECRETS, summaries } from "./fixture.ts";

const ALL = { resource: SECRETS };

async function createAll(fixture: Fixture, names: readonly string[]): Promise<void> {
  for (const name of names) await fixture.create(keyOf("a", name), "1");
}

/** Pages through a collection at the revision of its first page, with a write after each page. */
async function pages(
  fixture: Fixture,
  limit: number,
  between: () => Promise<unknown>,
): Promise<{ names: string[]; remaining: number[]; revisions: number[] }> {
  const result = { names: [] as string[], remaining: [] as number[], revisions: [] as number[] };
  for (let options: ListOptions = { limit };;) {
    const { revision, versions, remaining } = await fixture.storage.list(ALL, options);
    result.names.push(...summaries(versions));
    result.remaining.push(remaining);
    result.revisions.push(revision);
    const last = versions.at(-1);
    if (remaining === 0 || last === undefined) return result;
    await between();
    options = { limit, revision, after: last.key };
  }
}

/** The cases about lists. */
export const lists: readonly ContractCase[] = [
  {
    name: "a list is ordered by namespace, then name, by code units",
    run: async (fixture) => {
      const ordered = [
        ["", "z"],
        ["a", "B"],
        ["a", "a"],
        ["a", "a-b"],
        ["a", "a.b"],
        ["a", "ab"],
        ["a", "\u{1F600}"],
        ["a", "\uFF5E"],
        ["a-b", "a"],
        ["a0", "a"],
        ["b", "a"],
      ] as const;
      for (const [namespace, name] of ordered.toReversed()) {
        await fixture.create(keyOf(namespace, name));
      }
      for (const [namespace, name] of ordered.slice(0, 3)) {
        await fixture.remove(keyOf(namespace, name));
        await fixture.create(keyOf(namespace, name));
      }
      const { versions } = await fixture.storage.list(ALL);
      assertEquals(
        versions.map(({ key }) => [key.namespace, key.name]),
        ordered.map((k) => [...k]),
      );
    },
  },
  {
    name: "a list of a namespace contains only its objects",
    run: async (fixture) => {
      for (const namespace of ["a", "a-b", "a0", "", "b"]) {
        await fixture.create(keyOf(namespace, "x"), namespace);
      }
      await fixture.create(keyOf("a", "x", "apps/deployments"), "other");
      for (const namespace of ["a", "a-b", "a0", "", "b"]) {
        const names = await fixture.names({ resource: SECRETS, namespace });
        assertEquals(names, [`${namespace}/x=${namespace}`]);
      }
      assertEquals(await fixture.names({ resource: SECRETS, namespace: "c" }), []);
    },
  },
  {
    name: "a list at a past revision is the state at that revision",
    run: async (fixture) => {
      const x = keyOf("a", "x");
      await fixture.create(x, "1");
      await fixture.create(keyOf("a", "y"), "1");
      await fixture.update(x, "2");
      await fixture.remove(x);
      await fixture.create(x, "3");
      const states = [];
      for (let revision = 1; revision <= 6; revision++) {
        states.push(await fixture.names(ALL, { revision }));
      }
      assertEquals(states, [
        [],
        ["a/x=1"],
        ["a/x=1", "a/y=1"],
        ["a/x=2", "a/y=1"],
        ["a/y=1"],
        ["a/x=3", "a/y=1"],
      ]);
    },
  },
  {
    name: "a revision that another resource's write created can be listed",
    run: async (fixture) => {
      await fixture.create(keyOf("a", "x"), "1");
      await fixture.create(keyOf("a", "x", "apps/deployments"));
      const list = await fixture.storage.list(ALL, { revision: 3 });
      assertEquals([list.revision, ...summaries(list.versions)], [3, "a/x=1"]);
    },
  },
  {
    name: "a list has the revision of its state",
    run: async (fixture) => {
      await createAll(fixture, ["x", "y"]);
      assertEquals((await fixture.storage.list(ALL)).revision, 3);
      assertEquals((await fixture.storage.list(ALL, { revision: 2 })).revision, 2);
    },
  },
  {
    name: "a list at a future revision is rejected as `future`",
    run: async ({ storage }) => {
      const error = await assertRejects(() => storage.list(ALL, { revision: 2 }), StorageError);
      assertEquals(error.code, "future");
    },
  },
  {
    name: "joined pages are the state at the first page, whatever is written in between",
    run: async (fixture) => {
      await createAll(fixture, ["b", "d", "f", "h", "j"]);
      let turn = 0;
      const between = [
        async () => await fixture.remove(keyOf("a", "f")),
        async () => {
          await fixture.create(keyOf("a", "i"));
          await fixture.remove(keyOf("a", "d"));
          await fixture.update(keyOf("a", "j"), "2");
        },
      ];
      const result = await pages(fixture, 2, () => between[turn++]!());
      assertEquals(result, {
        names: ["a/b=1", "a/d=1", "a/f=1", "a/h=1", "a/j=1"],
        remaining: [3, 1, 0],
        revisions: [6, 6, 6],
      });
    },
  },
  {
    name: "a page continues after a key that has no object",
    run: async (fixture) => {
      await createAll(fixture, ["b", "d"]);
      const after = (namespace: string, name: string) =>
        fixture.names(ALL, { after: { namespace, name } });
      assertEquals(await after("a", "c"), ["a/d=1"]);
      assertEquals(await after("", "zzz"), ["a/b=1", "a/d=1"]);
      assertEquals(await after("b", ""), []);
      const elsewhere = { after: { namespace: "a", name: "b" } };
      assertEquals(await fixture.names({ resource: SECRETS, namespace: "b" }, elsewhere), []);
    },
  },
  {
    name: "`remaining` counts the objects after the page, in its namespace, without deleted ones",
    run: async (fixture) => {
      await createAll(fixture, ["a", "b", "c", "d", "e"]);
      await fixture.create(keyOf("b", "x"));
      await fixture.remove(keyOf("a", "c"));
      const now = { limit: 1, after: { namespace: "a", name: "a" } };
      const past = { ...now, revision: 6 };
      const inNamespace = { resource: SECRETS, namespace: "a" };
      assertEquals((await fixture.storage.list(ALL, now)).remaining, 3);
      assertEquals((await fixture.storage.list(inNamespace, now)).remaining, 2);
      assertEquals((await fixture.storage.list(inNamespace, past)).remaining, 3);
      assertEquals((await fixture.storage.list(ALL, { limit: 5 })).remaining, 0);
      assertEquals((await fixture.storage.list(ALL, { limit: 0 })).remaining, 5);
    },
  },
  {
    name: "a filter applies before the limit; `remaining` is then 0 or 1",
    run: async (fixture) => {
      for (const name of ["a", "b", "c", "d", "e", "f", "g"]) {
        await fixture.create(keyOf("a", name), "aceg".includes(name) ? "odd" : "even");
      }
      const filter = (object: ApiObject) => object.content === "odd";
      const list = (options: ListOptions) => fixture.storage.list(ALL, { filter, ...options });
      const first = await list({ limit: 2 });
      assertEquals(summaries(first.versions), ["a/a=odd", "a/c=odd"]);
      assertEquals(first.remaining, 1);
      const second = await list({ limit: 2, after: first.versions[1]!.key });
      assertEquals(summaries(second.versions), ["a/e=odd", "a/g=odd"]);
      assertEquals(second.remaining, 0);
      assertEquals((await list({})).versions.length, 4);
    },
  },
  {
    name: "a returned list does not change with later writes",
    run: async (fixture) => {
      await createAll(fixture, ["x"]);
      const { versions } = await fixture.storage.list(ALL);
      const before = structuredClone(versions[0]!.object);
      await fixture.update(keyOf("a", "x"), "2");
      await fixture.remove(keyOf("a", "x"));
      assertEquals(versions.map(({ object }) => object), [before]);
    },
  },
];
