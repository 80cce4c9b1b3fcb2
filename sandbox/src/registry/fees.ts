// What the sandbox's registry charges, per suffix and year, in whole cents.

const CENTS_PER_YEAR: Readonly<Record<string, number>> = {
  com: 1000,
  net: 1200,
  org: 1100,
  io: 4000,
  dev: 1400,
};
const OTHER_CENTS_PER_YEAR = 2000;
const PREMIUM_FACTOR = 20;

/** The fee for so many years of a name, for a transfer as for a renewal. */
export function feeCents(name: string, premium: boolean, years: number): number {
  const suffix = name.slice(name.lastIndexOf('.') + 1);
  const perYear = CENTS_PER_YEAR[suffix] ?? OTHER_CENTS_PER_YEAR;
  return perYear * years * (premium ? PREMIUM_FACTOR : 1);
}
