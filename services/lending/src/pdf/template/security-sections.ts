/** The middle sections of the contract: security, default, non-recourse, disputes and cancellation. */

import { buildClaimBlocks } from './claims.ts';
import { days } from './days.ts';
import { describeInstalmentDefault } from './plan-clauses.ts';
import type { FormattedTerms, Section } from './prose.ts';
import { bold, item, paragraph } from './prose.ts';
import { buildRegistrantClause } from './registrant-clauses.ts';

export function buildSecuritySections(formatted: FormattedTerms): Section[] {
  return [
    buildCustodySection(formatted),
    buildUseSection(),
    buildDefaultSection(formatted),
    buildNonRecourseSection(),
    buildDisputesSection(),
    buildCancellationSection(),
  ];
}

function buildCustodySection(formatted: FormattedTerms): Section {
  const { domain, terms } = formatted;
  return {
    title: 'Security interest and custody',
    blocks: [
      paragraph(
        'To secure repayment the Borrower grants the Lender a first-priority security interest in all the ' +
          'Borrower’s rights in ',
        bold(domain),
        ', its registration and what replaces them. The Borrower states that the Domain is the Borrower’s own, ' +
          'free of other rights, and not known to infringe the rights of others.',
      ),
      paragraph(
        'The Borrower transfers the registration into the Platform’s registrar account. There the Platform holds ' +
          'it, locked against transfer, update and deletion, for both parties: as the Borrower’s while the loan is ' +
          'in order, and for the Lender’s security throughout. The Platform acts on the Domain only as this ' +
          'agreement says. The Borrower remains its beneficial owner and may not sell or charge it.',
      ),
      buildRegistrantClause(terms.holder),
      paragraph(
        'The parties ask the Platform, and authorise it, to release the Domain to the Borrower or to transfer it ' +
          'to the Lender when the loan ends, without any further declaration.',
      ),
      paragraph(
        'If custody is lost through a registry, a court or an arbitral decision before the money is sent, the loan ' +
          'is cancelled; if afterwards, it goes to an Operator.',
      ),
      ...buildClaimBlocks(formatted),
    ],
  };
}

function buildUseSection(): Section {
  return {
    title: 'Use and renewal of the Domain in custody',
    blocks: [
      paragraph(
        'The Borrower keeps full control of the Domain’s name servers throughout, and with them of its website, ' +
          'mail and traffic, and of all income from them, except while the loan is in dispute. The Borrower uses ' +
          'the Domain lawfully and does nothing that endangers its registration or lowers its standing.',
      ),
      paragraph(
        `The Domain must stay registered until ${days.registeredPastDue} days past the Due Date, or for as long as its ` +
          'registry allows. The Borrower pays for renewals from the balance on the Platform, which renews it ' +
          `${days.renewal} days before expiry and warns the Borrower at ${days.renewalReminders} days. A Domain that ` +
          'arrives with too short a registration counts as in custody only once it has been renewed. The Lender may ' +
          'renew it too, from the Lender’s own balance; that adds nothing to the debt.',
      ),
    ],
  };
}

function buildDefaultSection(formatted: FormattedTerms): Section {
  return {
    title: 'Default, notice and grace',
    blocks: [
      paragraph(
        'The Borrower is in default if the loan is not repaid by the Due Date. On that date the Platform sends ' +
          `both parties a notice of default with the amount owed, which counts as received ${days.noticeAfter}.`,
      ),
      paragraph(
        'From the Due Date on the Borrower has ',
        bold(`${days.grace} days of grace`),
        ', counted from the Due Date or from the day on which the notice of default counts as received, whichever ' +
          'is later. Repayment until their end, with interest to the day of payment, cures the default. The ' +
          `Platform reminds the Borrower ${days.dueReminders} days before the Due Date, as far as the term reaches, on ` +
          'it, and daily during grace, but not while a claim of repayment blocks a seizure. The Borrower may also escalate ' +
          'the loan to an Operator during grace.',
      ),
      paragraph(
        'After grace the Lender may take the Domain by finalizing the loan, provided that:',
      ),
      item('the Borrower confirmed receipt of the Principal, not by silence alone;'),
      item('the notice of default has been sent; and'),
      item('no claim of repayment blocks it and no dispute is pending.'),
      paragraph(
        'Before the Due Date every open claim of repayment blocks a seizure. From the Due Date on one claim does: once ' +
          'it has been denied, or decided in a dispute, later claims are recorded but block nothing. Where an ' +
          'Operator, or both parties, let the loan continue and state that the Lender may seize, the Lender may take ' +
          'the Domain from then on without waiting for grace, notice or a further claim, once the money has arrived.',
      ),
      ...describeInstalmentDefault(formatted),
    ],
  };
}

