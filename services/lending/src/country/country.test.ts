/** Country rules: the built-in file allows everything, and other files apply to every known address. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import { SettingsError } from '@nameloan/runtime/settings';
import { settings } from '../config.ts';
import { buildAgreementSections } from '../pdf/template/standard-agreement.ts';
import { address, changeAccount } from '../testing/accounts.ts';
import { amend, listAmendments, propose } from '../testing/amendment-calls.ts';
import { terms } from '../testing/contracts.ts';
import { sign } from '../testing/sign.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  acceptOffer,
  addDomain,
  createAccount,
  createDrawnUpLoan,
  createReceivedLoan,
  expectData,
  makeOffer,
  openListing,
  startLending,
} from '../testing/start-lending.ts';
import type { CountryRules } from './country-rules.ts';
import { findViolation, hasRestrictions } from './country-rules.ts';

const poland = { country: 'Poland', countryCode: 'PL', subdivision: null };
const open = { highestRateBps: null, highestAprBps: null, personalLoans: true };
const folder = mkdtempSync(join(tmpdir(), 'nameloan-countries-'));
/** Aland caps the rate, Monaco the APR, Liechtenstein has no personal loans. */
const file = join(folder, 'countries.json');
writeFileSync(
  file,
  JSON.stringify({
    about: 'For a test.',
    asOf: '2026-11-22',
    businessStatement: 'The Borrower takes this loan for the purposes of a business.',
    elsewhere: open,
    countries: {
      AX: { ...open, highestRateBps: 1_200 },
      MC: { ...open, highestAprBps: 1_500 },
      LI: { ...open, personalLoans: false },
    },
  }),
);

