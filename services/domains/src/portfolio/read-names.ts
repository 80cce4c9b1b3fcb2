/** Reads the domain names of an import: a registrar's or marketplace's CSV export, or a plain list. Pure. */

import { DomainError } from '@nameloan/contracts/errors';
import type { ImportHints } from '../domain/domain.ts';
import { maxColumns, parseRows } from './parse-rows.ts';
import type { HintColumns } from './read-hints.ts';
import { createHintReader, findHintColumns } from './read-hints.ts';

export interface ImportedName {
  /** Line of the file, counted from 1 with the header; in a JSON list the position from 1. */
  line: number;
  input: string;
  hints?: ImportHints;
}

export const maxImportedNames = 2_000;
/** Also counts lines without a name, which are skipped. */
const maxRows = 10_000;
/** A title may precede the header. */
const maxHeaderRow = 5;
const sampledRows = 20;
/** Longer cells are no headers. */
const maxHeaderLength = 200;
const delimiters = [',', ';', '\t'] as const;

/**
 * Letters of the headers that exports of registrars and marketplaces use for the name, the best source first. Only these and
 * those of the hints are read, never contacts and prices.
 */
const nameHeaders = [
  'domainname',
  'domain',
  'domains',
  'domainnames',
  'fqdn',
  'namerequired',
  'domainnamerequired',
  'domainnameace',
  'domainace',
  'punycode',
  'name',
];

interface Table {
  delimiter: string;
  /** Number of rows up to and including the header. */
  skippedRows: number;
  /** Columns of the name by position, since headers may repeat; the first filled one counts. */
  columns: number[];
  hints: HintColumns;
  width: number;
}

/** The text of a file: UTF-8, UTF-16 with a byte order mark, or else the Western code page of older spreadsheets. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * TOO_LARGE for more names than one import may have; INVALID_INPUT without any, and for a table without a column of
 * names: its other columns may hold contacts, which are never read.
 */
export function readNames(given: string): ImportedName[] {
  const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const table = findHeader(text) ?? findColumnOfNames(text);
  if (table && table.width > 1) return assertCount(readTable(text, table));
  if (hasOtherColumns(text, table?.skippedRows ?? 0)) throw noColumnOfNames();
  return assertCount(readList(text, table));
}

export function assertCount(names: ImportedName[]): ImportedName[] {
  if (names.length > maxImportedNames) throw tooManyNames();
  if (names.length > 0) return names;
  throw new DomainError('INVALID_INPUT', 'The list contains no domain names.');
}

function tooManyNames(): DomainError {
  const max = maxImportedNames.toLocaleString('en-US');
  return new DomainError('TOO_LARGE', `One import takes at most ${max} names. Split the list.`);
}

function noColumnOfNames(): DomainError {
  const message =
    'The list has several columns. Name the one with the domains Domain, or send only the domains.';
  return new DomainError('INVALID_INPUT', message);
}

function tooManyColumns(line: number): DomainError {
  const message = `Line ${line} has more than ${maxColumns} columns.`;
  return new DomainError('INVALID_INPUT', message);
}

const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '');

/** The delimiter that splits the header most is the file's. */
function findHeader(text: string): Table | undefined {
  let found: Table | undefined;
  for (const delimiter of delimiters) {
    for (const [at, row] of parseRows(text, delimiter, maxHeaderRow).entries()) {
      const headers = row.map(toHeader);
      const columns = findNameColumns(headers);
      if (columns.length === 0) continue;
      const hints = findHintColumns(headers);
      if (row.length > (found?.width ?? 0))
        found = { delimiter, skippedRows: at + 1, columns, hints, width: row.length };
      break;
    }
  }
  return found;
}

const toHeader = (cell: string): string =>
  cell.length > maxHeaderLength ? '' : cell.toLowerCase().replace(/[^a-z]/g, '');

