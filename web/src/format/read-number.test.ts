/** Numbers typed as any locale shows them; what could be two numbers is never guessed. */

import { expect, test } from '@jest/globals';
import { explainAmbiguity } from './explain-ambiguity.ts';
import { parseDays } from './parse-days.ts';
import { parseMoney } from './parse-money.ts';
import { parsePercent } from './parse-percent.ts';

const locales = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'sv-SE', 'pt-BR', 'en-IN', 'ja-JP', 'pl-PL'];

test.each(locales)('an amount shown in %s can be typed there', (locale) => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  for (const cents of [0, 1, 50, 99_00, 1_000_00, 15_000_00, 12_50, 123_456_78, 1_234_567_89])
    for (const text of [format.format(cents / 100), plain.format(cents / 100)])
      expect([text, parseMoney(text, locale)]).toEqual([text, cents]);
});

test.each([
  ['15.000', 'de-DE', 15_000_00],
  ['12,5', 'de-DE', 12_50],
  ['12,5', 'en-US', 12_50],
  ['15.5', 'de-DE', 15_50],
  ['15.000,50', 'en-US', 15_000_50],
  ['1.500.000', 'en-US', 1_500_000_00],
  ['0.50', 'de-DE', 50],
])('%s is clear in %s', (text, locale, cents) => {
  expect(parseMoney(text, locale)).toBe(cents);
  expect(explainAmbiguity(text, locale)).toBeUndefined();
});

test.each([
  ['15.000', 'en-US', 'Write 15000 for $15,000.00, or 15 for $15.00.'],
  ['15,000', 'de-DE', 'Write 15000 for $15,000.00, or 15 for $15.00.'],
  ['1.250', 'en-US', 'Write 1250 for $1,250.00, or 1.25 for $1.25.'],
  ['1.234', 'en-US', 'Write 1234 for $1,234.00.'],
  ['15.000', 'fr-FR', 'Write 15000 for $15,000.00, or 15 for $15.00.'],
])('%s is ambiguous in %s', (text, locale, question) => {
  expect(parseMoney(text, locale)).toBeUndefined();
  expect(explainAmbiguity(text, locale)).toBe(question);
});

test('a rate has a comma or a point, and never thousands', () => {
  expect(parsePercent('12,5')).toBe(1_250);
  expect(parsePercent('12,5 %')).toBe(1_250);
  for (const text of ['1,250', '1.250', '12,505']) expect(parsePercent(text)).toBeUndefined();
});

test('days are whole, so groups of three are thousands in every locale', () => {
  for (const text of ['1,095', '1.095', '1 095 days']) expect(parseDays(text)).toBe(1_095);
  for (const text of ['90.5', '90,5', '90.', '1,0955']) expect(parseDays(text)).toBeUndefined();
});
