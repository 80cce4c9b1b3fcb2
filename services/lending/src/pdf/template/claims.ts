/** The contract's paragraphs about claims of others on the domain: what the borrower knows of, and who bears them. */

import type { Block, FormattedTerms } from './prose.ts';
import { bold, paragraph } from './prose.ts';

export function buildClaimBlocks({ terms }: FormattedTerms): Block[] {
  const { knownClaims } = terms;
  return [
    knownClaims === null
      ? paragraph(
          bold('Third-party claims. '),
          'The Borrower states that the Borrower knows of no complaint, proceeding or claim of another person ' +
            'about the Domain.',
        )
      : paragraph(
          bold('Third-party claims. '),
          'The Borrower states that the following complaints, proceedings or claims of other persons about the ' +
            'Domain are known: “',
          knownClaims,
          '” The Borrower knows of no others. The Lender has read this statement, which takes none of the ' +
            'Lender’s rights.',
        ),
    paragraph(
      bold('Who bears them. '),
      'The Borrower bears every claim of another person about the Domain, its name or its use before and during ' +
        'the loan, and the costs of defending it. If the Domain is transferred or cancelled by a decision about ' +
        'such a claim after the money was sent, the amount owed becomes due on that day, and section 11 does not ' +
        'limit the Lender to the Domain. The Lender’s security ends with the transfer or cancellation.',
    ),
    paragraph(
      bold('Legal hold. '),
      'On the request of a dispute provider, a court, a registry or a registrar the Platform places the Domain on ' +
        'legal hold. During a hold the Platform keeps the Domain as it is: it is not transferred in or out, not ' +
        'released and not given to the Lender, its name servers do not change, and it may not be given up. The ' +
        'Platform renews the registration also during a hold. What this agreement provides for the Domain happens once the hold ends. ' +
        'The days for the Domain’s arrival and for the Lender’s mark do not run during a hold. Interest, the Due ' +
        'Date and grace are not affected.',
    ),
  ];
}
