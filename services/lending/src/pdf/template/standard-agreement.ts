/** The sections of the agreement in order; the text refers to them by number. */

import type { AgreementTerms } from '../terms.ts';
import { buildClosingSections } from './closing-sections.ts';
import { buildLoanSections } from './loan-sections.ts';
import { buildScheduleSection } from './plan-clauses.ts';
import type { Section } from './prose.ts';
import { formatTerms } from './prose.ts';
import { buildRefinanceSection } from './refinance-section.ts';
import { buildSecuritySections } from './security-sections.ts';

/** Sections 1 to 16, the schedule of a loan with instalments, and the direction to pay of one that repays another; the two kinds differ only in their payment clauses. */
export function buildAgreementSections(terms: AgreementTerms): Section[] {
  const formatted = formatTerms(terms);
  const more = [buildScheduleSection(formatted), buildRefinanceSection(formatted)];
  return [
    ...buildLoanSections(formatted),
    ...buildSecuritySections(formatted),
    ...buildClosingSections(formatted),
    ...more.filter((section) => section !== null),
  ];
}
