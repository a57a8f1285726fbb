/** One group for each service that a plan's lines speak of. */
import type { BenefitGroup } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { toAuxiliaries, type AuxiliaryLine } from './auxiliaries.ts';
import { compareText, orderGroups } from './benefit-order.ts';
import { type PaymentLine, toBenefits } from './benefits.ts';
import { toAdditionalPayers } from './other-payers.ts';
import type { AnswerLine } from './payer-answer.ts';
import { NO_SERVICE_NAME } from './plan-level.ts';
import { codeOfServiceName, serviceTypeName } from './service-types.ts';
import { leadingStatus, type StatusLine, toStatusDetails } from './statuses.ts';
import { readKind } from './line-kind.ts';

/** The lines of one service, by where they belong. */
export interface ServiceLines {
  code: string | null;
  /** Names as sent; the group shows the one they agree on. */
  names: Set<string>;
  statuses: StatusLine[];
  payments: PaymentLine[];
  auxiliaries: AuxiliaryLine[];
  otherPayers: AnswerLine[];
}

/** The service's code, as sent or as its name tells. Null code: a name that no code has, or no service at all. */
function serviceOf(line: AnswerLine): { key: string; code: string | null; name: string | null } {
  const code = line.service?.code?.trim() ?? '';
  const name = line.service?.text?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const read = code === '' ? codeOfServiceName(name) : code.toUpperCase();
  const shown = name === '' ? null : name;
  return { key: read === null ? `name:${name.toLowerCase()}` : `code:${read}`, code: read, name: shown };
}

/** Sorts lines by service and kind. `unknown` holds lines of kinds that nobody defined. */
export function collectLines(lines: AnswerLine[]): { services: ServiceLines[]; unknown: AnswerLine[] } {
  const services = new Map<string, ServiceLines>();
  const known = new Map<string, ReturnType<typeof serviceOf>>();
  const unknown: AnswerLine[] = [];
  for (const line of lines) {
    const kind = readKind(line);
    if (kind === null) {
      unknown.push(line);
      continue;
    }
    const sent = `${line.service?.code}|${line.service?.text}`;
    const named = known.get(sent) ?? serviceOf(line);
    known.set(sent, named);
    const { key, code, name } = named;
    const service = services.get(key) ?? { code, names: new Set(), statuses: [], payments: [], auxiliaries: [], otherPayers: [] };
    services.set(key, service);
    if (name !== null) service.names.add(name);
    switch (kind.place) {
      case 'status':
        service.statuses.push({ line, kind });
        break;
      case 'payment':
        service.payments.push({ line, kind });
        break;
      case 'auxiliary':
        service.auxiliaries.push({ line, kind });
        break;
      case 'other-payer':
        service.otherPayers.push(line);
        break;
    }
  }
  return { services: [...services.values()], unknown };
}

function nameOf({ code, names }: ServiceLines): string {
  const [first, ...others] = [...names].toSorted(compareText);
  const known = code === null ? null : serviceTypeName(code);
  if (first === undefined) return known ?? code ?? NO_SERVICE_NAME;
  // Where the senders' words differ, the table's name stands for all of them.
  return others.length === 0 ? first : (known ?? first);
}

function toGroup(service: ServiceLines): BenefitGroup {
  const name = nameOf(service);
  const details = toStatusDetails(service.statuses, name);
  const leading = leadingStatus(details);
  return {
    code: service.code,
    name,
    status: leading?.status ?? null,
    status_code: leading?.status_code ?? null,
    status_details: details,
    contacts: [],
    benefits: toBenefits(service.payments, name),
    auxilary: toAuxiliaries(service.auxiliaries, name),
    additional_payers: toAdditionalPayers(service.otherPayers, name),
  };
}

export function toBenefitGroups(services: ServiceLines[]): BenefitGroup[] {
  return orderGroups(services.map(toGroup));
}
