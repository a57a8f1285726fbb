/** Which services a payer's free text names. Mental health and substance use are never taken for each other (product.md 10.5). */

const BEHAVIOURAL =
  /\b(?:behaviou?ral|behav|mental|psych|psychiatr\w*|psycholog\w*|psychotherap\w*|MH[\s/]*SA|MHSA|MH[\s/]*SUD|MH|BH|residential treatment|partial hospital\w*|intensive outpatient|PHP|IOP|RTC)\b/i;
const SUBSTANCE =
  /\b(?:substance|chem(?:ical)?\.? dep\w*|addiction\w*|alcohol\w*|drug (?:and|&|or) alcohol|drug (?:abuse|addiction|treatment|rehab\w*|dependenc\w*|detox\w*)|detox\w*|opioid\w*|MH[\s/]*SA|MHSA|MH[\s/]*SUD|SUDS?|SA)\b/i;
/** Levels of care that both kinds of treatment have: naming them says of neither alone. */
const EITHER = /\b(?:residential|partial hospital\w*|intensive outpatient|PHP|IOP|RTC)\b/i;

export const namesBehavioural = (text: string): boolean => BEHAVIOURAL.test(text) || SUBSTANCE.test(text);

/** True where the text names substance use and neither mental health nor behavioural health as a whole. */
export function namesSubstanceAlone(text: string): boolean {
  return SUBSTANCE.test(text) && !BEHAVIOURAL.test(text.replaceAll(new RegExp(EITHER, 'gi'), ''));
}
