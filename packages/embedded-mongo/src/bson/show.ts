/** Writes a value the way the real server shows it in messages. */
import type { Value } from './values.ts';
import { bsonTag, isDocument } from './values.ts';

const longest = 200;

/** A whole double carries a point; what is no number is named as C does. */
function showNumber(value: Value): string {
  if (bsonTag(value) === 'Double') return `${value}.0`;
  const text = String(value).replace('Infinity', 'inf').replace('NaN', 'nan');
  return /[in]/.test(text) ? `${text}.0` : text;
}

export function showValue(value: Value | undefined): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, longest));
  if (typeof value === 'number' || bsonTag(value) === 'Double') return showNumber(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.length === 0) return '[]';
  if (Array.isArray(value)) return `[ ${value.map(showValue).join(', ')} ]`.slice(0, longest);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (isDocument(value)) {
    const fields = Object.entries(value).map(([field, part]) => `${field}: ${showValue(part)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`.slice(0, longest);
  }
  if (bsonTag(value) === 'ObjectId') return `ObjectId('${String(value)}')`;
  return String(value).slice(0, longest);
}
