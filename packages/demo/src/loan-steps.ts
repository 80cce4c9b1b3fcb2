/** Brings a loan of the demo data from milestone to milestone. Each step first checks whether it was already done. */

import type { Person } from '@nameloan/driver/person';
import { ApiCallError } from '@nameloan/driver/person';
import { sign, signByLink, waitForStatus } from '@nameloan/driver/steps';
import type { AccountName } from './accounts.ts';
import type { LoanRow, Milestone } from './loan-row.ts';
import type { Market } from './market-steps.ts';
import { ensureLoan, requestTransfer } from './market-steps.ts';
import { ensurePayee } from './payees.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST responses are untyped
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
function skipIfDone(action: string, step: Step): Step {
  return async (loan) => {
    const history: RestObject[] = await loan.borrower.get(`/escrow/${loan.id}/history?limit=100`);
    if (!history.some((line) => line.action === action)) await step(loan);
  };
}

const signAs =
  (role: 'borrower' | 'lender'): Step =>
  async (loan) => {
    if (!(await read(loan))[`${role}_signed`]) await sign(loan[role], loan.id);
  };

const paymentDetails = (loan: Loan) => ({
  date: loan.date,
  method: loan.row.lender === 'noor' ? 'USDC' : 'Bank transfer',
  reference: loan.row.name.split('.')[0]?.toUpperCase(),
});

const ended: readonly Milestone[] = ['repaid', 'seized', 'surrendered', 'cancelled'];

/** Each choice draws the contract up again, so loans that have ended when the demo is complete have none. */
const hasPayees = ({ upTo }: LoanRow) => !Object.values(upTo).some((one) => ended.includes(one));

const maxAttempts = 4;

/** Repeats a choice, which has the same result however often, while the service is busy with contracts. */
async function choosePayee(person: Person, loanId: string, payeeId: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await person.post(`/escrow/${loanId}/payee`, { payee_id: payeeId });
      return;
    } catch (error) {
      const isBusy = error instanceof ApiCallError && error.response.status === 503;
      if (!isBusy || attempt === maxAttempts) throw error;
    }
  }
}

/** Both are paid to a payee, which the contract names: chosen before the first signature. */
const choosePayees: Step = async (loan) => {
  if (!hasPayees(loan.row)) return;
  const { borrower_signed, lender_signed } = await read(loan);
  if (borrower_signed || lender_signed) return;
  for (const role of ['borrower', 'lender'] as const) {
    const { payee } = await loan[role].get(`/escrow/${loan.id}`);
    if (payee) continue;
    const { row } = loan;
    const payeeId = await ensurePayee(loan[role], row[role], row.lender === 'noor');
    await choosePayee(loan[role], loan.id, payeeId);
  }
};

/** The losing registrar approves immediately or later. */
const transferDomain =
  (approval: 'immediate' | 'later'): Step =>
  async (loan) => {
    const { domain_id: id, status } = await read(loan);
    if (status !== 'NEW') return;
    await requestTransfer(loan.borrower, loan.sandbox, { id, approval });
    if (approval === 'immediate') await waitForStatus(loan.borrower, loan.id, 'DOMAIN_IN_CUSTODY');
  };

const callAs =
  (role: 'borrower' | 'lender', action: string, body?: (loan: Loan) => unknown): Step =>
  (loan) =>
    loan[role].post(`/escrow/${loan.id}/${action}`, body?.(loan));

const markPaid = skipIfDone('MARK_PAID', callAs('lender', 'markPaid', paymentDetails));
const confirmReceipt = skipIfDone('CONFIRM_RECEIPT', callAs('borrower', 'confirmReceipt'));
const claimRepaid = skipIfDone('CLAIM_REPAID', callAs('borrower', 'claimRepaid', paymentDetails));
const denyRepaid = skipIfDone(
  'DENY_REPAID',
  callAs('lender', 'denyRepaid', ({ row }) => ({ reason: row.dispute?.denial })),
);
const escalate = skipIfDone(
  'ESCALATE',
  callAs('borrower', 'escalate', ({ row }) => ({
    reason: row.dispute?.reason,
    evidence: row.dispute?.evidence,
  })),
);

