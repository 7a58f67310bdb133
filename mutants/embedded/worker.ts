/**
 * The worker of an embedded target with mutants.
 *
 * @module
 */
import { serveThread } from "@plumbline/suites/embedded/thread_server";
import { grossMutants, grossVariants } from "../gross/mod.ts";
import { mutants, mutantSwitch } from "../mod.ts";

serveThread(({ mutants: ids }) => {
  const chosen = mutants.filter(({ id }) => ids.includes(id));
  const gross = [...grossMutants, ...grossVariants];
  const changes = ids.map((id) => gross.find((each) => each.id === id) ?? id);
  return {
    replicas: Math.max(1, ...chosen.map(({ replicas = 1 }) => replicas)),
    plugins: ids.length > 0 ? [mutantSwitch(changes)] : [],
  };
});
