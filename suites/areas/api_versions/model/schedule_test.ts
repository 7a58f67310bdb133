import { assertEquals } from "@std/assert";
import { expectedIn, isDeprecatedIn, SCHEDULE } from "./schedule.ts";

const rows = (minor: number) =>
  Object.fromEntries(SCHEDULE.map((row) => {
    const deprecated = isDeprecatedIn(row, minor) ? ", deprecated" : "";
    return [`${row.resource} ${row.version}`, expectedIn(row, minor) + deprecated];
  }));

Deno.test("each release serves the versions of the schedule", () => {
  const flow = (old: string, next: string) => ({
    "flowschemas v1beta2": old,
    "prioritylevelconfigurations v1beta2": old,
    "flowschemas v1beta3": next,
    "prioritylevelconfigurations v1beta3": next,
  });
  const capacities = (old: string, next: string) => ({
    "csistoragecapacities v1beta1": old,
    "csistoragecapacities v1": next,
  });
  const none = { ...flow("absent", "absent"), ...capacities("absent", "absent") };
  assertEquals(rows(20), none);
  assertEquals(rows(23), { ...flow("served", "absent"), ...capacities("served", "absent") });
  assertEquals(rows(26), {
    ...flow("served, deprecated", "served"),
    ...capacities("served, deprecated", "served"),
  });
  assertEquals(rows(27), {
    ...flow("served, deprecated", "served"),
    ...capacities("absent", "served"),
  });
  assertEquals(rows(29), { ...flow("absent", "served"), ...capacities("absent", "served") });
  assertEquals(rows(32), { ...flow("absent", "unknown"), ...capacities("absent", "served") });
});