/** The next instalment, reported and confirmed on the same day. */
const payInstalment: Step = async (loan) => {
  const path = `/escrow/${loan.id}/payments`;
  const findToday = async () => {
    const payments: RestObject[] = await loan.borrower.get(path);
    return payments.find(({ leg, date }) => leg === 'REPAYMENT' && date === loan.date);
  };
  if (!(await findToday())) {
    const { next_due } = await read(loan);
    await loan.borrower.post(path, { ...paymentDetails(loan), amount: next_due.amount });
  }
  const payment = await findToday();
  if (payment.status === 'REPORTED') await loan.lender.post(`${path}/${payment.id}/confirm`, {});
};

/** A longer term at the same rate, without money: proposed by the borrower, agreed and signed by both. */
const extend: Step = async (loan) => {
  const path = `/escrow/${loan.id}/amendments`;
  const find = async (person: Person): Promise<RestObject> => (await person.get(path))[0];
  if (!(await find(loan.borrower))) {
    const { received_at } = await read(loan);
    const days = (loan.row.terms.term ?? 0) + (loan.row.extension ?? 0);
    const due = new Date(Date.parse(received_at) + days * 86_400_000).toISOString().slice(0, 10);
    await loan.borrower.post(path, { kind: 'EXTEND', terms: { due } });
  }
  if ((await find(loan.lender)).status === 'PROPOSED') await loan.lender.post(`${path}/1/agree`);
  for (const role of ['borrower', 'lender'] as const) {
    const amendment = await find(loan[role]);
    if (!amendment[`${role}_signed_at`]) await signByLink(loan[role], amendment.contract_url);
  }
};

const confirmRepaid = skipIfDone('FINALIZE_RETURN', callAs('lender', 'finalize'));
const seize = skipIfDone(
  'FINALIZE_SEIZE',
  callAs('lender', 'finalize', () => ({ outcome: 'SEIZE' })),
);
const surrender = skipIfDone(
  'FINALIZE_SURRENDER',
  callAs('borrower', 'finalize', () => ({ outcome: 'SURRENDER' })),
);
const cancel = skipIfDone('CANCEL', callAs('borrower', 'cancel'));

/** Repeated uploads of the same file by the same party are stored once. */
const uploadEvidence: Step = async ({ row, borrower, lender, id }) => {
  if (!row.dispute) return;
  const { files } = row.dispute;
  await borrower.upload(`/escrow/${id}/evidence`, ...files.borrower);
  await lender.upload(`/escrow/${id}/evidence`, ...files.lender);
};

/** The lender's proposal; the operator waits for the borrower's. */
const proposeContinuation: Step = async (loan) => {
  if ((await read(loan)).settlement) return;
  await loan.lender.post(`/escrow/${loan.id}/settle`, { outcome: 'CONTINUE' });
};

/** Steps to each milestone after the acceptance of the offer. */
const stepsTo: Record<Milestone, readonly Step[]> = {
  'signed by lender': [choosePayees, signAs('lender')],
  signed: [choosePayees, signAs('lender'), signAs('borrower')],
  'on its way': [choosePayees, signAs('lender'), signAs('borrower'), transferDomain('later')],
  'in custody': [choosePayees, signAs('lender'), signAs('borrower'), transferDomain('immediate')],
  sent: [markPaid],
  active: [
    choosePayees,
    signAs('lender'),
    signAs('borrower'),
    transferDomain('immediate'),
    markPaid,
    confirmReceipt,
  ],
  instalment: [payInstalment],
  extended: [extend],
  claimed: [claimRepaid],
  denied: [claimRepaid, denyRepaid],
  disputed: [escalate, uploadEvidence, proposeContinuation],
  repaid: [claimRepaid, confirmRepaid],
  seized: [seize],
  surrendered: [surrender],
  cancelled: [signAs('lender'), cancel],
};

/** Brings a loan from its current state to a milestone. */
export async function advanceLoan(
  row: LoanRow,
  milestone: Milestone,
  context: LoanContext,
): Promise<void> {
  const [borrower, lender] = [context.accounts[row.borrower], context.accounts[row.lender]];
  const loan: Loan = { ...context, row, borrower, lender, id: await ensureLoan(row, context) };
  for (const step of stepsTo[milestone]) await step(loan);
}

/** Sends the messages of both parties in order; the client id prevents duplicates. */
export async function exchangeMessages(
  row: LoanRow,
  lines: readonly [AccountName, string][],
  context: LoanContext & { day: number },
): Promise<void> {
  const id = await ensureLoan(row, context);
  for (const [index, [account, message]] of lines.entries()) {
    const clientId = `demo-${context.day}-${index}`;
    await context.accounts[account].post(`/escrow/${id}/message`, { message, clientId });
  }
}
