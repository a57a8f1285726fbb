/** `CORE_<NAME>_...`: the trading partners that are asked in X12, any number of them (product.md 11.7). Read by config.ts alone. */

import type { CorePartner } from '#ports/core-partner.ts';

const SETTING = /^CORE_([A-Z][A-Z0-9_]{0,30}?)_(URL|TRANSPORT|SENDER|RECEIVER|USER|PASSWORD|NAMESPACE)$/;
const REQUIRED = ['URL', 'SENDER', 'RECEIVER', 'USER', 'PASSWORD'] as const;
const NAMESPACE = 'http://www.caqh.org/SOAP/WSDL/CORERule2.2.0.xsd';

/** "30:123456789" names the qualifier; without one it is ZZ. At most 15 characters, as X12 has it. */
function partyOf(sent: string): { qualifier: string; id: string } | null {
  const match = /^(?:([A-Z0-9]{2}):)?([A-Za-z0-9 .-]{1,15})$/.exec(sent);
  return match?.[2] === undefined ? null : { qualifier: match[1] ?? 'ZZ', id: match[2] };
}

/** Partners by name, and what is missing or wrong, by the name of its setting; values are never repeated. */
export function readCorePartners(
  env: Readonly<Record<string, string | undefined>>,
  { production }: { production: boolean },
): { partners: CorePartner[]; wrong: string[] } {
  const byName = new Map<string, Map<string, string>>();
  for (const [key, value = ''] of Object.entries(env)) {
    const [, name, setting] = SETTING.exec(key) ?? [];
    if (name === undefined || setting === undefined || value.trim() === '') continue;
    byName.set(name, (byName.get(name) ?? new Map<string, string>()).set(setting, value.trim()));
  }
  const wrong: string[] = [];
  const partners = [...byName]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, settings]) => {
      const missing = REQUIRED.filter((setting) => !settings.has(setting));
      wrong.push(...missing.map((setting) => `CORE_${name}_${setting}: is missing`));
      const text = (setting: string) => settings.get(setting) ?? '';
      const transport = text('TRANSPORT') === '' ? 'soap' : text('TRANSPORT').toLowerCase();
      const [sender, receiver] = [partyOf(text('SENDER')), partyOf(text('RECEIVER'))];
      const faults = [
        ...(settings.has('URL') && !/^https?:\/\/\S+$/.test(text('URL')) ? ['URL: is no address'] : []),
        ...(production && text('URL').startsWith('http:') ? ['URL: must begin with https:'] : []),
        ...(transport !== 'soap' && transport !== 'mime' ? ['TRANSPORT: must be soap or mime'] : []),
        ...(settings.has('SENDER') && sender === null
          ? ['SENDER: at most 15 letters and digits, after a qualifier of two and a colon']
          : []),
        ...(settings.has('RECEIVER') && receiver === null
          ? ['RECEIVER: at most 15 letters and digits, after a qualifier of two and a colon']
          : []),
      ];
      wrong.push(...faults.map((fault) => `CORE_${name}_${fault}`));
      if (missing.length + faults.length > 0 || sender === null || receiver === null) return [];
      return [
        {
          name: name.toLowerCase(),
          url: text('URL'),
          transport: transport as CorePartner['transport'],
          sender,
          receiver,
          user: text('USER'),
          password: text('PASSWORD'),
          namespace: text('NAMESPACE') === '' ? NAMESPACE : text('NAMESPACE'),
          usage: production ? ('P' as const) : ('T' as const),
        },
      ];
    });
  return { partners, wrong };
}

/** A development machine's: the sandbox's gateway, once in each transport. */
export function sandboxPartners(sandboxUrl: string): CorePartner[] {
  const shared = { url: `${sandboxUrl}/core`, user: 'sandbox', password: 'sandbox', namespace: NAMESPACE, usage: 'T' as const };
  const parties = { sender: { qualifier: 'ZZ', id: 'COVERLIGHT' }, receiver: { qualifier: 'ZZ', id: 'SANDBOX' } };
  return [
    { ...shared, ...parties, name: 'lighthouse', transport: 'soap' },
    { ...shared, ...parties, name: 'mariner', transport: 'mime' },
  ];
}
