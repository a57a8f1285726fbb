declare module 'wawoff2/decompress.js' {
  /** WOFF2 to TrueType. Throws what is no font. */
  export default function decompress(font: Uint8Array): Promise<Uint8Array>;
}
