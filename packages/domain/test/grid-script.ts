/**
 * A second reading of a 271 for tests, straight from its text: which of the 70 cells of a case's grid the payer leaves silent. It uses
 * nothing of the product's reading, and follows the words of product.md 10.5 and 20.1 in its own way.
 */

/** Of each level: its own services, those that stand in, those whose no takes the plan's amounts away, and the setting. */
const LEVELS = {
  dtx: { own: 'CI', near: 'AI 48', wider: '', setting: 'in' },
  rtc: { own: 'RT', near: 'A5 CG CI', wider: 'MH A4', setting: 'in' },
  php: { own: 'BB', near: '', wider: 'MH A4', setting: '' },
  iop: { own: '', near: 'CH CJ A8', wider: 'MH A4', setting: 'out' },
  op: { own: 'CF A6 A8', near: 'MH 98', wider: 'A4', setting: 'out' },
} as const;
type Level = keyof typeof LEVELS;
const FACTS = ['covered', 'authorization', 'limit', 'copay', 'coinsurance', 'deductible', 'out_of_pocket'] as const;
type Fact = (typeof FACTS)[number];
const KIND: Partial<Record<Fact, string>> = { limit: 'F', copay: 'B', coinsurance: 'A', deductible: 'C', out_of_pocket: 'G' };
const BEHAVIOURAL = 'MH A4 A5 A6 A7 A8 AI AJ AK BB BC BD CE CF CG CH CI CJ RT 98 22 CQ'.split(' ');
const words = (list: string) => list.split(' ').filter(Boolean);

interface Line {
  kind: string;
  service: string;
  type: string;
  plan: string;
  period: string;
  unit: string;
  auth: string;
  net: string;
  texts: string[];
  place: string;
  named: boolean;
}

function linesOf(raw: string): Line[] {
  const element = raw[3] ?? '*';
  const repeat = raw[82] ?? '^';
  const lines: Line[] = [];
  let last: Line[] = [];
  for (const text of raw.split(raw[105] ?? '~')) {
    const [id = '', ...rest] = text.trim().split(element);
    const at = (place: number) => rest[place - 1] ?? '';
    if (id === 'EB') {
      const codes = at(3) === '' ? [''] : at(3).split(repeat);
      last = codes.map((service) => ({
        kind: at(1),
        service,
        type: at(4),
        plan: at(5),
        period: at(6),
        unit: at(9),
        auth: at(11),
        net: at(12),
        texts: [],
        place: '',
        named: false,
      }));
      lines.push(...last);
    }
    for (const line of last) {
      if (id === 'MSG') line.texts.push(at(1));
      if (id === 'III' && at(1) === 'ZZ') line.place = at(2);
      if (id === 'HSD' && at(1) === 'VS') line.unit = 'VS';
      if (id === 'NM1') line.named = true;
    }
  }
  return lines;
}

/** Lines by plan. A status of service 30 opens one; others name theirs or follow the one before. */
function plansOf(lines: Line[]): { name: string; type: string; status: string; lines: Line[] }[] {
  const plans: { name: string; type: string; status: string; lines: Line[] }[] = [];
  let current: (typeof plans)[number] | undefined;
  for (const line of lines) {
    const opens = /^[1-8]$/.test(line.kind) && line.service === '30' && (line.plan !== '' || line.type !== '' || plans.length === 0);
    if (opens) plans.push((current = { name: line.plan, type: line.type, status: line.kind, lines: [] }));
    current ??= (plans.push({ name: '', type: '', status: '', lines: [] }), plans[0]);
    (line.plan === '' ? current : (plans.find(({ name }) => name === line.plan) ?? current))?.lines.push(line);
  }
  return plans;
}

const NAMES: [Level, RegExp][] = [
  ['dtx', /\bDETOX|WITHDRAWAL MANAGEMENT/i],
  ['rtc', /\bRESIDENTIAL\b|\bRTC\b/i],
  ['php', /\bPARTIAL HOSP|\bPHP\b|DAY TREATMENT/i],
  ['iop', /INTENSIVE OUT-?PATIENT|\bIOP\b/i],
];
const namedLevels = ({ texts }: Line): Level[] => NAMES.filter(([, pattern]) => pattern.test(texts.join('\n'))).map(([level]) => level);

