/** The building blocks of the contract's text, and its terms formatted for print. */

import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents, formatRate } from '@nameloan/contracts/money';
import type { Disclosure } from '../../loan/disclosure.ts';
import { computeDisclosure } from '../../loan/disclosure.ts';
import { formatDomainName } from '../../loan/terms.ts';
import type { AgreementTerms } from '../terms.ts';

/** Plain or bold text; names are plain strings, so that nothing in them is markup. */
export type Passage = string | { bold: string };
export type Prose = readonly Passage[];

export type Block =
  | { kind: 'paragraph'; text: Prose }
  | { kind: 'item'; text: Prose }
  | { kind: 'figures'; rows: readonly (readonly [string, string])[] }
  | { kind: 'rows'; rows: readonly (readonly [string, string])[] };

export interface Section {
  title: string;
  blocks: readonly Block[];
}

export const paragraph = (...text: Prose): Block => ({ kind: 'paragraph', text });
export const item = (...text: Prose): Block => ({ kind: 'item', text });
export const bold = (text: string): Passage => ({ bold: text });

/** The terms formatted for the text. */
export interface FormattedTerms {
  terms: AgreementTerms;
  figures: Disclosure;
  domain: string;
  amount: string;
  repays: string;
  interest: string;
  transferFee: string;
  rate: string;
  term: string;
  drawnOn: string;
  /** The due date if the money arrives on the day the contract is drawn up. */
  earliestDue: string;
}

/** Formats the terms once, so that all sections agree. */
export function formatTerms(terms: AgreementTerms): FormattedTerms {
  const domain = formatDomainName(terms);
  const figures = computeDisclosure({ ...terms, domainName: domain }, terms.drawnAt);
  return {
    terms,
    figures,
    domain,
    amount: `US ${formatCents(terms.amountCents)}`,
    repays: `US ${formatCents(figures.repaysCents)}`,
    interest: `US ${formatCents(figures.interestCents)}`,
    transferFee:
      figures.transferFeeCents === 0
        ? 'none'
        : `US ${formatCents(figures.transferFeeCents)}, paid from the balance on the Platform`,
    rate: formatRate(terms.rateBps),
    term: terms.termDays === 1 ? '1 day' : `${terms.termDays.toLocaleString('en-US')} days`,
    drawnOn: formatDate(terms.drawnAt),
    earliestDue: formatDate(figures.dueOn),
  };
}
