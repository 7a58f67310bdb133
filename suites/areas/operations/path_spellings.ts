/**
 * Checks of other spellings of paths.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { HttpResponse } from "../../client/http_client.ts";
import { asObject, nameOf } from "../../model/object.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import { describeResponse } from "../../session/violation.ts";
import { Existing } from "./objects.ts";
import { verify } from "../../verify.ts";

const REQUIREMENTS = {
  "slash": "operations.slash-at-end",
  "encoded": "operations.encoded-paths",
} as const satisfies Record<string, RequirementId>;

type Spelling = keyof typeof REQUIREMENTS;

const SPELL: Readonly<Record<Spelling, (path: string) => string>> = {
  slash: (path) => `${path}/`,
  encoded: (path) => {
    const [prefix] = /^\/(api\/[^/]+|apis\/[^/]+\/[^/]+)/.exec(path)!;
    // The last character of each part, as two hexadecimal digits.
    return prefix + path.slice(prefix.length).replaceAll(
      /[^/](?=\/|$)/g,
      (character) => `%${character.charCodeAt(0).toString(16)}`,
    );
  },
};

/** Checks of spellings of paths. */
export const PATH_SPELLINGS: readonly Check[] = [
  property<{ resource: string; spelling: Spelling }>({
    id: "operations/path-spellings",
    title: "A path with a slash at its end or percent-encoded letters is the same path",
    requirements: ["operations.slash-at-end", "operations.encoded-paths"],
    ...enumerated((target) =>
      combinations<{ resource: string; spelling: Spelling }>({
        resource: namesOf(target),
        spelling: Object.keys(REQUIREMENTS) as Spelling[],
      }, 0)
    ),
    run: async (scope, { resource, spelling }) => {
      scope.note(spelling);
      const existing = await Existing.create(scope, typeNamed(scope.target, resource));
      const [collection, path] = [existing.collection(), existing.path()].map(SPELL[spelling]);
      const expectName = (response: HttpResponse, name: string, what: string): void => {
        const object = asObject(response.json) ?? {};
        const [first] = Array.isArray(object.items) ? object.items : [object];
        verify(REQUIREMENTS[spelling], {
          holds: response.status < 300 && nameOf(asObject(first) ?? {}) === name,
          expected: `${name} by ${what}`,
          actual: describeResponse(response),
        });
      };
      const name = nameOf(existing.object);
      const query = { labelSelector: scope.selector };
      const get = await scope.send({ method: "GET", path: path! });
      expectName(get, name, `GET ${path}`);
      const list = await scope.send({ method: "GET", path: collection!, query });
      expectName(list, name, `GET ${collection}`);
      const patch = existing.patch("merge");
      const patched = await scope.send({ method: "PATCH", path: path!, ...patch });
      expectName(patched, name, `PATCH ${path}`);
      const body = scope.newObject(existing.type, { name: "another" });
      const created = await scope.send({ method: "POST", path: collection!, body });
      expectName(created, nameOf(body), `POST ${collection}`);
    },
  }),
];
