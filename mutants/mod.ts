/**
 * Seeded bugs and benign variants of the reference server, and the plugin that switches them.
 * `README.md` explains how to add one.
 *
 * @module
 */
export { benignVariants } from "./benign_variants/mod.ts";
export { mutants } from "./catalogue.ts";
export {
  type BenignVariant,
  type Bug,
  bugs,
  type Catalogued,
  type ChangeId,
  type Mutant,
} from "./mutant.ts";
export { type MutantSwitch, mutantSwitch } from "./mutant_switch.ts";
