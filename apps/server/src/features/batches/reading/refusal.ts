/** Why a file cannot be read, in words for whoever sent it (docs/product.md 19.1). They never quote the file. */

export interface Refusal {
  refused: string;
}

/** Thrown where reading ends for good; `readTable` answers with its words. */
export class CannotRead extends Error {}

export const SAVE_OTHERWISE = 'Please save it as XLSX or CSV.';
export const DAMAGED = 'The file is damaged. Please save it anew, as XLSX or CSV.';
export const TOO_LARGE_INSIDE = 'The file holds far more than a list of patients. Please save the list alone, as XLSX or CSV.';
export const TOO_LONG = 'The file takes too long to read. Please save the list alone, as XLSX or CSV.';
