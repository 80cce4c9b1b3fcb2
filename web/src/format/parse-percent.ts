/** Reads a rate as people type it, "13.25" or "13.25 %", into basis points. */

const shape = /^(\d+)?(?:\.(\d{1,2})?)?\s*%?$/;

export function parsePercent(text: string): number | undefined {
  const match = shape.exec(text.trim());
  const [, whole, part] = match ?? [];
  if (whole === undefined && part === undefined) return undefined;
  const rateBps = Number(`${whole ?? ''}${(part ?? '').padEnd(2, '0')}`);
  return Number.isSafeInteger(rateBps) ? rateBps : undefined;
}
