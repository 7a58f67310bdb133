/**
 * The inner door to `@std/yaml`: its public one can only refuse duplicate keys, not name them, and
 * reads YAML 1.2 where servers of this interface read 1.1.
 *
 * JSR does not hand out inner modules: where it takes the place of the npm copy, `npm:deno-std`
 * stays for this one.
 *
 * @module
 */
// @ts-types="./std_yaml_loader.d.ts"
export { LoaderState } from "npm:deno-std@1.4.0/yaml/_loader_state.js";
// @ts-types="./std_yaml_loader.d.ts"
export { getSchema } from "npm:deno-std@1.4.0/yaml/_schema.js";
export type { ScalarType } from "./std_yaml_loader.d.ts";
