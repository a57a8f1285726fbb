/** A payer's 270 configuration as the form staff fill in. Conditions between fields are left to the clearinghouse's own check. */
import { FORM_FIELD_NAMES, isIdentifier } from '@coverlight/contract/inquiries/form-fields.ts';
import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';
import type { PayerConfiguration } from '#ports/clearinghouse.ts';
import { dayOf } from '../answer-date.ts';
import { isJsonObject, labelOf, scalarText } from '../fact-reader.ts';
import { usablePattern } from '@coverlight/domain/payers/usable-pattern.ts';
import { elementSchema } from './availity.schema.ts';
import type { AvailityConfiguration, AvailityElement } from './availity.schema.ts';

/** What of the asking provider is sent where the payer takes it; name and NPI always are. */
const PROVIDER_FIELDS = ['providerTaxId'];
/** Groups multiply; more ways than this help nobody. */
const MAX_COMBOS = 40;

/** Null for an abbreviated configuration, which names no fields. */
export function mapAvailityConfiguration(configuration: AvailityConfiguration): PayerConfiguration | null {
  const elements = collectElements(configuration.elements ?? {});
  const fields = FORM_FIELD_NAMES.flatMap((name) => {
    const element = elements.get(name);
    return element === undefined ? [] : [{ field: fieldOf(name, element), order: element.order ?? Number.MAX_SAFE_INTEGER }];
  })
    .toSorted((a, b) => a.order - b.order)
    .map((item) => item.field);
  if (fields.length === 0) return null;
  const providerFields = PROVIDER_FIELDS.filter((name) => isAllowed(elements.get(name)));
  return { fields, combos: combosOf(configuration.requiredFieldCombinations ?? {}, fields), providerFields };
}

/** Elements may stand inside sections and groups; the outermost of a name counts. */
function collectElements(elements: Record<string, unknown>, depth = 0): Map<string, AvailityElement> {
  const found = new Map<string, AvailityElement>();
  const nested: Map<string, AvailityElement>[] = [];
  for (const [name, value] of Object.entries(elements)) {
    const parsed = elementSchema.safeParse(value);
    if (!parsed.success) continue;
    found.set(name, parsed.data);
    if (parsed.data.elements && depth < 5) nested.push(collectElements(parsed.data.elements, depth + 1));
  }
  for (const inner of nested) for (const [name, element] of inner) if (!found.has(name)) found.set(name, element);
  return found;
}

function isAllowed(element: AvailityElement | undefined): boolean {
  return element !== undefined && (element.allowed ?? true) && element.type !== 'Unsupported';
}

function fieldOf(name: string, element: AvailityElement): PayerField {
  const allowed = isAllowed(element);
  const isMultiple = element.repeats ?? (element.maxRepeats ?? 1) > 1;
  return {
    name,
    label: element.label ?? labelOf(name),
    allowed,
    required: allowed && (element.required ?? false),
    pattern: usablePattern(element.pattern),
    maxLength: element.maxLength ?? null,
    min: element.min === undefined ? null : dayOf(element.min),
    options: optionsOf(element.values),
    multiple: isMultiple,
    max_options: isMultiple ? (element.maxRepeats ?? null) : null,
  };
}

/** `[{code, value}]`, plain texts, or an object of code and words. Links of collections are no options. */
function optionsOf(values: unknown): PayerField['options'] {
  const pairs = Array.isArray(values) ? values.map(pairOf) : isJsonObject(values) ? Object.entries(values) : [];
  const options = pairs.flatMap(([code, words]) => {
    const id = scalarText(code);
    return id === null ? [] : [{ id, name: scalarText(words) ?? id }];
  });
  return options.filter((option, index) => options.findIndex((other) => other.id === option.id) === index);
}

function pairOf(item: unknown): [code: unknown, words: unknown] {
  return isJsonObject(item) ? [item['code'] ?? item['id'], item['value'] ?? item['name'] ?? item['label']] : [item, item];
}

/**
 * Each group's rule must hold, and one list of fields satisfies it: so the ways to identify a patient are the products of the groups. Lists
 * with fields that the payer does not take, or that the form does not have, cannot be satisfied here and are dropped.
 */
function combosOf(groups: Record<string, string[][]>, fields: PayerField[]): string[][] {
  const allowed = new Set(fields.filter((field) => field.allowed).map((field) => field.name));
  const usable = Object.values(groups)
    .map((lists) => lists.filter((list) => list.length > 0 && list.every((name) => allowed.has(name))))
    .filter((lists) => lists.length > 0);
  let combos: string[][] = usable.length === 0 ? [fallbackCombo(fields)] : [[]];
  for (const lists of usable) {
    combos = combos.flatMap((combo) => lists.map((list) => [...new Set([...combo, ...list])])).slice(0, MAX_COMBOS);
  }
  const keys = combos.map((combo) => combo.toSorted().join(' '));
  return combos.filter((combo, index) => combo.length > 0 && keys.indexOf(keys[index] ?? '') === index);
}

/** Without a rule: the identifiers the payer requires, or all it takes. */
function fallbackCombo(fields: PayerField[]): string[] {
  const identifiers = fields.filter((field) => field.allowed && isIdentifier(field.name));
  const required = identifiers.filter((field) => field.required);
  return (required.length > 0 ? required : identifiers).map((field) => field.name);
}
