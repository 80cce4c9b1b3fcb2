/** The first days of the demo data: a start after a crash runs it again without duplicates. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Accounts } from '@nameloan/demo/accounts';
import { signInAll } from '@nameloan/demo/accounts';
import { days } from '@nameloan/demo/days';
import { readDemoState } from '@nameloan/demo/demo-state';
import { runScenarioDay } from '@nameloan/demo/run-scenario';
import type { RestObject } from '../environment/loans.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';

export function demoDay(environment: GetEnvironment): void {
  test('running the first days of the demo data twice has the same result as once', async () => {
    const { url, sandbox } = environment();
    const begunAt = (await sandbox.readClock()).now;
    const once = async () => {
      const accounts = await signInAll({ url, sandbox }, () => 'demo-password');
      const state = await readDemoState(accounts);
      for (const day of days.slice(0, 2))
        await runScenarioDay(day, { accounts, sandbox, state, begunAt });
      return seen(accounts);
    };
    const first = await once();
    assert.deepEqual(
      first.loans.map((loan: string) => loan.split(' ').slice(0, 3).join(' ')).sort(),
      [
        'ada harvestmoon.com LOAN_POSTED',
        'ada northfold.com LOAN_POSTED',
        'ada papertrail.co LOAN_POSTED',
        'lin copperwire.net LOAN_POSTED',
        'lin goldleaf.net LOAN_POSTED',
      ],
    );
    assert.deepEqual(await once(), first);
  });
}

async function seen(accounts: Accounts): Promise<{ loans: string[]; rest: string[] }> {
  const loans: string[] = [];
  const rest: string[] = [];
  for (const account of ['ada', 'lin'] as const) {
    const person = accounts[account];
    const { escrows } = await person.post('/escrow/borrower', { page: 1, limit: 100 });
    for (const { id, domain, status } of escrows) {
      const chat = await person.get(`/escrow/${id}/messages`);
      const history: RestObject[] = await person.get(`/escrow/${id}/history?limit=100`);
      loans.push(`${account} ${domain} ${status} ${chat.length} ${history.length}`);
    }
    const { domains } = await person.get('/domains?limit=100');
    const { transactions } = await person.get('/transactions?limit=100');
    rest.push(...domains.map((one: RestObject) => `${account} ${one.domain} ${one.status}`));
    rest.push(
      ...transactions.map(
        (one: RestObject) => `${account} ${one.type} ${one.amount} ${one.status}`,
      ),
    );
  }
  return { loans, rest };
}
