/** Reads from a table what its owner's registrar says about it: the expiry and the registrar. Pure. */

import { hasVisibleCharacter } from '@nameloan/runtime/visible-text';
import type { ImportHints } from '../domain/domain.ts';

/** Letters of the headers, the best source first, and of those in our export. */
const expiryHeaders = [
  'expirationdate',
  'expirydate',
  'domainexpirationdate',
  'domainexpirydate',
  'registryexpirydate',
  'expiredate',
  'expiresat',
  'expireson',
  'expires',
  'expiration',
  'expiry',
];
const registrarHeaders = [
  'registrar',
  'registrarname',
  'currentregistrar',
  'sponsoringregistrar',
  'domainregistrar',
];

/** Longer cells hold something else. */
const maxCellLength = 100;
const [minYear, maxYear] = [2000, 2100];
const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Positions of the columns; -1: there is none. */
export interface HintColumns {
  expiry: number;
  registrar: number;
}

/** `headers`: their letters in lower case. */
export function findHintColumns(headers: readonly string[]): HintColumns {
  const find = (wanted: readonly string[]) =>
    wanted.map((header) => headers.indexOf(header)).find((column) => column >= 0) ?? -1;
  return { expiry: find(expiryHeaders), registrar: find(registrarHeaders) };
}

/** The reader of a table's rows. Whether the day or the month is first is decided by all of its dates. */
export function createHintReader(
  { expiry, registrar }: HintColumns,
  rows: readonly (readonly string[])[],
): (row: readonly string[]) => ImportHints | undefined {
  const isDayFirst = startsWithDay(rows.map((row) => readCell(row, expiry)));
  return (row) => {
    const expiresOn = readDay(readCell(row, expiry), isDayFirst);
    const name = readRegistrar(readCell(row, registrar));
    return expiresOn || name ? { expiresOn, registrar: name } : undefined;
  };
}

function readCell(row: readonly string[], column: number): string {
  const cell = row[column] ?? '';
  return cell.length > maxCellLength ? '' : cell.trim();
}

/** An address belongs to a contact, which is never stored. */
function readRegistrar(cell: string): string | null {
  const name = cell.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return hasVisibleCharacter(name) && !name.includes('@') ? name : null;
}

const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/;

/** The month is first, as in exports of registrars in the US, unless a date has no such month. */
function startsWithDay(cells: readonly string[]): boolean {
  const dates = cells.map((cell) => slashed.exec(cell));
  const isOverTwelve = (group: 1 | 2) => dates.some((date) => Number(date?.[group]) > 12);
  return isOverTwelve(1) && !isOverTwelve(2);
}

/** Year, month and day, and what may follow: a time, a time zone. */
function splitDate(cell: string, isDayFirst: boolean): [string?, string?, string?] {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(cell) ?? [];
  if (year) return [year, month, day];
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/.exec(cell);
  if (dotted) return [dotted[3], dotted[2], dotted[1]];
  const numeric = slashed.exec(cell);
  if (numeric)
    return isDayFirst ? [numeric[3], numeric[2], numeric[1]] : [numeric[3], numeric[1], numeric[2]];
  const named = /^([a-z]{3})[a-z]{0,6}\.? (\d{1,2}),? (\d{4})(?!\d)/i.exec(cell);
  if (named) return [named[3], toMonth(named[1]), named[2]];
  const british = /^(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}\.?,?[ -](\d{4})(?!\d)/i.exec(cell);
  return british ? [british[3], toMonth(british[2]), british[1]] : [];
}

const toMonth = (name = ''): string => String(monthNames.indexOf(name.toLowerCase()) + 1);

/** ISO 8601; null for what is no day of this century. */
function readDay(cell: string, isDayFirst: boolean): string | null {
  const [year, month, day] = splitDate(cell, isDayFirst).map(Number);
  if (!year || !month || !day || year < minYear || year > maxYear) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSame ? date.toISOString().slice(0, 10) : null;
}
