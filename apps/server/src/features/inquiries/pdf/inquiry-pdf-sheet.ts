/**
 * Text on pages: breaks it into lines, moves on to the next page, and tags what it writes for assistive technology. Lines are
 * broken here and not by the PDF library, since a line may need several fonts and a cell may go on over the page.
 */
import PdfKit from 'pdfkit';
import { inVisualOrder, isMixed } from './inquiry-pdf-direction.ts';
import type { Mark } from './inquiry-pdf-document.ts';
import type { Face, Weight } from './inquiry-pdf-face.ts';
import { ASCENT, splitIntoRuns, type Run } from './inquiry-pdf-fonts.ts';
import { printable } from './inquiry-pdf-text.ts';

export interface Style {
  weight: Weight;
  size: number;
  color: string;
}

interface PlacedRun extends Run {
  /** Points from the line's left end. */
  x: number;
}

export interface Line {
  runs: PlacedRun[];
  style: Style;
  /** Drawn in the room that the line leaves at its left. */
  mark?: Mark;
  /** Points that the line begins further right. */
  indent?: number;
}

export const PAGE = { width: 612, height: 792, left: 48, right: 564, top: 84, bottom: 736 } as const;

type Document = InstanceType<typeof PdfKit>;
type Structure = ReturnType<Document['struct']>;

/** A part of the document as it is read aloud: a heading, a table, one of its cells. */
export interface Element {
  type: string;
  structure: Structure;
  /** Once everything in it is written. */
  end(): void;
}

export interface Sheet {
  doc: Document;
  /** Where the next line begins, in points from the top of the page. */
  y: number;
  /** Of all text, in parts of its style's size. */
  scale: number;
  /** Breaks text at blanks, and words that are too long wherever they must be. */
  wrap(text: string, style: Style, width: number): Line[];
  drawLine(line: Line, x: number, y: number): void;
  /** From the line's left end, in points. */
  widthOf(line: Line): number;
  /** Starts a page unless so much room is left on this one. True where it did. */
  makeRoom(height: number): boolean;
  /** Null: the document itself, which everything else is below. */
  element(parent: Element | null, type: string, options?: { scope?: 'Row' | 'Column'; title?: string }): Element;
  /** What `draw` writes, all on this page, is read out as the element's content. */
  write(element: Element, draw: () => void): void;
  /** What `draw` writes is left out when the document is read aloud. */
  decorate(draw: () => void): void;
}

export const lineHeight = ({ size }: Style) => size * 1.3;

export function createSheet(doc: Document): Sheet {
  const registered = new Set<string>();
  const use = (face: Face, size: number) => {
    if (!registered.has(face.name)) {
      registered.add(face.name);
      // An opened font may stand in place of its file; the library's types do not say so.
      doc.registerFont(face.name, face.font as unknown as string);
    }
    doc.font(face.name, size);
  };
  const widthOf = (face: Face, text: string, size: number) => {
    use(face, size);
    return doc.widthOfString(text);
  };

  const sheet: Sheet = {
    doc,
    y: PAGE.top,
    scale: 1,
    wrap: (text, style, width) => wrapText(printable(text), { ...style, size: style.size * sheet.scale }, width, widthOf),
    drawLine({ runs, style, indent = 0 }, left, y) {
      const x = left + indent;
      doc.fillColor(style.color);
      for (const run of runs) {
        use(run.face, style.size);
        const { stroke } = run.face;
        if (stroke > 0)
          doc
            .lineWidth(style.size * stroke)
            .lineJoin('round')
            .strokeColor(style.color);
        // Given width and words, so that the library does not measure them again; on one line, however high the letters of a font are.
        const set = { lineBreak: false, textWidth: 0, wordCount: 0, fill: true, stroke: stroke > 0, baseline: -style.size * ASCENT };
        doc.text(run.text, x + run.x, y, set as object);
      }
    },
    widthOf: ({ runs, style, indent = 0 }) => indent + Math.max(0, ...runs.map((run) => run.x + widthOf(run.face, run.text, style.size))),
    makeRoom(height) {
      // What is higher than a page starts at the top of one all the same.
      if (sheet.y + Math.min(height, PAGE.bottom - PAGE.top) <= PAGE.bottom) return false;
      doc.addPage();
      sheet.y = PAGE.top;
      return true;
    },
    element(parent, type, options = {}) {
      const structure = doc.struct(type, options);
      if (parent === null) doc.addStructure(structure);
      else parent.structure.add(structure);
      return { type, structure, end: () => structure.end() };
    },
    write(element, draw) {
      const content = doc.markStructureContent(element.type);
      draw();
      doc.endMarkedContent();
      element.structure.add(content);
    },
    decorate(draw) {
      doc.markContent('Artifact');
      draw();
      doc.endMarkedContent();
    },
  };
  return sheet;
}

