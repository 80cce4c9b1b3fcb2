/** A row of the table in a mail. */

export interface MailFact {
  label: string;
  value: string;
}
