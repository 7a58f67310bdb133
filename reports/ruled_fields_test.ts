import { assertEquals } from "@std/assert";
import { fieldsWithoutRule } from "./ruled_fields.ts";

Deno.test("a field has no rule if a wrong value is accepted, or not among the causes of a rejection", () => {
  const accepted = {
    statement: "A binding whose `roleRef.apiGroup` is not the RBAC group is rejected.",
    expected: "an error: a 4xx status",
    actual: "201",
  };
  assertEquals(fieldsWithoutRule(accepted, true), ["roleRef.apiGroup"]);
  const rejected = (actual: string) =>
    fieldsWithoutRule({
      statement: "The details have a cause for each invalid field.",
      expected:
        'causes for {"roleRef.apiGroup":"NotSupported","subjects[0].name":"Required"}, named',
      actual,
    }, false);
  assertEquals(rejected("422 Invalid: [subjects[0].name: Required value]"), ["roleRef.apiGroup"]);
  assertEquals(rejected("422 Invalid: [roleRef.apiGroup: Unsupported value]"), ["subjects.name"]);
  // That the details name no field is another mistake, and so is a success.
  assertEquals(rejected("422 Invalid: no"), []);
  assertEquals(rejected("201"), []);
});