type WidthOf = (face: Face, text: string, size: number) => number;

interface Piece {
  runs: Run[];
  width: number;
}

function pieceOf(text: string, style: Style, widthOf: WidthOf): Piece {
  const runs = splitIntoRuns(text, style.weight);
  return { runs, width: runs.reduce((sum, run) => sum + widthOf(run.face, run.text, style.size), 0) };
}

/** A word that does not fit a line, in parts that do. Measured by halves: an endless word would be measured as often as it has letters. */
function breakWord(word: string, style: Style, width: number, widthOf: WidthOf): string[] {
  const characters = [...word];
  const parts: string[] = [];
  for (let from = 0; from < characters.length;) {
    const fits = (count: number) => pieceOf(characters.slice(from, from + count).join(''), style, widthOf).width <= width;
    let [fitting, tooMany] = [1, 2];
    while (from + tooMany <= characters.length && fits(tooMany)) [fitting, tooMany] = [tooMany, tooMany * 2];
    tooMany = Math.min(tooMany, characters.length - from + 1);
    while (tooMany - fitting > 1) {
      const middle = (fitting + tooMany) >> 1;
      if (fits(middle)) fitting = middle;
      else tooMany = middle;
    }
    parts.push(characters.slice(from, from + fitting).join(''));
    from += fitting;
  }
  return parts;
}

function wrapText(text: string, style: Style, width: number, widthOf: WidthOf): Line[] {
  const lines: Line[] = [];
  for (const row of text.split('\n')) {
    let pieces: Piece[] = [];
    let used = 0;
    const flush = () => {
      if (pieces.length > 0) lines.push({ runs: place(pieces, style, widthOf), style });
      pieces = [];
      used = 0;
    };
    // With the blank that follows it: the library keeps the shapes of words in this form.
    for (const word of row.match(/\S+ ?/g) ?? []) {
      const piece = pieceOf(word, style, widthOf);
      if (piece.width > width) {
        flush();
        for (const part of breakWord(word, style, width, widthOf)) {
          flush();
          pieces = [pieceOf(part, style, widthOf)];
          used = pieces[0]?.width ?? 0;
        }
        continue;
      }
      if (used + piece.width > width + style.size * 0.25) flush();
      pieces.push(piece);
      used += piece.width;
    }
    flush();
  }
  return lines;
}

/** Neighbours of the same font become one run. */
function place(pieces: readonly Piece[], style: Style, widthOf: WidthOf): PlacedRun[] {
  const read = pieces.flatMap((piece) => piece.runs);
  if (isMixed(read)) return placeTurned(read, style, widthOf);
  const runs: PlacedRun[] = [];
  let x = 0;
  for (const run of read) {
    const last = runs.at(-1);
    if (last?.face === run.face) last.text += run.text;
    else runs.push({ ...run, x });
    x += widthOf(run.face, run.text, style.size);
  }
  return runs;
}

/** Placed as they are seen, written as they are read: whoever copies or hears the text gets it in order. */
function placeTurned(read: readonly Run[], style: Style, widthOf: WidthOf): PlacedRun[] {
  let x = 0;
  const placed = inVisualOrder(read).map((run) => {
    const at = x;
    x += widthOf(run.face, run.text, style.size);
    return { ...run, x: at };
  });
  return placed.toSorted((a, b) => a.read - b.read);
}

/** `title` holds nothing of the patient: readers show it in their window. */
export function openDocument(title: string, onData: (bytes: Buffer) => void): Document {
  const doc = new PdfKit({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: '1.7',
    // Known to the library, not yet to its types.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Creator: 'Coverlight' },
    // No font of the reader's own: the text is readable everywhere, and tagged documents demand embedded ones.
    font: null as unknown as string,
  });
  doc.on('data', onData);
  return doc;
}
