/**
 * Schedules in the format of cron: five fields, or a descriptor.
 *
 * @module
 */

/** The least and the greatest number of a field, and the names of its numbers. */
interface Field {
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const DAYS = "sun mon tue wed thu fri sat".split(" ");

const FIELDS: readonly Field[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: MONTHS },
  { least: 0, most: 6, names: DAYS },
];

const DESCRIPTOR = /^@(annually|yearly|monthly|weekly|daily|midnight|hourly)$/;
const DURATION = /^@every [+-]?(0|((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/;
const ZONE = /^(CRON_)?TZ=(\S+) +/;

/** Returns true for a schedule, with or without a time zone in front. */
export function isSchedule(text: string): boolean {
  const [start = "", , zone] = ZONE.exec(text) ?? [];
  const schedule = text.slice(start.length).trim();
  if (zone !== undefined && !isZone(zone)) return false;
  if (schedule.startsWith("@")) return DESCRIPTOR.test(schedule) || DURATION.test(schedule);
  const fields = schedule.split(/\s+/);
  return fields.length === FIELDS.length &&
    fields.every((field, at) => field.split(",").every((part) => isRange(part, FIELDS[at]!)));
}

/** Returns true for the name of a time zone. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Returns true for a number, a range, or all numbers, with or without a step. */
function isRange(text: string, field: Field): boolean {
  const [range = "", step, ...more] = text.split("/");
  if (more.length > 0 || step !== undefined && !(/^\d+$/.test(step) && Number(step) > 0)) {
    return false;
  }
  const [first = "", last, ...others] = range.split("-");
  // What follows is ignored.
  if (first === "*" || first === "?") return true;
  if (others.length > 0) return false;
  const [from, to] = [
    numberOf(first, field),
    last === undefined ? undefined : numberOf(last, field),
  ];
  if (from === undefined || last !== undefined && to === undefined) return false;
  const end = to ?? (step === undefined ? from : field.most);
  return from >= field.least && end <= field.most && from <= end;
}

function numberOf(text: string, { least, names }: Field): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const at = names.indexOf(text.toLowerCase());
  return at < 0 ? undefined : at + least;
}
