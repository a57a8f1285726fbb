/** Which level of care and which setting a payer's line is about by its own words: they outrank the service it stands under (product.md 10.5). */
import type { LevelOfCare, Setting } from './care-levels.ts';
import { lineTexts, type SourceLine } from './line-words.ts';

const INPATIENT =
  /\binpatient\b|(?<!\bnon[- ]?)\bresidential\b|\broom (?:and|&) board\b|\bskilled nursing\b|\bhospice\b|\bper[- ]admi(?:t|ssion)\b|\bhospital (?:admissions?|stays?|confinements?)\b|\bovernight\b/i;
const OUTPATIENT =
  /\bout-?patient\b|\btele-?(?:health|medicine|phone|visit|psychiatry|therapy)\w*|\bvirtual\b|\be-?visits?\b|\bvideo\b|\bclinic\b|\bambulatory\b|\burgent care\b|\bemergency room\b|\bwalk-in\b|\bnon[- ]?residential\b|\bcommunity mental health\b/i;
/** In running text "office" and "home" alone may be an address; as a place of service they are where care is given. */
const VISITS =
  /\boffice[ -]visits?\b|\bin[ -]office\b|^office$|\bpatient'?s home\b|\bhome visits?\b|\b(?:pcp|physician|doctor|provider|specialist|therapist|psychiatrist|psychologist|counselor)(?:'?s)? (?:office|visits?)\b/im;
const PLACES = /\boffice\b|\bhome\b/i;
/** In capitals alone: "op" and "ip" in running text may be anything. */
const SHORT_INPATIENT = /\bIP\b/;
const SHORT_OUTPATIENT = /\bOP\b/;
/** Places with a bed, where a payer sends the code without words. */
const INPATIENT_PLACES = /^(?:21|31|32|34|51|54|55|56|61)$/;

function eitherOf(isInpatient: boolean, isOutpatient: boolean): Setting | null {
  // "Inpatient and outpatient" is about both.
  if (isInpatient === isOutpatient) return null;
  return isInpatient ? 'inpatient' : 'outpatient';
}

function settingOfPlace(place: string): Setting | null {
  if (/^\d\d$/.test(place)) return INPATIENT_PLACES.test(place) ? 'inpatient' : 'outpatient';
  return eitherOf(INPATIENT.test(place), OUTPATIENT.test(place) || PLACES.test(place));
}

const textOf = (line: SourceLine) => [...lineTexts(line), line.description ?? ''].join('\n');

/** Null: the line tells nothing of it, or speaks of both. The place of service counts before free text. */
export function settingOf(line: SourceLine): Setting | null {
  const place = line.place_of_service === null ? null : settingOfPlace(line.place_of_service.trim());
  if (place !== null) return place;
  const text = textOf(line);
  return eitherOf(
    INPATIENT.test(text) || SHORT_INPATIENT.test(text),
    OUTPATIENT.test(text) || SHORT_OUTPATIENT.test(text) || VISITS.test(text),
  );
}

const COUNTED_VISITS = /\b(?:visits?|sessions?)\b/i;

/** Visits are counted of care that one goes home from, admissions of care that one stays for. A delivery (HSD) counts them in words. */
function settingOfUnit(line: SourceLine): Setting | null {
  const isPrice = line.amount_code === 'coPayment' || line.amount_code === 'coInsurance';
  const isByVisit = line.quantity?.qualifier_code === 'VS' || line.delivery_information.some((words) => COUNTED_VISITS.test(words));
  if (isByVisit || (isPrice && line.period_code === '27')) return 'outpatient';
  return isPrice && line.period_code === '36' ? 'inpatient' : null;
}

/** Words that name one level of care. */
const NAMED: readonly { key: LevelOfCare['key']; words: RegExp }[] = [
  { key: 'dtx', words: /\bdetox\w*|\bwithdrawal management\b/i },
  { key: 'rtc', words: /(?<!\bnon[- ]?)\bresidential\b|\brtc\b/i },
  { key: 'php', words: /\bpartial[ -]hosp\w*|\bphp\b|\bday treatment\b/i },
  { key: 'iop', words: /\bintensive[ -]out-?patient\b|\biop\b/i },
];
const PLAIN_OUTPATIENT = /(?<!\bintensive[ -])\bout-?patient\b/i;

/** The levels of care that a line names in its own words; empty for most lines. */
export function levelsNamed(line: SourceLine): LevelOfCare['key'][] {
  const words = `${textOf(line)}\n${line.place_of_service ?? ''}`;
  const named = NAMED.filter((each) => each.words.test(words)).map(({ key }) => key);
  return named.length > 0 && PLAIN_OUTPATIENT.test(words) ? [...named, 'op'] : named;
}

/**
 * True unless the line's own words put it elsewhere. What is counted by visit or admission tells the setting only under a
 * service that stands in for the level: of the level's own service anything may be counted in any way.
 */
export function isAbout(line: SourceLine, level: LevelOfCare, isOwn: boolean): boolean {
  const named = levelsNamed(line);
  if (named.length > 0) return named.includes(level.key);
  if (level.setting === null) return true;
  const setting = settingOf(line) ?? (isOwn ? null : settingOfUnit(line));
  return setting === null || setting === level.setting;
}