let service: TestLending;
before(async () => {
  service = await startLending({ settings: { COUNTRY_RULES_FILE: file } });
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const living = (name: string, country: string | null) =>
  createAccount(service, name, { legalAddress: country === null ? null : { ...address, country } });
const listing = async (country: string | null, more: Record<string, unknown> = {}) => {
  const borrowerId = await living('Bea Borrower', country);
  const domainId = addDomain(service, borrowerId);
  return {
    borrowerId,
    domainId,
    opened: await openListing(service.as(borrowerId), domainId, more),
  };
};
const offered = async (domainId: string, country: string | null, more = {}) => {
  const lenderId = await living('Len Lender', country);
  return { lenderId, made: await makeOffer(service.as(lenderId), domainId, more) };
};

test('the built-in rules allow everything everywhere and say so', () => {
  const read = (environment: Record<string, string>) => {
    settings.read({ GOVERNING_LAW: 'Ireland', GOVERNING_VENUE: 'Dublin', ...environment });
    return settings.value.COUNTRY_RULES_FILE;
  };
  const shipped = read({});
  assert.equal(hasRestrictions(shipped), false);
  assert.deepEqual(shipped.elsewhere, open);
  assert.match(shipped.about, /allows all/);
  assert.equal(hasRestrictions(read({ COUNTRY_RULES_FILE: file })), true);
});

test('an invalid rules file fails the start with one line that names the error', () => {
  const bad = join(folder, 'bad.json');
  const errors: [string, RegExp][] = [
    ['{', /not JSON/],
    ['{}', /not a table of countries \(about: /],
    ['null', /not a table of countries/],
    [
      JSON.stringify({
        ...{ about: '', asOf: '2026-11-22', businessStatement: 'A statement of enough words.' },
        ...{ elsewhere: open, countries: { DEU: open } },
      }),
      /countries\.DEU/,
    ],
  ];
  for (const [text, pattern] of errors) {
    writeFileSync(bad, text);
    assert.throws(
      () => settings.shape.shape.COUNTRY_RULES_FILE.parse(bad),
      (error: Error) => pattern.test(error.message),
    );
  }
  const GOVERNING = { GOVERNING_LAW: 'Ireland', GOVERNING_VENUE: 'Dublin' };
  assert.throws(
    () => settings.read({ ...GOVERNING, COUNTRY_RULES_FILE: join(folder, 'none.json') }),
    (error: Error) =>
      error instanceof SettingsError &&
      /^COUNTRY_RULES_FILE is ".*none\.json": cannot be read \(ENOENT\)\.$/.test(error.message),
  );
  settings.read({ ...GOVERNING, COUNTRY_RULES_FILE: file });
});

test('each limit is inclusive, and unknown countries use the rule of elsewhere', () => {
  const rules = settings.value.COUNTRY_RULES_FILE;
  const loan = { rateBps: 1_200, aprAllCostsPercent: 15, forBusiness: false };
  const at = (
    code: string | null,
    party: 'BORROWER' | 'LENDER',
    more = {},
    table: CountryRules = rules,
  ) => {
    const place = code === null ? null : { countryCode: code.slice(0, 2), subdivision: null };
    const subdivision = code?.includes('-') ? code : null;
    return (
      findViolation(
        table,
        { ...loan, ...more },
        { party, place: place && { ...place, subdivision } },
      )?.rule ?? null
    );
  };
  assert.equal(at('AX', 'BORROWER'), null);
  assert.equal(at('AX', 'LENDER', { rateBps: 1_201 }), 'RATE');
  assert.equal(at('MC', 'BORROWER'), null);
  assert.equal(at('MC', 'BORROWER', { aprAllCostsPercent: 15.01 }), 'RATE');
  assert.equal(at('MC', 'BORROWER', { aprAllCostsPercent: null }), 'RATE');
  assert.equal(at('LI', 'BORROWER'), 'PURPOSE');
  assert.equal(at('LI', 'BORROWER', { forBusiness: true }), null);
  // 1.1 × 100 is slightly more than 110 in floating point.
  const low = { ...rules, elsewhere: { ...open, highestAprBps: 110 } };
  assert.equal(at('DE', 'BORROWER', { aprAllCostsPercent: 1.1 }, low), null);
  // Only the borrower can be a consumer.
  assert.equal(at('LI', 'LENDER'), null);
  const strict = { ...rules, elsewhere: { ...open, personalLoans: false } };
  assert.equal(at(null, 'BORROWER', {}, strict), 'PURPOSE');
  assert.equal(at('DE', 'BORROWER', {}, strict), 'PURPOSE');
  assert.equal(at('AX', 'BORROWER', {}, strict), null);
});

test('a state has its own row, and without a state the strictest row of the country applies', () => {
  const table: CountryRules = {
    ...settings.value.COUNTRY_RULES_FILE,
    countries: { US: open, 'US-NY': { ...open, highestRateBps: 1_600 }, 'US-TX': open },
  };
  const at = (subdivision: string | null, countryCode = 'US') =>
    findViolation(
      table,
      { rateBps: 1_700, aprAllCostsPercent: 17, forBusiness: false },
      { party: 'LENDER', place: { countryCode, subdivision } },
    )?.rule ?? null;
  assert.equal(at('US-NY'), 'RATE');
  assert.equal(at('US-TX'), null);
  assert.equal(at('US-OR'), null, 'a state without a row has that of its country');
  assert.equal(at(null), 'RATE');
  assert.equal(at(null, 'DE'), null);
});

test('a rate above the cap is rejected at listing, offer and acceptance, by the address of either party', async () => {
  const own = await listing('Åland Islands', { rate: 1_201 });
  assert.deepEqual([own.opened.code, own.opened.reason], ['CONFLICT', 'COUNTRY_RATE']);
  assert.equal(
    own.opened.message,
    'Where the borrower lives, the rate of a loan may be at most 12% a year. Ask for a lower rate.',
  );
  const capped = await listing('Åland', { rate: 1_200 });
  expectData(capped.opened);
  const high = await offered(capped.domainId, 'France', { rate: 1_500 });
  assert.deepEqual([high.made.code, high.made.reason], ['CONFLICT', 'COUNTRY_RATE']);
  assert.doesNotMatch(high.made.message ?? '', /land Islands|AX/);
  expectData((await offered(capped.domainId, 'France', { rate: 1_200 })).made);
  const free = await listing('France', { rate: 2_000 });
  const lenders = await offered(free.domainId, 'AX', { rate: 1_300 });
  assert.match(lenders.made.message ?? '', /^Where the lender lives, .* Offer a lower rate\.$/);
});

test('a borrower who moves to another country after the offer is rejected at acceptance, and the offer stays', async () => {
  const { borrowerId, domainId, opened } = await listing('France');
  expectData(opened);
  const { made } = await offered(domainId, null, { rate: 1_500 });
  const { id } = expectData(made).makeOffer;
  const newAddress = { ...address, country: 'ALA' };
  const moved = { legalAddress: newAddress, version: 2 };
  await service.bus.publish(changeAccount(service, borrowerId, moved));
  const rejected = await acceptOffer(service.as(borrowerId), id);
  assert.deepEqual([rejected.code, rejected.reason], ['CONFLICT', 'COUNTRY_RATE']);
  assert.match(rejected.message ?? '', /Ask the lender for an offer at a lower rate\.$/);
  const { offer } = expectData(await service.as(borrowerId)(`{ offer(id: "${id}") { status } }`));
  assert.equal(offer.status, 'PENDING');
});

test('without personal loans a loan needs the business declaration, which the contract prints', async () => {
  const personal = await listing('Liechtenstein');
  assert.deepEqual([personal.opened.code, personal.opened.reason], ['CONFLICT', 'COUNTRY_PURPOSE']);
  const { borrowerId, domainId, opened } = await listing('Fürstentum Liechtenstein', {
    business: true,
  });
  expectData(opened);
  const { made } = await offered(domainId, 'Liechtenstein');
  const { id } = expectData(
    await acceptOffer(service.as(borrowerId), expectData(made).makeOffer.id),
  ).acceptOffer;
  const { escrow } = expectData(
    await service.as(borrowerId)(`{ escrow(id: "${id}") { businessStatement } }`),
  );
  const statement = settings.value.COUNTRY_RULES_FILE.businessStatement;
  assert.equal(escrow.businessStatement, statement);
  const text = (businessStatement: string | null) =>
    JSON.stringify(buildAgreementSections({ ...terms, businessStatement }));
  assert.ok(text(statement).includes(statement));
  assert.ok(!text(null).includes('Purpose'));
});

test('a lender whose country cannot be read chooses it again before an offer; a running loan goes on', async () => {
  const { domainId } = await listing('Narnia');
  const { made, lenderId } = await offered(domainId, 'Atlantis');
  assert.deepEqual([made.code, made.reason], ['CONFLICT', 'COUNTRY_UNREADABLE']);
  assert.match(made.message ?? '', /Choose it in Settings, then make your offer\.$/);
  const chosen = { legalAddress: { ...address, ...poland }, version: 2 };
  await service.bus.publish(changeAccount(service, lenderId, chosen));
  expectData(await makeOffer(service.as(lenderId), domainId));
  const { loan, tokens } = await createDrawnUpLoan(service);
  await service.bus.publish(
    changeAccount(service, loan.borrowerId, {
      legalAddress: { ...address, country: 'Narnia' },
      version: 2,
    }),
  );
  const signed = await loan.borrower(
    `mutation { signContract(token: "${tokens.borrower}", name: "Bea Borrower", consent: true) {
      contract { signedAddress { country countryCode subdivision } } } }`,
  );
  assert.deepEqual(expectData(signed).signContract.contract.signedAddress, {
    country: 'Narnia',
    countryCode: null,
    subdivision: null,
  });
});

test('a party without an address is checked at the signature with the address entered there', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  const given = { address: { ...address, country: 'AX' } };
  const rejected = await sign(loan.borrower, tokens.borrower, given);
  assert.deepEqual([rejected.code, rejected.reason], ['CONFLICT', 'COUNTRY_RATE']);
  expectData(await sign(loan.borrower, tokens.borrower));
});

test('a waiver is agreed and signed where the rules no longer allow the loan, and an extension is not', async () => {
  const loan = await createReceivedLoan(service);
  const moved = { ...address, country: 'Åland' };
  await service.bus.publish(
    changeAccount(service, loan.borrowerId, { version: 2, legalAddress: moved }),
  );
  const due = formatCalendarDay(addDays(utcDay(now()), 100));
  const extension = await propose(loan.borrower, loan, { due });
  assert.equal(extension.reason, 'COUNTRY_RATE');
  await amend(loan, { lateFees: 100 }, { kind: 'WAIVE' });
  const [waiver] = await listAmendments(loan.borrower, loan);
  assert.equal(waiver?.status, 'EFFECTIVE');
});
