/** Reads a typed number in the conventions of any locale: "15,000.50", "15.000,50", "15 000,50", "15’000.50". */

export interface TypedNumber {
  /** Digits, perhaps none. */
  whole: string;
  fraction: string;
  /** The reader's locale would write the thousands differently: 15.000 can be fifteen or fifteen thousand. */
  ambiguous: boolean;
}

const shape = /^[\d.,\s'’]*\d[\d.,\s'’]*$/;
const grouped = /^\d{1,3}(?:([.,\s'’])\d{3}(?:\1\d{3})*|(?:,\d{2})+,\d{3})$/;

function findGroupSeparator(locale: string | undefined): string | undefined {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567);
  return parts.find(({ type }) => type === 'group')?.value;
}

/** The index of the decimal separator, or -1. */
function findDecimal(text: string): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return -1;
  const isOnly = text.indexOf(text.charAt(last)) === last;
  if (!isOnly) return -1;
  const looksGrouped = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  return looksGrouped ? -1 : last;
}

/** Undefined if the text is not a number. `locale`: that of the browser. */
export function readNumber(typed: string, locale?: string): TypedNumber | undefined {
  const text = typed.trim();
  if (!shape.test(text)) return undefined;
  const decimal = findDecimal(text);
  const before = decimal < 0 ? text : text.slice(0, decimal);
  const fraction = decimal < 0 ? '' : text.slice(decimal + 1);
  if (!/^\d*$/.test(fraction)) return undefined;
  if (!/^\d*$/.test(before) && !grouped.test(before)) return undefined;
  // One group of thousands looks like three decimals.
  const separator = decimal < 0 ? /^\d+([.,])\d{3}$/.exec(text)?.[1] : undefined;
  return {
    whole: before.replaceAll(/\D/g, ''),
    fraction,
    ambiguous: separator !== undefined && separator !== findGroupSeparator(locale),
  };
}
