/** Parses a typed rate, "13.25" or "13.25 %", into basis points. */

const shape = /^(\d+)?(?:\.(\d{1,2})?)?\s*%?$/;

export function parsePercent(text: string): number | undefined {
  const match = shape.exec(text.trim());
  const [, whole, fraction] = match ?? [];
  if (whole === undefined && fraction === undefined) return undefined;
  const rateBps = Number(`${whole ?? ''}${(fraction ?? '').padEnd(2, '0')}`);
  return Number.isSafeInteger(rateBps) ? rateBps : undefined;
}
