/** The whole text of the agreement in order; sections refer to each other by their numbers here. */

import type { AgreementTerms } from '../terms.ts';
import { closingSections } from './closing-sections.ts';
import { loanSections } from './loan-sections.ts';
import type { Section } from './prose.ts';
import { formatTerms } from './prose.ts';
import { securitySections } from './security-sections.ts';

/** Sections 1 to 16 for these terms; both kinds have the same sections and differ in their payments. */
export function agreementSections(terms: AgreementTerms): Section[] {
  const words = formatTerms(terms);
  return [...loanSections(words), ...securitySections(words), ...closingSections(words)];
}
