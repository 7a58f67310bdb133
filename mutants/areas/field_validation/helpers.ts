/**
 * Helpers of mutants of `fieldValidation`.
 *
 * @module
 */
import type { Change, Steps, Write } from "@plumbline/server/parts";

/** Changes the warnings about dropped fields. */
export const changingWarnings = (
  change: (items: readonly string[]) => readonly string[],
): Change<Steps> =>
({ judgeFields }) => ({
  judgeFields(write) {
    const warnings = new Set<string>();
    judgeFields({ ...write, context: { ...write.context, warnings } });
    change([...warnings]).forEach((item) => write.context.warnings.add(item));
  },
});

/** Notices only some of the unknown fields of a document. */
export const noticing = (
  unknownOf: (write: Write) => readonly string[],
): Change<Steps> =>
({ judgeFields }) => ({
  judgeFields(write) {
    judgeFields({ ...write, decoded: { ...write.decoded, unknown: unknownOf(write) } });
  },
});

/** Loses the duplicate fields of some bodies. */
export const losingDuplicates = (
  isLost: (path: string, write: Write) => boolean,
): Change<Steps> =>
({ decode }) => ({
  decode(write) {
    decode(write);
    if (write.isOutcome) return;
    const duplicates = write.decoded.duplicates.filter((path) => !isLost(path, write));
    write.decoded = { ...write.decoded, duplicates };
  },
});
