import { expect, test } from 'vitest';
import { readCorePartners } from './core-partners.ts';

const STEDI = {
  CORE_STEDI_URL: 'https://partner.example/core',
  CORE_STEDI_SENDER: '30:123456789',
  CORE_STEDI_RECEIVER: 'STEDI',
  CORE_STEDI_USER: 'us',
  CORE_STEDI_PASSWORD: 'secret',
};

test('each name is a partner of its own', () => {
  const other = Object.fromEntries(Object.entries(STEDI).map(([key, value]) => [key.replace('STEDI', 'NORTH_SHORE'), value]));
  const { partners, wrong } = readCorePartners(
    { ...STEDI, ...other, CORE_NORTH_SHORE_TRANSPORT: 'mime', PATH: '/bin' },
    { production: true },
  );
  expect(wrong).toEqual([]);
  expect(partners).toMatchObject([
    { name: 'north_shore', transport: 'mime' },
    {
      name: 'stedi',
      url: 'https://partner.example/core',
      transport: 'soap',
      sender: { qualifier: '30', id: '123456789' },
      receiver: { qualifier: 'ZZ', id: 'STEDI' },
      namespace: 'http://www.caqh.org/SOAP/WSDL/CORERule2.2.0.xsd',
      usage: 'P',
    },
  ]);
});

test('all that is missing or wrong is told at once, without its value', () => {
  const env = {
    CORE_STEDI_URL: 'http://partner.example',
    CORE_STEDI_TRANSPORT: 'pigeon',
    CORE_STEDI_SENDER: 'MUCH TOO LONG FOR AN ID',
    CORE_STEDI_USER: 'u',
  };
  const { partners, wrong } = readCorePartners(env, { production: true });
  expect(partners).toEqual([]);
  expect(wrong.map((line) => line.split(':')[0])).toEqual([
    'CORE_STEDI_RECEIVER',
    'CORE_STEDI_PASSWORD',
    'CORE_STEDI_URL',
    'CORE_STEDI_TRANSPORT',
    'CORE_STEDI_SENDER',
  ]);
  expect(wrong.join(' ')).not.toMatch(/pigeon|TOO LONG|partner\.example/);
});

test('without such settings there is no partner', () => {
  expect(readCorePartners({ CORE_STEDI_URL: '', CORES: '4' }, { production: false })).toEqual({ partners: [], wrong: [] });
});
