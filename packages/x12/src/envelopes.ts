/** The envelopes of a file: interchanges hold groups, groups hold transactions. */
import type { Delimiters } from './delimiters.ts';
import type { Segment } from './segments.ts';

/** ST to SE. */
export interface Transaction {
  /** '270', '271', '997', '999'; where ST is missing, as its segments tell; '' where they do not. */
  code: string;
  controlNumber: string | null;
  /** ST03, else the group's: '005010X279A1'. */
  version: string | null;
  header: Segment | null;
  trailer: Segment | null;
  /** All of them, header and trailer included. */
  segments: Segment[];
  delimiters: Delimiters;
}

/** GS to GE. */
export interface Group {
  /** 'HS' 270, 'HB' 271, 'FA' acknowledgements. */
  functionalCode: string | null;
  sender: string | null;
  receiver: string | null;
  controlNumber: string | null;
  version: string | null;
  header: Segment | null;
  trailer: Segment | null;
  transactions: Transaction[];
}

/** ISA to IEA. */
export interface Interchange {
  sender: { qualifier: string; id: string } | null;
  receiver: { qualifier: string; id: string } | null;
  controlNumber: string | null;
  /** YYMMDD and HHMM as sent. */
  date: string | null;
  time: string | null;
  /** 'T' test, 'P' production. */
  usage: string | null;
  header: Segment | null;
  trailer: Segment | null;
  groups: Group[];
  /** TA1 segments: what became of an interchange of ours. */
  acknowledgements: Segment[];
  /** Segments that belong to no transaction; each has a problem. */
  strays: Segment[];
  delimiters: Delimiters;
}
