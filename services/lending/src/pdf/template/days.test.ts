/** All periods in the agreement's text come from the loan calendar. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { terms } from '../../testing/contracts.ts';

const otherDays = {
  ...{ signatureDays: 83, transferDays: 84, cancelAnswerDays: 85, deemedReceiptDays: 86 },
  ...{ receiptReminderDays: 87, claimAnswerDays: 88, noticeDays: 89, graceDays: 90 },
  ...{ registeredPastDueDays: 91, renewalDays: 92, repaymentDetailsDays: 93 },
  ...{ evidenceDays: 94, decisionDays: 95 },
  ...{ fundingDays: 96, fundingLapseDays: 97, markLapseDays: 98 },
  ...{ refundingDays: 99, escalationPauseDays: 82, paymentAnswerDays: 81 },
};

/** The agreement with another calendar, rendered in a separate process because the calendar is a shared module. */
function textWith(days: object, contract: 0 | 1): string {
  const modules = ['@nameloan/contracts/loan-calendar', './standard-agreement.ts'];
  const [calendar, agreement] = modules.map((name) => JSON.stringify(import.meta.resolve(name)));
  const given = JSON.stringify({ ...terms, contract });
  const program = `
    const { loanCalendar } = await import(${calendar});
    Object.assign(loanCalendar, ${JSON.stringify(days)});
    const { buildAgreementSections } = await import(${agreement});
    const terms = ${given};
    terms.drawnAt = new Date(terms.drawnAt);
    console.log(JSON.stringify(buildAgreementSections(terms)));
  `;
  const input = ['--input-type=module', '--eval', program];
  return execFileSync(process.execPath, input, { encoding: 'utf8' });
}

for (const contract of [0, 1] as const) {
  test(`every number of days in the agreement of kind ${contract} comes from the loan’s calendar`, () => {
    const text = textWith(otherDays, contract);
    for (const [name, days] of Object.entries(otherDays)) {
      assert.ok(text.includes(`${days} `) || text.includes(`${days}th`), name);
    }
    const byHand = /the day after|\b(two|three|four|five|six|seven|ten|fourteen|thirty) days/i;
    assert.doesNotMatch(text, byHand);
  });
}
