/** Brings a loan of the demo data from milestone to milestone. Each step first checks whether it was already done. */

import type { Person } from '@nameloan/driver/person';
import { escrowIn, sign } from '@nameloan/driver/steps';
import type { AccountName } from './accounts.ts';
import type { LoanRow, Milestone } from './loans.ts';
import type { Market } from './market-steps.ts';
import { loanOn, requestTransfer } from './market-steps.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
type RestObject = any;

export interface LoanContext extends Market {
  /** Business date, as YYYY-MM-DD. */
  date: string;
}

interface Loan extends LoanContext {
  row: LoanRow;
  borrower: Person;
  lender: Person;
  id: string;
}

type Step = (loan: Loan) => Promise<unknown>;

const read = ({ borrower, id }: Loan): Promise<RestObject> => borrower.get(`/escrow/${id}`);

/** Skips the step if the loan's history already contains its action. */
function once(action: string, step: Step): Step {
  return async (loan) => {
    const history: RestObject[] = await loan.borrower.get(`/escrow/${loan.id}/history?limit=100`);
    if (!history.some((line) => line.action === action)) await step(loan);
  };
}

const signs =
  (role: 'borrower' | 'lender'): Step =>
  async (loan) => {
    if (!(await read(loan))[`${role}_signed`]) await sign(loan[role], loan.id);
  };

const paid = (loan: Loan) => ({
  date: loan.date,
  method: loan.row.lender === 'noor' ? 'USDC' : 'Bank transfer',
  reference: loan.row.name.split('.')[0]?.toUpperCase(),
});

/** The losing registrar approves immediately or later. */
const brings =
  (answer: 'at once' | 'later'): Step =>
  async (loan) => {
    const { domain_id: id, status } = await read(loan);
    if (status !== 'NEW') return;
    await requestTransfer(loan.borrower, loan.sandbox, { id, answer });
    if (answer === 'at once') await escrowIn(loan.borrower, loan.id, 'DOMAIN_IN_CUSTODY');
  };

const does =
  (who: 'borrower' | 'lender', what: string, body?: (loan: Loan) => unknown): Step =>
  (loan) =>
    loan[who].post(`/escrow/${loan.id}/${what}`, body?.(loan));

const sent = once('MARK_PAID', does('lender', 'markPaid', paid));
const received = once('CONFIRM_RECEIPT', does('borrower', 'confirmReceipt'));
const claimed = once('CLAIM_REPAID', does('borrower', 'claimRepaid', paid));
const denied = once(
  'DENY_REPAID',
  does('lender', 'denyRepaid', ({ row }) => ({ reason: row.dispute?.denial })),
);
const escalated = once(
  'ESCALATE',
  does('borrower', 'escalate', ({ row }) => ({
    reason: row.dispute?.reason,
    evidence: row.dispute?.shows,
  })),
);
const repaid = once('FINALIZE_RETURN', does('lender', 'finalize'));
const seized = once(
  'FINALIZE_SEIZE',
  does('lender', 'finalize', () => ({ outcome: 'SEIZE' })),
);
const surrendered = once(
  'FINALIZE_SURRENDER',
  does('borrower', 'finalize', () => ({ outcome: 'SURRENDER' })),
);
const cancelled = once('CANCEL', does('borrower', 'cancel'));

/** Repeated uploads of the same file by the same party are stored once. */
const evidence: Step = async ({ row, borrower, lender, id }) => {
  if (!row.dispute) return;
  const { files } = row.dispute;
  await borrower.upload(`/escrow/${id}/evidence`, ...files.borrower);
  await lender.upload(`/escrow/${id}/evidence`, ...files.lender);
};

/** The lender's proposal; the operator waits for the borrower's. */
const proposal: Step = async (loan) => {
  if ((await read(loan)).settlement) return;
  await loan.lender.post(`/escrow/${loan.id}/settle`, { outcome: 'CONTINUE' });
};

/** Steps to each milestone, after the acceptance. */
const stepsTo: Record<Milestone, readonly Step[]> = {
  'signed by lender': [signs('lender')],
  signed: [signs('lender'), signs('borrower')],
  'on its way': [signs('lender'), signs('borrower'), brings('later')],
  'in custody': [signs('lender'), signs('borrower'), brings('at once')],
  sent: [sent],
  active: [signs('lender'), signs('borrower'), brings('at once'), sent, received],
  claimed: [claimed],
  denied: [claimed, denied],
  disputed: [escalated, evidence, proposal],
  repaid: [claimed, repaid],
  seized: [seized],
  surrendered: [surrendered],
  cancelled: [signs('lender'), cancelled],
};

/** Brings a loan from its current state to a milestone. */
export async function advanceLoan(
  row: LoanRow,
  milestone: Milestone,
  context: LoanContext,
): Promise<void> {
  const [borrower, lender] = [context.people[row.borrower], context.people[row.lender]];
  const loan: Loan = { ...context, row, borrower, lender, id: await loanOn(row, context) };
  for (const step of stepsTo[milestone]) await step(loan);
}

/** Sends the messages of both parties in order; the client id prevents duplicates. */
export async function exchangeMessages(
  row: LoanRow,
  lines: readonly [AccountName, string][],
  context: LoanContext & { day: number },
): Promise<void> {
  const id = await loanOn(row, context);
  for (const [place, [who, message]] of lines.entries()) {
    const clientId = `demo-${context.day}-${place}`;
    await context.people[who].post(`/escrow/${id}/message`, { message, clientId });
  }
}
