/** The agreement's PDF: deterministic bytes, and the clauses that the product promises. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { address, findSkipReason, readPdfText, runProgram, terms } from '../testing/contracts.ts';
import { renderContract } from './render-contract.ts';
import { sha256Hex } from './sha256.ts';
import { buildAgreementSections } from './template/standard-agreement.ts';
import { buildConsentText } from './terms.ts';

const noText = { skip: findSkipReason('pdftotext') };

const yearlyPlan: PlanTerms = {
  ...bulletPlan,
  kind: 'INSTALMENTS',
  instalments: 12,
  lateFeeBps: 500,
  lateFeeCapCents: 1_000,
  defaultRateBps: 300,
};

test('equal terms give equal bytes at any time', async (context) => {
  for (const contract of [0, 1] as const) {
    const first = await renderContract({ ...terms, contract });
    context.mock.timers.enable({ apis: ['Date'], now: Date.parse('2031-05-05T05:05:05Z') });
    const second = await renderContract({ ...terms, contract });
    context.mock.timers.reset();
    assert.equal(sha256Hex(second), sha256Hex(first));
  }
});

test('each term changes the document', async () => {
  const base = sha256Hex(await renderContract(terms));
  const changed = [
    { amountCents: 90_051 },
    { termDays: 61 },
    { rateBps: 1_801 },
    { transferFeeCents: 0 },
    { holder: 'PLATFORM' as const },
    { governing: { law: 'Ireland', venue: 'London' } },
    { governing: { law: 'England and Wales', venue: 'Dublin' } },
    { contract: 1 as const },
    { lenderName: 'Another' },
    { unicodeName: 'muenchen.example' },
    { drawnAt: new Date(terms.drawnAt.getTime() + 1_000) },
  ];
  for (const change of changed) {
    assert.notEqual(sha256Hex(await renderContract({ ...terms, ...change })), base);
  }
});

test('the file has title and language metadata', async () => {
  const bytes = (await renderContract(terms)).toString('latin1');
  for (const metadata of ['/Lang (en)', '/DisplayDocTitle true', '(D:20261121100000Z)']) {
    assert.ok(bytes.includes(metadata), metadata);
  }
});

test('both kinds have sixteen sections and differ in the payment clauses', () => {
  const [bank, crypto] = ([0, 1] as const).map((contract) =>
    buildAgreementSections({ ...terms, contract }),
  );
  assert.equal(bank?.length, 16);
  assert.deepEqual(
    bank?.map((section) => section.title),
    crypto?.map((section) => section.title),
  );
  assert.match(JSON.stringify(bank), /bank transfer/);
  assert.match(JSON.stringify(crypto), /transaction’s hash/);
  assert.doesNotMatch(JSON.stringify(crypto), /bank transfer/);
});

test('the text has no blanks, placeholders or open choices, even with optional terms missing', () => {
  const bare = { ...terms, transferFeeCents: 0, rateBps: 0, termDays: 1 };
  const planned = { ...terms, plan: yearlyPlan };
  for (const contract of [0, 1] as const) {
    for (const one of [terms, bare, planned]) {
      const text = buildAgreementSections({ ...one, contract })
        .flatMap(({ blocks }) => blocks)
        .flatMap((block) =>
          'rows' in block
            ? block.rows.flat()
            : block.text.map((passage) => (typeof passage === 'string' ? passage : passage.bold)),
        )
        .join('\n');
      assert.doesNotMatch(text, /_|\.\.\.|\[|\]|to be chosen|undefined|null|NaN|to-?do|\{|\}/i);
      assert.match(text, /law of\s+England and Wales/);
    }
  }
});

test('the registered holder is the one of the terms, with the consents that a transfer policy requires', () => {
  const [borrower, platform] = (['BORROWER', 'PLATFORM'] as const).map((holder) =>
    JSON.stringify(buildAgreementSections({ ...terms, holder })),
  );
  assert.match(borrower ?? '', /the Borrower is the registered holder/);
  assert.doesNotMatch(borrower ?? '', /the Platform is entered as the registered holder/);
  assert.match(platform ?? '', /the Platform is entered as the registered holder/);
  assert.doesNotMatch(platform ?? '', /the Borrower is the registered holder/);
  for (const text of [borrower, platform])
    assert.match(text ?? '', /consent to the lock.*Designated Agent.*opt out of a transfer lock/);
});

test('references to section numbers are correct', () => {
  const titles = buildAgreementSections(terms).map((section) => section.title);
  const meant: [number, string][] = [
    [5, 'Paying out the loan'],
    [6, 'Receipt and deemed receipt'],
    [7, 'Repayment'],
    [8, 'Security interest and custody'],
    [9, 'Use and renewal of the Domain in custody'],
    [10, 'Default, notice and grace'],
    [11, 'The Domain is the only remedy'],
    [12, 'Disputes and the Operator'],
  ];
  for (const [number, title] of meant) assert.equal(titles[number - 1], title);
  const named = JSON.stringify(buildAgreementSections(terms)).matchAll(/[Ss]ection (\d+)/g);
  for (const [, number] of named)
    assert.ok(
      meant.some(([known]) => known === Number(number)),
      number,
    );
});

test('the text contains the promised clauses and no legal address', noText, async () => {
  const words = readPdfText(await renderContract(terms));
  const promised = [
    'Zoë Łukasiewicz-Ångström',
    'Дмитрий Пономарёв',
    'münchen.example (xn--mnchen-3ya.example)',
    'US $900.50',
    'US $927.14',
    'US $26.64',
    'Interest is simple',
    'Principal × (1 + yearly rate × d / 365)',
    'Third-party claims.',
    'The Platform renews the registration also during a hold.',
    '60 days after receipt; January 20, 2027 if received on November 21, 2026',
    'actual/365',
    'Mark paid before you send.',
    'five days',
    'seven days of grace',
    'This loan is non-recourse.',
    'in full satisfaction of the debt',
    'no surplus is owed to the Borrower',
    'The certificate is part of this agreement.',
    'Rate (a year) 18%',
    'US $12.00, paid from the balance on the Platform',
    'APR with all costs 26.46%',
    'governed by the law of England and Wales, and the courts of London have jurisdiction',
    'Severability.',
  ];
  for (const phrase of promised) assert.ok(words.includes(phrase), phrase);
  assert.ok(!words.includes(address.address1));
});

test(
  'only the contract of a loan that compounds says so, with the figures of daily compounding',
  noText,
  async () => {
    const simple = readPdfText(await renderContract(terms));
    for (const phrase of ['compounded', 'Cost over the term', 'raised to the power'])
      assert.ok(!simple.includes(phrase), phrase);
    const compound = readPdfText(await renderContract({ ...terms, accrual: 'COMPOUND_365' }));
    assert.ok(!compound.includes('Interest is simple'));
    for (const phrase of ['US $927.54', 'Cost over the term 3.00%', 'Interest is compounded daily'])
      assert.ok(compound.includes(phrase), phrase);
  },
);

test(
  'every page has the loan id and page numbers, whatever the width of the id',
  noText,
  async () => {
    for (const escrowId of ['01m81nzqe1hgpm7mat1xp8ram6', '01m81nzq'.padEnd(26, 'm')]) {
      const words = readPdfText(await renderContract({ ...terms, escrowId }));
      const feet = [...words.matchAll(/loan (\S+) · page (\d+) of (\d+)/g)].map((foot) =>
        foot.slice(1),
      );
      assert.deepEqual(
        feet,
        feet.map((_, index) => [escrowId, String(index + 1), String(feet.length)]),
      );
      assert.ok(feet.length > 1, words);
    }
  },
);

test('a name of any script is printed as its party writes it, right-to-left ones too', {
  skip: findSkipReason('pdftotext', 'pdfinfo'),
}, async () => {
  const names = [
    'Ελένη Παπαδοπούλου',
    'Дмитрий Пономарёв',
    'דנה כהן',
    'محمد بن علي',
    'देवनागरी',
    'สมชาย ใจดี',
    '张伟',
    '김철수',
    'さくら',
  ];
  for (const lenderName of names) {
    const pdf = await renderContract({ ...terms, lenderName });
    // pdftotext marks the direction of right-to-left words.
    const words = readPdfText(pdf).replace(/[\u200E\u200F\u202A-\u202E]/g, '');
    assert.ok(words.includes(lenderName), lenderName);
    assert.doesNotMatch(words, /typefaces lack/, lenderName);
    assert.match(runProgram('pdfinfo', ['-'], pdf).text, /Pages:\s+7\n/, lenderName);
  }
});

test(
  'an invisible character and one without a glyph are written as Unicode numbers',
  noText,
  async () => {
    const words = readPdfText(await renderContract({ ...terms, lenderName: '𐎠 Zhang\u202E' }));
    assert.ok(words.includes('[U+103A0] Zhang[U+202E]'));
    assert.match(words, /Characters that this document’s typefaces lack/);
  },
);

test('names of any length and maximum amounts stay inside the margins of A4 pages', {
  skip: findSkipReason('pdftotext', 'pdfinfo'),
}, async () => {
  const pdf = await renderContract({
    ...terms,
    contract: 1,
    borrowerName: 'Konstantinopolitanischer Dudelsackpfeifenmachergeselle '.repeat(4).trim(),
    lenderName: 'X'.repeat(200),
    unicodeName: `${'ß'.repeat(59)}.museum`,
    amountCents: 1_000_000_000,
    termDays: 3_650,
    rateBps: 10_000,
    accrual: 'COMPOUND_365',
  });
  const boxes = runProgram('pdftotext', ['-bbox', '-', '-'], pdf).text;
  const edges = [...boxes.matchAll(/xMin="([\d.]+)".*?xMax="([\d.]+)" yMax="([\d.]+)"/g)];
  assert.ok(edges.length > 1_000);
  for (const [found, left, right, bottom] of edges) {
    assert.ok(Number(left) >= 60 && Number(right) <= 516.3 && Number(bottom) <= 820, found);
  }
  assert.match(runProgram('pdfinfo', ['-'], pdf).text, /595.28 x 841.89 pts \(A4\)/);
  const words = readPdfText(pdf);
  for (const figure of ['US $10,000,000.00', 'US $217,273,331,460.69', '2,172,633.31%']) {
    assert.ok(words.includes(figure), figure);
  }
});

test('the consent names the agreement and what is recorded', () => {
  assert.match(
    buildConsentText({ contract: 1 }),
    /Standard Agreement \(Cryptocurrency\).*IP address/,
  );
});

test('a contract with instalments prints its schedule and what a missed payment means; others print none of it', () => {
  const read = (plan: PlanTerms | null) =>
    buildAgreementSections({ ...terms, plan })
      .flatMap(({ title, blocks }) => [title, ...blocks])
      .map((block) => JSON.stringify(block))
      .join(' ');
  const clauses = [
    /Schedule of payments/,
    /Allocation\. /,
    /Missed payments\. /,
    /Acceleration\. /,
  ];
  for (const clause of clauses) assert.doesNotMatch(read(null), clause);
  const text = read(yearlyPlan);
  for (const clause of clauses) assert.match(text, clause);
  assert.match(text, /12 payments\. /);
  assert.match(text, /a late fee of 5% of that payment, at most US \$10\.00, once/);
  assert.match(text, /its unpaid Principal bears 3% a year in addition to the rate/);
  // The 12th payment leaves nothing.
  assert.match(text, /"12\. November 21, 2027","[^"]*then left \$0\.00"/);
});

test('a contract with 120 payments prints them all', async () => {
  const plan = { ...yearlyPlan, instalments: 120 };
  const [short, long] = [await renderContract(terms), await renderContract({ ...terms, plan })];
  assert.ok(long.length > short.length);
  const rows = buildAgreementSections({ ...terms, plan })
    .at(-1)
    ?.blocks.at(-1);
  assert.equal(rows && 'rows' in rows ? rows.rows.length : 0, 120);
});
