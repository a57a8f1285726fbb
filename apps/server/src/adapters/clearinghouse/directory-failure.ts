/** A payer directory that could not be read. The message names the technical reason only. */
export class DirectoryFailure extends Error {
  override readonly name = 'DirectoryFailure';
}