function findNameColumns(headers: readonly string[]): number[] {
  return nameHeaders.map((header) => headers.indexOf(header)).filter((column) => column >= 0);
}

const looksLikeName = (cell: string | undefined) =>
  /^[^\s@/:]+\.[^\s@/:.\d][^\s@/:.]+\.?$/u.test(cell?.trim() ?? '');

/** For a table without a header: one column has a name in every row, and no other column has one in the first row. */
function findColumnOfNames(text: string): Table | undefined {
  for (const delimiter of delimiters) {
    const rows = parseRows(text, delimiter, sampledRows).filter((row) => !isBlank(row));
    const [first = []] = rows;
    if (rows.length < 2 || first.length < 2) continue;
    const columns = first.flatMap((cell, column) => (looksLikeName(cell) ? [column] : []));
    const [column = 0] = columns;
    const isTable = rows.every((row) => row.length === first.length && looksLikeName(row[column]));
    if (columns.length === 1 && isTable)
      return {
        delimiter,
        skippedRows: 0,
        columns,
        hints: findHintColumns([]),
        width: first.length,
      };
  }
  return undefined;
}

const holdsOnlyNames = (cell: string) =>
  cell
    .split(/[\s,;]+/)
    .every((word) => word === '' || looksLikeName(word.replace(/^https?:\/\/|\/$/g, '')));

/**
 * Whether the text has columns of something other than names: rows of equal width, one of them with other cells, or
 * two such rows of equal width. A list with several names on a line, one of them misspelled, has none.
 */
function hasOtherColumns(text: string, skippedRows: number): boolean {
  return delimiters.some((delimiter) => {
    const rows = parseRows(text, delimiter, skippedRows + sampledRows)
      .slice(skippedRows)
      .filter((row) => !isBlank(row));
    const widths = rows
      .filter((row) => row.length > 1 && !row.every(holdsOnlyNames))
      .map((row) => row.length);
    const isEven = rows.length > 1 && rows.every(({ length }) => length === rows[0]?.length);
    return isEven ? widths.length > 0 : new Set(widths).size < widths.length;
  });
}

function readTable(
  text: string,
  { delimiter, skippedRows, columns, hints: hintColumns }: Table,
): ImportedName[] {
  const rows = parseRows(text, delimiter, maxRows + 1);
  if (rows.length > maxRows) throw tooManyNames();
  const readHints = createHintReader(hintColumns, rows.slice(skippedRows));
  const names: ImportedName[] = [];
  let line = 1;
  for (const [at, row] of rows.entries()) {
    if (row.length > maxColumns) throw tooManyColumns(line);
    if (at >= skippedRows && !isBlank(row)) {
      const cells = columns.map((column) => row[column]?.trim() ?? '');
      const hints = readHints(row);
      const input = cells.find((cell) => cell !== '') ?? '';
      names.push({ line, input, ...(hints ? { hints } : {}) });
    }
    // A quoted cell may have several lines.
    line += 1 + row.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
  }
  return names;
}

/** One or more names a line, separated by white space, commas or semicolons. */
function readList(text: string, header: Table | undefined): ImportedName[] {
  const names: ImportedName[] = [];
  let at = 0;
  for (let line = 1; at <= text.length; line++) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    if (line > (header?.skippedRows ?? 0)) {
      for (const [word] of text.slice(at, end).matchAll(/[^\s,;]+/g)) {
        const input = trimQuotes(word);
        if (input !== '') names.push({ line, input });
        if (names.length > maxImportedNames) throw tooManyNames();
      }
    }
    at = end + 1;
  }
  return names;
}

/** A regular expression for the end would try every run of quotes. */
function trimQuotes(word: string): string {
  const isQuote = (at: number) => word[at] === '"' || word[at] === "'";
  let [start, end] = [0, word.length];
  while (start < end && isQuote(start)) start++;
  while (end > start && isQuote(end - 1)) end--;
  return word.slice(start, end);
}
