/** Multipart forms as a browser sends them. */
import type { InjectOptions } from 'fastify';

/** One part: a file with its name, or the text of a field. */
export type Part = { file: string | Buffer; name?: string; type?: string } | { text: string };

/** `field` is the part's name in the form. */
export async function formPost(url: string, field: string, part: Part): Promise<InjectOptions> {
  const form = new FormData();
  if ('text' in part) form.append(field, part.text);
  else form.append(field, new Blob([Uint8Array.from(Buffer.from(part.file))], { type: part.type ?? 'text/csv' }), part.name ?? 'rows.csv');
  const encoded = new Response(form);
  return {
    method: 'POST',
    url,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}