function isAbout(line: Line, level: Level, isOwn: boolean): boolean {
  const named = namedLevels(line);
  if (named.length > 0) return named.includes(level);
  const { setting } = LEVELS[level];
  if (setting === '') return true;
  const text = line.texts.join('\n');
  const isIn = /\bINPATIENT\b|ROOM AND BOARD|PER ADMISSION/i.test(text);
  const isOut = /\bOUT-?PATIENT\b|TELE(HEALTH|MEDICINE)|\bCLINIC\b|OFFICE VISIT/i.test(text);
  let told = isIn === isOut ? '' : isIn ? 'in' : 'out';
  if (/^\d\d$/.test(line.place)) told = /^(21|31|32|34|51|54|55|56|61)$/.test(line.place) ? 'in' : 'out';
  const isPrice = line.kind === 'A' || line.kind === 'B';
  if (told === '' && !isOwn) {
    if (line.unit === 'VS' || (isPrice && line.period === '27')) told = 'out';
    else if (isPrice && line.period === '36') told = 'in';
  }
  return told === '' || told === setting;
}

const isHere = ({ net }: Line, network: string) => net === '' || net === 'W' || net === 'U' || net === (network === 'in' ? 'Y' : 'N');
const isActive = ({ kind }: Line) => /^[1-5]$/.test(kind);
const isOver = ({ kind }: Line) => /^[678]$/.test(kind);
const isWordy = ({ texts, place }: Line) => texts.length > 0 || place !== '';
const isPriced = (lines: Line[]) => lines.some(({ kind }) => kind === 'A' || kind === 'B');
const saysAuthorization = (line: Line) => /AUTHORI[SZ]|PRE-?AUTH|PRE-?CERT|CERTIFICATION|REFERRAL/i.test(line.texts.join(' '));

/** A service's no: not covered, excluded as a whole, or inactive and nowhere active. */
const refuses = (lines: Line[]) =>
  lines.some((line) => line.kind === 'I' && !(isPriced(lines) && isWordy(line))) ||
  lines.some((line) => line.kind === 'E' && !isWordy(line) && !isPriced(lines)) ||
  (lines.some(isOver) && !lines.some(isActive));
const speaks = (lines: Line[]) => lines.some((line) => isActive(line) || 'ABCGF'.includes(line.kind) || line.auth !== '');

interface Service {
  lines: Line[];
  isOwn: boolean;
  /** Only its no counts. */
  isNo: boolean;
}

function servicesOf(all: Line[], level: Level, network: string): Service[] {
  const { own, near } = LEVELS[level];
  const of = (code: string, isOwn: boolean) =>
    all.filter((line) => line.service === code && isHere(line, network) && isAbout(line, level, isOwn));
  const owned = words(own).map((code) => ({ lines: of(code, true), isOwn: true, isNo: false }));
  // Covered in part: the priced one answers.
  const isPartly = owned.some(({ lines }) => !refuses(lines) && isPriced(lines));
  const ordered = isPartly ? [...owned.filter(({ lines }) => !refuses(lines)), ...owned.filter(({ lines }) => refuses(lines))] : owned;
  const others = BEHAVIOURAL.filter((code) => !words(own).includes(code)).map((code) => ({
    lines: all.filter(
      (line) =>
        line.service === code &&
        line.kind === 'I' &&
        isHere(line, network) &&
        namedLevels(line).includes(level) &&
        !/\d|EXCEPT|UNLESS|UNTIL|AFTER|WHEN|\bIF\b|BEYOND|OVER|LIMITED/i.test(line.texts.join(' ')),
    ),
    isOwn: false,
    isNo: true,
  }));
  const plan = all.filter(
    (line) =>
      ['', '30'].includes(line.service) &&
      isHere(line, network) &&
      isAbout(line, level, false) &&
      ((line.kind === 'I' && !isWordy(line)) || (isOver(line) && (line.net === 'Y' || line.net === 'N'))),
  );
  return [
    ...ordered,
    ...others,
    ...words(near).map((code) => ({ lines: of(code, false), isOwn: false, isNo: false })),
    { lines: plan, isOwn: false, isNo: true },
  ];
}

