/** Other payers that pVerify names apart from the detail rows: coordination of benefits, and Medicare's private plans. */
import { dateWords } from '@coverlight/domain/inquiries/coverage/date-words.ts';
import type { AnswerDate, AnswerEntity, AnswerFact } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { answerDate } from '../answer-date.ts';
import { emptyEntity } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import type { FactReader } from '../fact-reader.ts';
import { factsOf } from './pverify-summary.ts';

/** An object full of nulls means that nothing is known, not that there is another payer. */
export function readOtherPayers(reader: FactReader | null): { payers: AnswerEntity[]; contacts: AnswerEntity[]; facts: AnswerFact[] } {
  if (reader === null) return { payers: [], contacts: [], facts: [] };
  const dates = cobDates(reader, 'COB_StartDate', 'COB_EndDate');
  const memberId = reader.text('OtherPayerMemberID');
  const roles: [key: string, code: string, text: string][] = [
    ['PrimaryPayer', 'PRP', 'Primary Payer'],
    ['SecondaryPayer', 'SEP', 'Secondary Payer'],
    ['Payer', 'PR', 'Payer'],
    ['WorkersCompensation', 'PR', 'Workers compensation payer'],
  ];
  const payers = roles.flatMap(([key, code, text]) => {
    const name = reader.text(key);
    if (name === null) return [];
    return [{ ...emptyEntity({ code, text }), name, memberId, dates, primary: code === 'PRP', secondary: code === 'SEP' }];
  });
  const contracted = reader.text('ContractedServiceProvider');
  const contacts = [
    ...readAssociation(reader),
    ...(contracted === null ? [] : [{ ...emptyEntity({ code: '13', text: 'Contracted Service Provider' }), name: contracted }]),
  ];
  const facts = reader.facts('Other payer');
  if (payers.length === 0 && memberId !== null) facts.push({ label: 'Other payer: member id', value: memberId });
  if (payers.length === 0) for (const date of dates) facts.push({ label: date.label, value: dateWords(date) });
  return { payers, contacts, facts };
}

function readAssociation(reader: FactReader): AnswerEntity[] {
  const name = reader.text('IndependentPhysiciansAssociation_IPA');
  if (name === null) return [];
  const phone = reader.text('IPAPhoneNumber');
  const address = {
    street: reader.text('IPAAddress'),
    city: reader.text('IPACity'),
    state: reader.text('IPAState'),
    zip: reader.text('IPAZipCode'),
  };
  return [
    {
      ...emptyEntity({ code: 'I3', text: 'Independent Physicians Association (IPA)' }),
      name,
      address: Object.values(address).some((part) => part !== null) ? address : null,
      contacts: phone === null ? [] : [{ name: null, info: [{ label: 'Phone', value: phone }] }],
      dates: [...dated(reader, 'IPAStartDate', 'begin', 'IPA begin'), ...dated(reader, 'IPAEndDate', 'end', 'IPA end')],
    },
  ];
}

/** Medicare's facts; a private plan that stands in for it, or that pays beside it, is another payer. */
export function readMedicare(reader: FactReader | null): { payers: AnswerEntity[]; facts: AnswerFact[] } {
  if (reader === null) return { payers: [], facts: [] };
  const payers = [
    medicarePayer(reader, { name: 'AdvantagePayerName', role: 'Medicare Advantage payer', prefix: 'Advantage' }),
    medicarePayer(reader, { name: 'PharmacyPayerName', role: 'Pharmacy payer', prefix: 'Pharmacy' }),
    medicarePayer(reader, {
      name: 'WCAutoInjuryLiabilityPayerName',
      role: 'Workers compensation, auto or liability payer',
      prefix: 'WCAutoInjuryLiability',
    }),
  ].flat();
  const rest = Object.fromEntries(reader.unread().map((key) => [key, reader.items(key)]));
  const facts = Object.entries(rest).flatMap(([key, items]) => items.flatMap((item) => factsOf({ [key]: item }, 'Medicare')));
  return { payers, facts };
}

function medicarePayer(reader: FactReader, at: { name: string; role: string; prefix: string }): AnswerEntity[] {
  const name = reader.text(at.name);
  if (name === null) return [];
  const entity = { ...emptyEntity({ code: null, text: at.role }), name };
  entity.dates = [
    ...cobDates(reader, `${at.prefix}COBStartDate`, `${at.prefix}COBEndDate`),
    ...dated(reader, `${at.prefix}COBDate`, 'begin', 'Coordination of benefits', '290'),
  ];
  const phone = reader.text(`${at.prefix}PayerPhoneNumber`);
  if (phone !== null) entity.contacts.push({ name: null, info: [{ label: 'Phone', value: phone }] });
  const facts: [key: string, label: string][] = [
    [`${at.prefix}PolicyType`, 'Policy type'],
    [`${at.prefix}PayerPlanNumber`, 'Plan number'],
    [`${at.prefix}PayerPlanNetworkID`, 'Plan network id'],
    ...(at.prefix === 'Pharmacy'
      ? ([
          ['BIN', 'BIN'],
          ['PCN', 'PCN'],
        ] satisfies [string, string][])
      : []),
  ];
  for (const [key, label] of facts) {
    const value = reader.text(key);
    if (value !== null) entity.facts.push({ label, value });
  }
  return [entity];
}

function cobDates(reader: FactReader, begin: string, end: string): AnswerDate[] {
  const label = 'Coordination of benefits';
  return [...dated(reader, begin, 'begin', label, '290'), ...dated(reader, end, 'end', label, '290')];
}

function dated(reader: FactReader, key: string, shape: 'begin' | 'end', label: string, qualifier: string | null = null): AnswerDate[] {
  const sent = reader.text(key);
  return sent === null ? [] : [answerDate(sent, { qualifier, label, shape })];
}
