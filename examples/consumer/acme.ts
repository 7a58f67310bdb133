import {
  arbitraries,
  chapter,
  defineArea,
  oracles,
  property,
  verify,
} from "@plumbline/plumbline/suites";

const RULES = chapter("Acme platform rules");

/** The rules of a platform, as an area of requirements and checks. */
export default defineArea({
  id: "acme",
  requirements: {
    "acme.lists-are-sorted": RULES.must("The items of a list are sorted by namespace and name."),
  },
  checks: [
    property({
      id: "acme/sorted-lists",
      title: "Lists are sorted by namespace and name",
      requirements: ["acme.lists-are-sorted"],
      arbitrary: () => arbitraries.population({ least: 2 }),
      run: async (scope, objects) => {
        const { reader } = await arbitraries.populate(scope, objects);
        const actual = (await reader.list()).pages[0]!.items.map(oracles.keyOf);
        verify("acme.lists-are-sorted", { expected: actual.toSorted(), actual });
      },
    }),
  ],
});