/** Y and N answer; a payer that cannot tell, or tells in words alone, leaves it open. */
function isAuthorizationTold(services: Service[]): boolean {
  const own = services.filter(({ isOwn, lines }) => isOwn && lines.some((line) => line.auth !== '' || saysAuthorization(line)));
  if (own.length > 0) return own.some(({ lines }) => lines.some(({ auth }) => auth === 'Y')) || firstAnswers(own);
  let hasSpoken = false;
  for (const { lines, isNo } of services) {
    const isRefused = isNo ? lines.length > 0 : refuses(lines);
    if (isRefused && hasSpoken) continue;
    if (!isNo && lines.some((line) => line.auth !== '' || saysAuthorization(line))) {
      const near = services.filter(
        (each) => !each.isOwn && !each.isNo && each.lines.some((line) => line.auth !== '' || saysAuthorization(line)),
      );
      return near.some((each) => each.lines.some(({ auth }) => auth === 'Y')) || firstAnswers(near);
    }
    if (isRefused) return true;
    hasSpoken ||= speaks(lines);
  }
  return false;
}

const firstAnswers = ([first]: Service[]) => first !== undefined && first.lines.some(({ auth }) => auth === 'Y' || auth === 'N');

function isTold(all: Line[], { level, fact, network }: { level: Level; fact: Fact; network: string }): boolean {
  const services = servicesOf(all, level, network);
  if (fact === 'authorization') return isAuthorizationTold(services);
  const kind = KIND[fact];
  const tells = (line: Line) => (kind === undefined ? isActive(line) || isOver(line) : line.kind === kind);
  if (fact === 'limit' && services.some(({ isOwn, lines }) => isOwn && lines.some(tells))) return true;
  let hasSpoken = false;
  for (const { lines, isNo } of services) {
    const isRefused = isNo ? lines.length > 0 : refuses(lines);
    if (isRefused && hasSpoken) continue;
    if (isRefused || (!isNo && lines.some(tells))) return true;
    if ((fact === 'copay' || fact === 'coinsurance') && !isNo && isPriced(lines)) return false;
    hasSpoken ||= !isNo && speaks(lines);
  }
  if (!['coinsurance', 'deductible', 'out_of_pocket'].includes(fact)) return false;
  const isLeftOut = words(LEVELS[level].wider).some((code) => {
    const wider = all.filter((line) => line.service === code && isHere(line, network) && isAbout(line, level, false));
    return wider.some((line) => line.kind === 'I' && !isWordy(line)) || (wider.some(isOver) && !wider.some(isActive));
  });
  const ofPlan = all.filter((line) => ['', '30'].includes(line.service) && isHere(line, network) && isAbout(line, level, false));
  return !isLeftOut && ofPlan.some((line) => line.kind === kind);
}

const CARVED = /CARVED OUT|(?:BEHAVIORAL HEALTH|MENTAL HEALTH)[^.]*ADMINISTERED BY/i;

/** "level fact network" of each cell that the payer was asked for and passed over. `leads` names the plan that leads, where the first does not. */
export function silentCells(raw: string, leads?: string): Set<string> {
  const lines = linesOf(raw);
  const plans = plansOf(lines);
  const leading = plans.find(({ name }) => name === leads) ?? plans.find(({ status }) => /^[1-5]$/.test(status)) ?? plans[0];
  const isElsewhere = lines.some(
    (line) => CARVED.test(line.texts.join(' ')) || (line.kind === 'U' && line.named && BEHAVIOURAL.includes(line.service)),
  );
  const cells = (Object.keys(LEVELS) as Level[]).flatMap((level) =>
    FACTS.flatMap((fact) => ['in', 'out'].map((network) => ({ level, fact, network }))),
  );
  // Somebody else's to say: that company is to be asked first.
  if (isElsewhere) return new Set();
  const parts = new Map(plans.filter(({ type }) => type === 'MA' || type === 'MB').map((plan) => [plan.type, plan]));
  const planOf = (level: Level) => (parts.size === 2 ? parts.get(LEVELS[level].setting === 'in' ? 'MA' : 'MB') : leading);
  const silent = cells.filter((cell) => !isTold(planOf(cell.level)?.lines ?? [], cell));
  return new Set(silent.map(({ level, fact, network }) => `${level} ${fact} ${network}`));
}
