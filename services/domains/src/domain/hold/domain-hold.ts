/** What a domain stores of the legal hold of its name. */

/** The copy of a legal hold in the records of its name. `disclosed`: the parties may be notified. */
export interface DomainHold {
  id: string;
  since: Date;
  disclosed: boolean;
}

/** The end of a loan that waits for the end of a hold. `toAccountId`: the new owner, null the platform. */
export interface DeferredHandover {
  kind: 'RELEASE' | 'SEIZURE';
  escrowId: string;
  toAccountId: string | null;
}
