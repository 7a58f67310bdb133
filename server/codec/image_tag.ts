/**
 * Whether an image's name leaves its version open.
 *
 * @module
 */

const COMPONENT = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const DOMAIN = `${LABEL}(?:\\.${LABEL})*(?::[0-9]+)?`;
const TAG = "\\w[\\w.-]{0,127}";
const DIGEST = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";
const REFERENCE = new RegExp(
  `^(?:${DOMAIN}/)?${COMPONENT}(?:/${COMPONENT})*(?::(${TAG}))?(?:@(${DIGEST}))?$`,
);

/**
 * True when an image is the latest of its name, by its tag or for want of one.
 *
 * @param image for example `nginx` or `host.example:5000/team/app:1.2`
 */
export function isLatest(image: string): boolean {
  if (image.length > MAX_LENGTH) return false;
  const match = REFERENCE.exec(image);
  if (!match) return false;
  const [, tag, digest] = match;
  return tag === "latest" || (tag === undefined && digest === undefined);
}

/** Longer names are none; this leaves room for the tag and the digest. */
const MAX_LENGTH = 1_024;
