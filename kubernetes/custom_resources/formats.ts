/**
 * The formats of strings that schemas of custom resources check. Any other format has no effect.
 *
 * @module
 */

type Check = (text: string) => boolean;

const matches = (pattern: RegExp): Check => (text) => pattern.test(text);

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
const HEX = "[0-9a-fA-F]";
const DATE = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d";

function isIpv6(text: string): boolean {
  if (!text.includes(":") || /[^0-9a-fA-F:.]/.test(text)) return false;
  return URL.canParse(`http://[${text}]/`);
}

function isCidr(text: string): boolean {
  const [address = "", length = "", ...rest] = text.split("/");
  if (rest.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(length)) return false;
  return (IPV4.test(address) && Number(length) <= 32) || (isIpv6(address) && Number(length) <= 128);
}

function isUri(text: string): boolean {
  // As in Go: an absolute URI, or a path that begins with a slash.
  if (/[\s<>"{}|\\^`]/.test(text)) return false;
  return text.startsWith("/") || (/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text) && URL.canParse(text));
}

function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  return match !== null && !Number.isNaN(Date.parse(`${match[1]}T00:00:00Z`));
}

const DATE_TIME = new RegExp(`^(${DATE})[Tt]${TIME}(?:\\.\\d+)?(?:[Zz]|[+-]\\d\\d:\\d\\d)$`);

/** A duration of Go, or a number with a unit such as `3 days`. */
const DURATION =
  /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$|^[+-]?0$|^\d+\s*(?:ns|nano|us|µs|micro|ms|milli|s|sec|secs|m|min|mins|h|hr|hrs|hour|hours|d|day|days|w|wk|wks|week|weeks)$/;

const uuid = (version: string, variant = HEX): Check =>
  matches(
    new RegExp(`^${HEX}{8}-?${HEX}{4}-?${version}${HEX}{3}-?${variant}${HEX}{3}-?${HEX}{12}$`, "i"),
  );

const FORMATS: Readonly<Record<string, Check>> = {
  bsonobjectid: matches(new RegExp(`^${HEX}{24}$`)),
  byte: (text) =>
    text !== "" && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
  cidr: isCidr,
  creditcard: matches(/^\d{13,19}$/),
  date: matches(new RegExp(`^${DATE}$`)),
  "date-time": isDateTime,
  datetime: isDateTime,
  duration: matches(DURATION),
  email: matches(/^[^\s@<>]+@[^\s@<>]+$/),
  hexcolor: matches(new RegExp(`^#?(?:${HEX}{3}|${HEX}{6})$`)),
  hostname: (text) => text.length <= 253 && new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.?$`).test(text),
  ipv4: matches(IPV4),
  ipv6: isIpv6,
  isbn: matches(/^(?:[\d -]{9,12}[\dxX]|[\d -]{13,17})$/),
  isbn10: matches(/^[\d -]{9,12}[\dxX]$/),
  isbn13: matches(/^[\d -]{13,17}$/),
  mac: matches(new RegExp(`^${HEX}{2}(?:[:-]${HEX}{2}){5}$`)),
  rgbcolor: matches(/^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/),
  ssn: matches(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/),
  uri: isUri,
  uuid: uuid(HEX),
  uuid3: uuid("3"),
  uuid4: uuid("4", "[89ab]"),
  uuid5: uuid("5", "[89ab]"),
};

/** Returns true unless the format is known and the text does not have it. */
export function hasFormat(text: string, format: string): boolean {
  const check = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return check?.(text) ?? true;
}
