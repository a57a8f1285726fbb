export type Row = string;
