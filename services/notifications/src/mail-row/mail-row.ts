/** A row of the table in a mail. */

export interface MailRow {
  label: string;
  value: string;
}
