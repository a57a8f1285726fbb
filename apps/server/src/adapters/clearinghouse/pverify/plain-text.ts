/** pVerify wraps some of its sentences in HTML. Only the words are kept; nothing of it may reach a page as markup. */

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

export function plainText(sent: string): string {
  return sent
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/&#(\d{2,5});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
