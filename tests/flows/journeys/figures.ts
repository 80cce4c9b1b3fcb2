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

  test('a visitor computes the payments of a plan and its yearly rates', async () => {
    const terms = { amount: 10_000, apy: 12, start: '2027-01-31' };
    const A1 = await asVisitor('/figures/plan', {
      ...{ ...terms, plan: 'INSTALMENTS', period: 'MONTH', instalments: 12 },
    });
    assert.deepEqual(A1.rows[0], {
      ...{ n: 1, due: '2027-02-28', days: 28, payment: 888.08 },
      ...{ interest: 92.05, principal: 796.03, balance: 9_203.97 },
    });
    assert.equal(A1.rows.length, 12);
    assert.deepEqual([A1.total, A1.interest, A1.last_payment], [10_656.98, 656.98, 888.1]);
    assert.deepEqual(A1.apr, { nominal_us: 11.91, effective_eu: 12.59 });
    const S1 = await asVisitor('/figures/plan', { ...terms, start: '2027-01-10', term: 90 });
    assert.deepEqual([S1.total, S1.rows.length, S1.rows[0].due], [10_295.89, 1, '2027-04-10']);
    assert.deepEqual(S1.apr, { nominal_us: 12, effective_eu: 12.55 });
    const rows = [
      { day: 30, amount: 2_000 },
      { day: 90, amount: null },
    ];
    const custom = { ...terms, start: '2027-01-10', plan: 'CUSTOM', rows, term: 90 };
    const S2Plan = await asVisitor('/figures/plan', custom);
    assert.deepEqual([S2Plan.rows.length, S2Plan.last_payment], [2, 8_258.38]);
  });

  test('invalid plans are rejected with the name of the field', async () => {
    const person = await environment().newPerson('Ivy Invalid');
    const terms = { amount: 10_000, apy: 12, start: '2027-01-31' };
    const months = { ...terms, plan: 'INSTALMENTS', instalments: 12 };
    const custom = { ...terms, plan: 'CUSTOM' };
    const tooMany = Array.from({ length: 121 }, (_, day) => ({ day: day + 1, amount: 200 }));
    for (const [field, body] of [
      ['term', terms],
      ['term', { ...terms, term: 3_651 }],
      ['term', { ...months, term: 90 }],
      ['instalments', { ...months, instalments: 121 }],
      ['instalments', { ...months, amount: 1 }],
      ['instalments', { ...terms, plan: 'INTEREST_ONLY' }],
      ['period', { ...months, period: '8D' }],
      ['plan', { ...months, plan: 'WEEKLY' }],
      ['balloon_of', { ...months, plan: 'BALLOON', balloon_of: 12 }],
      ['rows', custom],
      ['rows', { ...custom, rows: tooMany }],
      ['rows', { ...custom, rows: [{ day: 3_654, amount: null }] }],
      ['rows', { ...custom, rows: [{ day: 30, amount: 100 }] }],
      [
        'rows',
        {
          ...custom,
          rows: [
            { day: 30, amount: 50 },
            { day: 60, amount: null },
          ],
        },
      ],
      ['late_fee', { ...months, late_fee: 101 }],
      ['early', { ...months, early: 'KEEP' }],
      ['start', { ...months, start: '2027-02-29' }],
    ] as const) {
      const call = 'POST /figures/plan';
      const { fields } = await expectRejection(person, call, { status: 400, body });
      assert.ok(field in fields, `${field}: ${JSON.stringify(fields)}`);
    }
    const ok = await asVisitor('/figures/plan', { ...months, term: 365 });
    assert.equal(ok.rows.length, 12);
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
