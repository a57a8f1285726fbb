import { adminX12Contract, type X12Reading } from '@coverlight/contract/admin/admin-x12.contract.ts';
import { call } from '#lib/api.ts';

/** In base64, so that the server sees the bytes as they are. */
async function encoded(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

export async function readX12(content: Blob): Promise<X12Reading> {
  const { reading } = await call(adminX12Contract.read, { body: { content: await encoded(content) } });
  return reading;
}
