/** How a loan of the demo data is brought from milestone to milestone. Each move looks first whether it was made. */

import type { AccountName } from './accounts.ts';
import type { LoanRow, Milestone } from './loans.ts';
import type { Market } from './market-steps.ts';
import { loanOn, requestTransfer } from './market-steps.ts';
import type { Person } from './person.ts';
import { escrowIn, sign } from './steps.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
type RestObject = any;

export interface Stage extends Market {
  /** Of the business clock, as YYYY-MM-DD. */
  date: string;
}

interface Loan extends Stage {
  row: LoanRow;
  borrower: Person;
  lender: Person;
  id: string;
}

type Move = (loan: Loan) => Promise<unknown>;

const read = ({ borrower, id }: Loan): Promise<RestObject> => borrower.get(`/escrow/${id}`);

/** The move, unless the loan's history has it already. */
function once(action: string, move: Move): Move {
  return async (loan) => {
    const history: RestObject[] = await loan.borrower.get(`/escrow/${loan.id}/history?limit=100`);
    if (!history.some((line) => line.action === action)) await move(loan);
  };
}

const signs =
  (role: 'borrower' | 'lender'): Move =>
  async (loan) => {
    if (!(await read(loan))[`${role}_signed`]) await sign(loan[role], loan.id);
  };

const paid = (loan: Loan) => ({
  date: loan.date,
  method: loan.row.lender === 'noor' ? 'USDC' : 'Bank transfer',
  reference: loan.row.name.split('.')[0]?.toUpperCase(),
});

/** The registrar of the name answers at once, or lets everybody wait. */
const brings =
  (answer: 'at once' | 'later'): Move =>
  async (loan) => {
    const { domain_id: id, status } = await read(loan);
    if (status !== 'NEW') return;
    await requestTransfer(loan.borrower, loan.sandbox, { id, answer });
    if (answer === 'at once') await escrowIn(loan.borrower, loan.id, 'DOMAIN_IN_CUSTODY');
  };

const does =
  (who: 'borrower' | 'lender', what: string, body?: (loan: Loan) => unknown): Move =>
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

/** The same file of the same side is kept once, however often it comes. */
const evidence: Move = async ({ row, borrower, lender, id }) => {
  if (!row.dispute) return;
  const { files } = row.dispute;
  await borrower.upload(`/escrow/${id}/evidence`, ...files.borrower);
  await lender.upload(`/escrow/${id}/evidence`, ...files.lender);
};

/** The lender's first word; the operator waits for the other side's. */
const proposal: Move = async (loan) => {
  if ((await read(loan)).settlement) return;
  await loan.lender.post(`/escrow/${loan.id}/settle`, { outcome: 'CONTINUE' });
};

/** Acceptance comes before them all. */
const ways: Record<Milestone, readonly Move[]> = {
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

/** Brings a loan to a milestone, from where it is. */
export async function advanceLoan(row: LoanRow, milestone: Milestone, stage: Stage): Promise<void> {
  const [borrower, lender] = [stage.people[row.borrower], stage.people[row.lender]];
  const loan: Loan = { ...stage, row, borrower, lender, id: await loanOn(row, stage) };
  for (const move of ways[milestone]) await move(loan);
}

/** What both say, in their order; a line that stands is not said again. */
export async function exchangeMessages(
  row: LoanRow,
  lines: readonly [AccountName, string][],
  stage: Stage & { day: number },
): Promise<void> {
  const id = await loanOn(row, stage);
  for (const [place, [who, message]] of lines.entries()) {
    const clientId = `demo-${stage.day}-${place}`;
    await stage.people[who].post(`/escrow/${id}/message`, { message, clientId });
  }
}
