/** Whom we write to: this service's copy of the accounts, as identity told them. */

export interface Recipient {
  /** The account's id. */
  id: string;
  version: number;
  /** Version of the account that this copy is of; an older fact changes nothing. */
  accountVersion: number;
  name: string;
  email: string;
  operator: boolean;
  /** How many notifications were addressed to it; the newest has this number. */
  lastNumber: number;
}
