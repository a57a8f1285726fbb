/** A trading partner that is asked in X12 over CAQH CORE connectivity (product.md 11.7). */
export interface CorePartner {
  /** Lower case; the clearinghouse is `core:<name>`. */
  name: string;
  url: string;
  transport: 'soap' | 'mime';
  /** Who we are to the partner, and who it is; ISA05-08. */
  sender: { qualifier: string; id: string };
  receiver: { qualifier: string; id: string };
  user: string;
  password: string;
  /** Of the envelope's elements; partners differ. */
  namespace: string;
  usage: 'P' | 'T';
}
