/** What an amendment waits for on its signing page, and how it ended. */

import { formatDay } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import type { SigningPageFragment } from './contract-page.generated.ts';
import { getParties } from './contract-parties.ts';

export interface StateText {
  title: string;
  text: string;
}

type SignedAmendment = NonNullable<SigningPageFragment['amendment']>;

/** Undefined while the reader has yet to sign. */
export function describeAmendmentState(
  contract: SigningPageFragment,
  { status, amountDue, payer, effectiveOn }: SignedAmendment,
): StateText | undefined {
  const { own, other } = getParties(contract);
  switch (status) {
    case 'AGREED':
      return own.signedAt === null
        ? undefined
        : { title: 'You have signed', text: `Waiting for ${other.name} to sign.` };
    case 'AWAITING_MONEY':
      return {
        title: 'Both have signed',
        text: `The new terms count once ${formatMoney(amountDue ?? 0)} ${payer === contract.party ? 'from you is' : `from ${other.name} is`} confirmed. The loan’s page has the next step.`,
      };
    case 'EFFECTIVE': {
      const since = effectiveOn ? ` from ${formatDay(effectiveOn)}` : '';
      const seal = contract.sealed
        ? 'The PDF has a certificate page and our seal. Keep a copy.'
        : 'We’re sealing the PDF. It will appear here shortly.';
      return { title: 'In effect', text: `The new terms count${since}. ${seal}` };
    }
    default:
      return { title: 'Nothing to sign', text: 'This amendment never took effect.' };
  }
}
