/** An operator's note on the case of a domain that the platform holds; the parties never see it. */

export interface CaseNote {
  id: string;
  version: number;
  escrowId: string;
  at: Date;
  /** The operator; null on the command line. */
  accountId: string | null;
  /** The operator's name. */
  author: string;
  text: string;
}
