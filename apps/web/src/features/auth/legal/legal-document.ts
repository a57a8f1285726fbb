/** Paragraphs are plain text; `{email}` in one stands for the support address and is filled in when the text is shown (product.md 2.7). */
export type LegalSection = { id: string; heading: string; paragraphs: readonly string[] };

/** One part of the agreement. Section numbers are given by position when the text is shown. */
export type LegalPart = { id: string; title: string; sections: readonly LegalSection[] };
