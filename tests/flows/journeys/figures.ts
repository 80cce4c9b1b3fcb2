/** Figures of loans from their terms alone, through REST and without login. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';

const loan = { amount: 10_000, apy: 12, accrual: 'SIMPLE_365', start: '2027-01-10' };
const S2 = { ...loan, payments: [{ date: '2027-02-09', amount: 2_000 }], on: '2027-04-10' };

export function figures(environment: GetEnvironment): void {
  const asVisitor = async (path: string, body: unknown) => {
    const visitor: Person = await environment().newPerson('Vera Visitor');
    const response = await visitor.call('POST', path, body, { token: null });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };

  test('a visitor computes the balance of a loan with part payments and fees in any order', async () => {
    assert.deepEqual(await asVisitor('/figures/balance', { ...S2, fees: [] }), {
      principal: 8_098.63,
      interest: 159.75,
      fees: 0,
      credit: 0,
      payoff: 8_258.38,
      applied: [
        { date: '2027-02-09', amount: 2_000, fees: 0, interest: 98.63, principal: 1_901.37 },
      ],
    });
    const many = {
      ...{ ...loan, amount: 5_000, apy: 9, start: '2027-05-01', on: '2027-07-01' },
      payments: [
        { date: '2027-08-01', amount: 7 },
        { date: '2027-06-05', amount: 100 },
      ],
      fees: [{ date: '2027-06-01', amount: 25 }],
    };
    const S5 = await asVisitor('/figures/balance', many);
    assert.equal(S5.payoff, 5_000);
    assert.equal(S5.applied.length, 1, 'what is later is ignored');
    const compound = await asVisitor('/figures/balance', { ...S2, accrual: 'COMPOUND_365' });
    assert.equal(compound.payoff, 8_260.42);
    assert.deepEqual(compound.applied, [
      { date: '2027-02-09', amount: 2_000, fees: null, interest: null, principal: null },
    ]);
  });

  test('invalid figures are rejected with the name of the field', async () => {
    const person = await environment().newPerson('Wes Wrong');
    const payment = { date: '2027-02-09', amount: 1 };
    for (const [field, wrong] of [
      ['amount', 0],
      ['amount', '10000'],
      ['apy', 101],
      ['apy', 15.678],
      ['accrual', 'DAILY'],
      ['start', '2027-02-30'],
      ['start', '1750-01-01'],
      ['on', '2027-01-09'],
      ['on', '2099-01-01'],
      ['payments', [{ date: '2027-01-09', amount: 1 }]],
      ['payments', [{ date: '2027-02-09', amount: -1 }]],
      ['payments', Array(401).fill(payment)],
      ['fees', Array(101).fill(payment)],
      ['fees', [{ date: '2027-02-09' }]],
    ] as const) {
      const body = { ...S2, [field]: wrong };
      const { fields } = await expectRejection(person, 'POST /figures/balance', {
        ...{ status: 400, body },
      });
      assert.ok(field in fields, `${field} ${JSON.stringify(wrong).slice(0, 60)}`);
    }
    const most = await asVisitor('/figures/balance', { ...S2, payments: Array(400).fill(payment) });
    assert.equal(most.applied.length, 400);
  });
}
