/** Reads a PDF back as a reader would: its words, its facts, its structure. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfRead {
  /** The words of each page, blanks and line ends as one blank each. */
  pages: string[];
  text: string;
  title: string | undefined;
  language: string | undefined;
  /** How often each kind of element stands in the structure. */
  roles: Record<string, number>;
  /** True where every font's file is inside. */
  hasTags: boolean;
}

interface StructureNode {
  role?: string;
  children?: StructureNode[];
}

function countRoles(node: StructureNode | null, counts: Record<string, number>): void {
  if (node === null) return;
  if (node.role !== undefined) counts[node.role] = (counts[node.role] ?? 0) + 1;
  for (const child of node.children ?? []) countRoles(child, counts);
}

export async function readPdf(bytes: Uint8Array): Promise<PdfRead> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const pdf = await loading.promise;
  const pages: string[] = [];
  const roles: Record<string, number> = {};
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const words = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : ''));
    pages.push(words.join('').replaceAll(/\s+/g, ' ').trim());
    countRoles((await page.getStructTree()) as StructureNode | null, roles);
  }
  const { info } = (await pdf.getMetadata()) as { info: { Title?: string; Language?: string } };
  const markInfo = await pdf.getMarkInfo();
  await loading.destroy();
  return {
    pages,
    text: pages.join(' '),
    title: info.Title,
    language: info.Language,
    roles,
    hasTags: markInfo?.['Marked'] === true,
  };
}
