/** Parses a typed dollar amount into cents; ambiguous input is rejected. */

const shape = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d{1,2})?)?$/;

export function parseMoney(text: string): number | undefined {
  const match = shape.exec(text.trim());
  const [, dollars, cents] = match ?? [];
  if (dollars === undefined && cents === undefined) return undefined;
  const amountCents = Number(
    `${(dollars ?? '').replaceAll(',', '')}${(cents ?? '').padEnd(2, '0')}`,
  );
  return Number.isSafeInteger(amountCents) ? amountCents : undefined;
}
