/** Reads rows of CSV (RFC 4180) in one pass, so that any text takes time in proportion to its length. Pure. */

/** No export has more. */
export const maxColumns = 200;

const [newline, quote, space, tab] = [10, 34, 32, 9];

interface Cell {
  value: string;
  /** Position of the delimiter, the line end or the end of the text after it. */
  end: number;
}

/**
 * The first rows of a text with the line end `\n`. Of a wider row, one cell more than `maxColumns`. A quote that does
 * not end its cell belongs to it, and an open quoted cell ends with the text.
 */
export function parseRows(text: string, delimiter: string, maxRows: number): string[][] {
  const separator = delimiter.charCodeAt(0);
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; rows.length < maxRows; ) {
    const { value, end } = readCell(text, at, separator);
    if (row.length <= maxColumns) row.push(value);
    at = end + 1;
    if (text.charCodeAt(end) === separator) continue;
    rows.push(row);
    row = [];
    if (end >= text.length) break;
  }
  return rows;
}

function readCell(text: string, start: number, separator: number): Cell {
  if (text.charCodeAt(start) === quote) return readQuoted(text, start + 1, separator);
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === separator || code === newline) break;
  }
  return { value: text.slice(start, end), end };
}

/** Each character is visited once: a search goes on where the spaces after a quote have ended. */
function readQuoted(text: string, start: number, separator: number): Cell {
  const parts: string[] = [];
  let from = start;
  let at = text.indexOf('"', start);
  while (at >= 0) {
    if (text.charCodeAt(at + 1) === quote) {
      parts.push(text.slice(from, at + 1));
      from = at + 2;
      at = text.indexOf('"', from);
      continue;
    }
    const end = skipSpaces(text, at + 1, separator);
    const code = text.charCodeAt(end);
    if (end >= text.length || code === separator || code === newline)
      return { value: parts.join('') + text.slice(from, at), end };
    at = text.indexOf('"', end);
  }
  return { value: parts.join('') + text.slice(from), end: text.length };
}

/** Spaces may follow the closing quote. */
function skipSpaces(text: string, start: number, separator: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === separator || (code !== space && code !== tab)) break;
  }
  return at;
}
