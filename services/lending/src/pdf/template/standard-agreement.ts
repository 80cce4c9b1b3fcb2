/** The sections of the agreement in order; the text refers to them by number. */

import type { AgreementTerms } from '../terms.ts';
import { closingSections } from './closing-sections.ts';
import { loanSections } from './loan-sections.ts';
import type { Section } from './prose.ts';
import { formatTerms } from './prose.ts';
import { securitySections } from './security-sections.ts';

/** Sections 1 to 16; the two kinds differ only in their payment clauses. */
export function agreementSections(terms: AgreementTerms): Section[] {
  const formatted = formatTerms(terms);
  return [
    ...loanSections(formatted),
    ...securitySections(formatted),
    ...closingSections(formatted),
  ];
}