function buildNonRecourseSection(): Section {
  return {
    title: 'The Domain is the only remedy',
    blocks: [
      paragraph(
        bold(
          'This loan is non-recourse. If it is not repaid, the Domain is the Lender’s only remedy. The Lender has no ' +
            'claim against the Borrower personally, against the Borrower’s other property, or for any shortfall, ' +
            'whatever the Domain is worth.',
        ),
      ),
      paragraph(
        bold(
          'The Lender takes the Domain in full satisfaction of the debt. With its transfer Principal and interest are ' +
            'paid, the loan has ended, and no surplus is owed to the Borrower, even if the Domain is worth more ' +
            'than the debt.',
        ),
      ),
      paragraph(
        bold('Surrender. '),
        'At any time after receipt, except during a legal hold, the Borrower may give the Domain up to the Lender by ' +
          'an explicit declaration on the Platform. It has the same effect, at once and for good; the Lender need not agree.',
      ),
      paragraph(
        'Non-recourse does not protect a party from liability for fraud, for a false statement about ownership of ' +
          'the Domain or about claims on it, or for intentional harm to its registration.',
      ),
    ],
  };
}

function buildDisputesSection(): Section {
  return {
    title: 'Disputes and the Operator',
    blocks: [
      paragraph(
        'Either party may escalate the loan while it is marked as paid: after grace once each, and not within ' +
          `${days.escalationPause} days of a decision or settlement that the loan continues in the same stage. A party ` +
          'that has no other way to end the loan, or to object to a receipt, is not limited. Each then has ',
        `${days.evidence} days to bring evidence: messages in the chat, and up to ${days.evidenceFiles} files. An ` +
          `Operator’s decision is due ${days.decision} days after the escalation. It comes earlier only once both parties ` +
          'have declared their evidence complete, and takes into account what comes later as long as it is not made.',
      ),
      paragraph(
        'The parties may settle the dispute by themselves: it ends, without the Operator, as soon as both declare on ' +
          'the Platform the same one of the first three outcomes below. Nothing else can be done with the loan or ' +
          'the Domain until they agree or an Operator, having read the chat and the evidence of both, decides in ' +
          'writing that:',
      ),
      item('the loan continues, with or without the statement that the Lender may seize;'),
      item('it is repaid, and the Domain is released to the Borrower;'),
      item('the Domain goes to the Lender in full satisfaction; or'),
      item(
        'the Platform takes the Domain for safekeeping, where neither party can rightly have it, for instance on ' +
          'fraud or an order of a court.',
      ),
      paragraph(
        'If custody is lost during the dispute, only the last of these is possible. The decision binds the parties ' +
          'as regards the escrow. It takes from neither the right to go to court or, where they agree on it, to ' +
          'arbitration.',
      ),
    ],
  };
}

function buildCancellationSection(): Section {
  return {
    title: 'Cancellation',
    blocks: [
      item(
        'Until both have signed, and until the Domain has arrived in custody, either party may cancel. The loan is ' +
          `also cancelled by ${days.signature} days without both signatures, or ${days.transfer} days without the ` +
          'Domain’s arrival.',
      ),
      item(
        'Once the Domain is in custody and before the loan is marked as paid, the Lender may cancel. The Borrower ' +
          'may ask to: the Lender agrees by cancelling, or answers by marking the loan as paid; if the Lender is ' +
          `silent for ${days.cancelAnswer} days, the loan is cancelled.`,
      ),
      item(
        `The Lender has ${days.funding} days from custody to mark the loan as paid. After them the Borrower may cancel ` +
          `alone and at once, and after ${days.fundingLapse} days without a mark the loan is cancelled.`,
      ),
      item(
        'After the loan is marked as paid it can no longer be cancelled, unless the mark lapses ' +
          'under section 5.',
      ),
      paragraph(
        'On cancellation neither party owes the other anything under this agreement, and the Domain is free for ' +
          'the Borrower again. A transfer into custody that is already under way is not stopped by it.',
      ),
    ],
  };
}
