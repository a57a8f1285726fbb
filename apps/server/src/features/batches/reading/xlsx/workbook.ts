/** Which sheets a workbook has, where they lie, and how it counts its days. */
import { CannotRead, SAVE_OTHERWISE } from '../refusal.ts';
import type { ZipParts } from './open-zip.ts';
import { readXml } from './read-xml.ts';

export interface Sheet {
  name: string;
  part: string;
}

export interface Workbook {
  /** Those that are shown, in their order; at least one. */
  sheets: Sheet[];
  daysFrom: 1900 | 1904;
  /** Null where there is none. */
  strings: string | null;
  styles: string | null;
}

interface Relation {
  kind: string;
  part: string;
}

const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1);

/** Of a part, by id. What lies outside the file is left out. */
function readRelations(zip: ZipParts, part: string): Map<string, Relation> {
  const folder = folderOf(part);
  const relations = new Map<string, Relation>();
  readXml(zip, `${folder}_rels/${part.slice(folder.length)}.rels`, {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return;
      relations.set(id, { kind: type.slice(type.lastIndexOf('/') + 1), part: target.startsWith('/') ? target.slice(1) : folder + target });
    },
  });
  return relations;
}

const partOf = (relations: Map<string, Relation>, kind: string): string | null =>
  [...relations.values()].find((relation) => relation.kind === kind)?.part ?? null;

export function readWorkbook(zip: ZipParts): Workbook {
  const part = partOf(readRelations(zip, ''), 'officeDocument') ?? 'xl/workbook.xml';
  if (!part.endsWith('.xml') || !zip.has(part)) throw new CannotRead(`This is no workbook that can be read. ${SAVE_OTHERWISE}`);
  const relations = readRelations(zip, part);
  const sheets: Sheet[] = [];
  let daysFrom: Workbook['daysFrom'] = 1900;
  readXml(zip, part, {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.date1904 ?? '')) daysFrom = 1904;
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? '';
      const relation = relations.get(id);
      if (relation?.kind === 'worksheet') sheets.push({ name: attributes.name ?? '', part: relation.part });
    },
  });
  if (sheets.length === 0) throw new CannotRead('The workbook has no sheet that is shown.');
  return { sheets, daysFrom, strings: partOf(relations, 'sharedStrings'), styles: partOf(relations, 'styles') };
}
