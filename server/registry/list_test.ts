/**
 * Lists and their pages, with concurrent writes.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";

interface Page {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: { readonly metadata: { readonly name: string; readonly namespace: string } }[];
}

const namesOf = ({ items }: Page) => items.map(({ metadata }) => metadata.name);

/** Returns all pages, with an action before each. */
async function readPages(
  server: TestServer,
  query: string,
  between: (page: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let token = ""; pages.length === 0 || token;) {
    const suffix = token && `&continue=${encodeURIComponent(token)}`;
    const page = await server.must("GET", `${SECRETS}?${query}${suffix}`);
    pages.push(page);
    token = page.metadata.continue ?? "";
    await between(pages.length);
  }
  return pages;
}

const names = () =>
  fc.uniqueArray(fc.string({ unit: fc.constantFrom(..."abc"), minLength: 1, maxLength: 3 }), {
    maxLength: 12,
  });

const write = () =>
  fc.record({
    verb: fc.constantFrom("create", "label", "delete"),
    name: fc.string({ unit: fc.constantFrom(..."abc"), minLength: 1, maxLength: 3 }),
  });

Deno.test("pages are one consistent snapshot in order, whatever is written in between", async () => {
  await withServer(async (server) => {
    await fc.assert(
      fc.asyncProperty(
        names(),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        fc.array(write(), { maxLength: 12 }),
        async (names, limit, selects, writes) => {
          await server.must("DELETE", SECRETS);
          for (const [index, name] of names.entries()) {
            const labels = { parity: index % 2 === 0 ? "even" : "odd" };
            await server.must("POST", SECRETS, { body: secretOf(name, { metadata: { labels } }) });
          }
          const selector = selects ? "&labelSelector=parity=even" : "";
          const whole: Page = await server.must("GET", `${SECRETS}?${selector}`);
          const queue = [...writes];
          const pages = await readPages(server, `limit=${limit}${selector}`, async () => {
            for (const { verb, name } of queue.splice(0, 3)) await apply(server, verb, name);
          });
          assertEquals(pages.flatMap(namesOf), namesOf(whole));
          assertEquals(namesOf(whole), namesOf(whole).toSorted());
          let left = whole.items.length;
          for (const [index, { metadata, items }] of pages.entries()) {
            left -= items.length;
            const isLast = index === pages.length - 1;
            assertEquals(metadata.resourceVersion, whole.metadata.resourceVersion);
            assertEquals(items.length, isLast ? items.length : limit);
            assertEquals((metadata.continue ?? "") === "", isLast);
            assertEquals(metadata.remainingItemCount, isLast || selects ? undefined : left);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

async function apply(server: TestServer, verb: string, name: string): Promise<void> {
  const path = `${SECRETS}/${name}`;
  const type = "application/merge-patch+json";
  switch (verb) {
    case "create":
      await server.ask("POST", SECRETS, { body: secretOf(name) });
      break;
    case "label":
      await server.ask("PATCH", path, { body: { metadata: { labels: { parity: name } } }, type });
      break;
    case "delete":
      await server.ask("DELETE", path);
  }
}

Deno.test("a list without a limit, or with an ineffective one, is complete", async () => {
  await withServer(async (server) => {
    for (const name of ["a", "b", "c"]) {
      await server.must("POST", SECRETS, { body: secretOf(name) });
    }
    for (const query of ["", "limit=0", "limit=-1", "limit=", "limit=3", "limit=1000"]) {
      const page: Page = await server.must("GET", `${SECRETS}?${query}`);
      assertEquals(namesOf(page), ["a", "b", "c"], query);
      assertEquals(page.metadata.continue ?? "", "");
      assert(!("remainingItemCount" in page.metadata));
    }
  });
});

Deno.test("a list across all namespaces is ordered by namespace, then name, over all pages", async () => {
  await withServer(async (server) => {
    for (const namespace of ["b", "a"]) {
      await server.must("POST", "/api/v1/namespaces", { body: { metadata: { name: namespace } } });
      for (const name of ["y", "x"]) {
        const path = `/api/v1/namespaces/${namespace}/secrets`;
        await server.must("POST", path, { body: secretOf(name) });
      }
    }
    const placesOf = ({ items }: Page) =>
      items.map(({ metadata: { namespace, name } }) => `${namespace}/${name}`);
    const whole: Page = await server.must("GET", "/api/v1/secrets");
    assertEquals(placesOf(whole), ["a/x", "a/y", "b/x", "b/y"]);
    const first: Page = await server.must("GET", "/api/v1/secrets?limit=3");
    const token = encodeURIComponent(first.metadata.continue ?? "");
    const second: Page = await server.must("GET", `/api/v1/secrets?limit=3&continue=${token}`);
    assertEquals([...placesOf(first), ...placesOf(second)], placesOf(whole));
    const one: Page = await server.must(
      "GET",
      "/api/v1/secrets?fieldSelector=metadata.namespace=b",
    );
    assertEquals(placesOf(one), ["b/x", "b/y"]);
  });
});

Deno.test("a list has its kind and `items`, also when empty, for every resource", async () => {
  const groups = {
    Namespace: "/api/v1/namespaces",
    Secret: "/api/v1/secrets",
    Deployment: "/apis/apps/v1/deployments",
    Role: "/apis/rbac.authorization.svc.io/v1/roles",
    RoleBinding: "/apis/rbac.authorization.svc.io/v1/rolebindings",
    ClusterRole: "/apis/rbac.authorization.svc.io/v1/clusterroles",
    ClusterRoleBinding: "/apis/rbac.authorization.svc.io/v1/clusterrolebindings",
  };
  await withServer(async (server) => {
    for (const [kind, path] of Object.entries(groups)) {
      const list = await server.must("GET", `${path}?labelSelector=none-has-this`);
      const version = path.startsWith("/apis/") ? path.slice(6, path.lastIndexOf("/")) : "v1";
      assertEquals([list.kind, list.apiVersion, list.items], [`${kind}List`, version, []]);
      assertEquals(typeof list.metadata.resourceVersion, "string");
    }
  });
});
