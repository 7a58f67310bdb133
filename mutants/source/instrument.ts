/**
 * Instruments the server's sources: all mutants in one program, each off until it is switched on.
 *
 * @module
 */
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { RULES } from "./rule_list.ts";
import type { Rule } from "./rule.ts";
import { RuledRegions } from "./rules.ts";
import { type Change, identify, type SourceMutant } from "./source_mutant.ts";

/** A source file. */
export interface SourceFile {
  /** The path from the repository's root. */
  readonly name: string;
  readonly content: string;
}

/** The instrumented sources. */
export interface Instrumented {
  readonly files: readonly SourceFile[];
  readonly mutants: readonly SourceMutant[];
}

type Logger = ConstructorParameters<typeof Instrumenter>[0];

const off = () => false;
const ignore = () => {};
const SILENT: Logger = {
  ...{ isTraceEnabled: off, isDebugEnabled: off, isInfoEnabled: off, isWarnEnabled: off },
  ...{ isErrorEnabled: off, isFatalEnabled: off, trace: ignore, debug: ignore, info: ignore },
  ...{ warn: ignore, error: ignore, fatal: ignore },
};

/** Instruments the files. */
export async function instrument(
  sources: readonly SourceFile[],
  rules: readonly Rule[] = RULES,
): Promise<Instrumented> {
  const ruled = new RuledRegions(sources.map(({ name }) => name), rules);
  const { files, mutants } = await new Instrumenter(SILENT).instrument(
    sources.map((source) => ({ ...source, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [ruled.ignorer] },
  );
  const lines = new Map(sources.map(({ name, content }) => [name, content.split("\n")]));
  const changes = mutants.map(
    ({ fileName, id, location: { start, end }, mutatorName, replacement }): Change => {
      const text = lines.get(fileName)!.slice(start.line, end.line + 1);
      const context = text[0]!.trim();
      // The end first: it may be in the same line.
      text[text.length - 1] = text.at(-1)!.slice(0, end.column);
      text[0] = text[0]!.slice(start.column);
      const rule = ruled.ruleOf(fileName, start, end);
      return {
        number: id,
        file: fileName,
        line: start.line + 1,
        mutator: mutatorName,
        original: text.join("\n"),
        replacement,
        context,
        ...(rule && { rule }),
      };
    },
  );
  return { files, mutants: await identify(changes) };
}
