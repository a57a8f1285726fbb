/** What the code and words of a status say: active, inactive, or neither (product.md 10.1). Small, since lists need it. */
export function isActiveStatus(code: string | null): boolean {
  return code !== null && /^[1-5]$/.test(code);
}

export function isInactiveStatus(code: string | null): boolean {
  return code !== null && /^[678]$/.test(code);
}

const INACTIVE_WORDS = /\b(?:inactive|not active|terminated|termed|cancel+ed|lapsed|ineligible|not eligible|no coverage|disenrolled)\b/i;
const ACTIVE_WORDS = /\b(?:active|eligible|in force)\b/i;

/** True where the status's words say active and its code inactive, or the other way round. */
export function wordsAndCodeDisagree(words: string | null, code: string | null): boolean {
  if (words === null) return false;
  return INACTIVE_WORDS.test(words) ? isActiveStatus(code) : ACTIVE_WORDS.test(words) && isInactiveStatus(code);
}

interface Status {
  status: string | null;
  status_code: string | null;
}

/** What has no code is read by its words. */
const saysActive = ({ status, status_code: code }: Status) =>
  code === null ? status !== null && !INACTIVE_WORDS.test(status) && ACTIVE_WORDS.test(status) : isActiveStatus(code);
const saysInactive = ({ status, status_code: code }: Status) =>
  code === null ? status !== null && INACTIVE_WORDS.test(status) : isInactiveStatus(code);

/** True where one of them says active and the other inactive; a status that says neither contradicts nothing. */
export function areOpposite(a: Status, b: Status): boolean {
  return (saysActive(a) && saysInactive(b)) || (saysInactive(a) && saysActive(b));
}
