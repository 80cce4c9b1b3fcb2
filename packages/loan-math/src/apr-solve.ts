/** Solves for the yearly rate at which payments are worth what was received; integers decide the rounding. */

/** A payment, and when it is made after the money was received. */
export interface Flow {
  cents: number;
  /** Whole periods. */
  periods: number;
  /** What exceeds them, as a fraction: of a period for the nominal rate, of a year for the effective one. */
  odd?: Fraction | undefined;
}

export interface Fraction {
  top: number;
  bottom: number;
}

export interface RateProblem {
  receivedCents: number;
  /** Sorted by time. */
  flows: readonly Flow[];
  periodsPerYear: Fraction;
  /** Of the rate in percent. */
  decimals: number;
}

/** Whether the rate is at least so many halves of its last decimal. */
type Decision = (halves: bigint) => boolean;

const none: Fraction = { top: 0, bottom: 1 };
/** Beyond, a float has no exact last decimal. */
const maxExact = 2 ** 50;

/**
 * The actuarial rate of Regulation Z, Appendix J (b)(8): what was received is the sum of payments divided by
 * (1 + f × i) × (1 + i) ^ t, and the result is i times the periods of a year. In percent, rounded half up.
 */
export function solveNominalRate(problem: RateProblem): number {
  const { top, bottom } = problem.periodsPerYear;
  const perYear = top / bottom;
  const worth = (rate: number): number => {
    const i = rate / perYear;
    return sum(
      problem.flows,
      ({ cents, periods, odd = none }) =>
        cents / ((1 + (odd.top / odd.bottom) * i) * (1 + i) ** periods),
    );
  };
  return roundRate(problem, worth, (halves) => isNominalAtLeast(problem, halves));
}

/** The effective rate of the annexes of directives 2008/48 and 2014/17: the sum of payments divided by (1 + X) ^ years. */
export function solveEffectiveRate(problem: RateProblem): number {
  const { top, bottom } = problem.periodsPerYear;
  const worth = (rate: number): number =>
    sum(
      problem.flows,
      ({ cents, periods, odd = none }) =>
        cents / (1 + rate) ** ((periods * bottom) / top + odd.top / odd.bottom),
    );
  return roundRate(problem, worth, (halves) => isEffectiveAtLeast(problem, halves));
}

const sum = <T>(items: readonly T[], measure: (item: T) => number): number =>
  items.reduce((total, item) => total + measure(item), 0);

/** Starts from the float, which may be off in its last bits, and corrects the last decimal by exact decisions. */
function roundRate(
  { receivedCents, decimals }: RateProblem,
  worth: (rate: number) => number,
  isAtLeast: Decision,
): number {
  const scale = 10 ** (decimals + 2);
  let low = 0;
  let high = 1;
  while (worth(high) > receivedCents && high < 1e300) high *= 2;
  for (let step = 0; step < 200 && low < high; step += 1) {
    const middle = low + (high - low) / 2;
    if (middle === low || middle === high) break;
    if (worth(middle) > receivedCents) low = middle;
    else high = middle;
  }
  let result = Math.round(low * scale);
  if (result > maxExact) return result / 10 ** decimals;
  while (result > 0 && !isAtLeast(BigInt(2 * result - 1))) result -= 1;
  while (isAtLeast(BigInt(2 * result + 1))) result += 1;
  return result / 10 ** decimals;
}

/** Fixed-point numbers with so many digits, of which the last ten are margin: a power of 4,000 is off by less. */
const digits = 50n;
const one = 10n ** digits;
const margin = 10n ** 10n;

/** By bounds of the worth; where they do not decide, by integers. */
function isNominalAtLeast(problem: RateProblem, halves: bigint): boolean {
  const { receivedCents, flows, periodsPerYear, decimals } = problem;
  // i = step / unit, 1 + i = growth / unit.
  const unit = 2n * 10n ** BigInt(decimals + 2) * BigInt(periodsPerYear.top);
  const step = halves * BigInt(periodsPerYear.bottom);
  const growth = unit + step;
  const discount = (one * unit) / growth;
  let difference = BigInt(-receivedCents) * one;
  for (const [odd, those] of groupByOdd(flows)) {
    const oddUnit = BigInt(odd.bottom) * unit;
    difference += (discountFlows(those, discount) * oddUnit) / (oddUnit + BigInt(odd.top) * step);
  }
  const bound = sumCents(flows) * margin;
  if (difference > bound) return true;
  if (difference < -bound) return false;
  return isExactlyAtLeast(problem, { unit, growth });
}

/** The worth of payments whose value falls by the factor `discount` in a period, as a fixed-point number. */
function discountFlows(flows: readonly Flow[], discount: bigint): bigint {
  let worth = 0n;
  let next: Flow | undefined;
  for (const flow of flows.toReversed()) {
    if (next) worth = (worth * power(discount, next.periods - flow.periods)) / one;
    worth += BigInt(flow.cents) * one;
    next = flow;
  }
  return (worth * power(discount, next?.periods ?? 0)) / one;
}

const sumCents = (flows: readonly Flow[]): bigint =>
  flows.reduce((total, { cents }) => total + BigInt(cents), 0n);

/** 1 + i is growth / unit. */
interface Growth {
  unit: bigint;
  growth: bigint;
}

/** Both sides of the comparison are multiplied until they are integers. */
function isExactlyAtLeast({ receivedCents, flows }: RateProblem, base: Growth): boolean {
  const { unit, growth } = base;
  const step = growth - unit;
  const last = { cents: 0, periods: flows.at(-1)?.periods ?? 0 };
  let [top, bottom, discount] = [0n, 1n, 1n];
  for (const [odd, those] of groupByOdd(flows)) {
    const group = sumWorth([...those, last], 0, base);
    const oddUnit = BigInt(odd.bottom) * unit;
    const oddGrowth = oddUnit + BigInt(odd.top) * step;
    top = top * oddGrowth + group.worth * oddUnit * bottom;
    bottom *= oddGrowth;
    discount = group.growth;
  }
  return top >= BigInt(receivedCents) * discount * bottom;
}

/**
 * Payments as of `from`: both numbers to the power of the periods until the last payment, and the worth, which is divided
 * by that growth. Halves are joined, so that only few multiplications have long factors; a power per payment would have
 * up to 100,000 bits.
 */
function sumWorth(flows: readonly Flow[], from: number, base: Growth): Growth & { worth: bigint } {
  const [first] = flows;
  if (first === undefined) return { unit: 1n, growth: 1n, worth: 0n };
  if (flows.length === 1) {
    const periods = BigInt(first.periods - from);
    const unit = base.unit ** periods;
    return { unit, growth: base.growth ** periods, worth: BigInt(first.cents) * unit };
  }
  const half = flows.length >> 1;
  const early = sumWorth(flows.slice(0, half), from, base);
  const late = sumWorth(flows.slice(half), flows[half - 1]?.periods ?? from, base);
  return {
    unit: early.unit * late.unit,
    growth: early.growth * late.growth,
    worth: early.worth * late.growth + early.unit * late.worth,
  };
}

/** With bounds of the roots; where they do not decide, the rate is exactly the limit, and half is rounded up. */
function isEffectiveAtLeast(problem: RateProblem, halves: bigint): boolean {
  const { receivedCents, flows, periodsPerYear, decimals } = problem;
  const scale = 2n * 10n ** BigInt(decimals + 2);
  const discount = (one * scale) / (scale + halves);
  const root = rootOf(power(discount, periodsPerYear.bottom), periodsPerYear.top);
  let worth = 0n;
  for (const [odd, those] of groupByOdd(flows)) {
    const oddFactor = power(rootOf(discount, odd.bottom), odd.top);
    worth += (discountFlows(those, root) * oddFactor) / one;
  }
  return worth + sumCents(flows) * margin >= BigInt(receivedCents) * one;
}

/** The root of a fixed-point number up to 1, from the float by Newton's method. */
function rootOf(value: bigint, degree: number): bigint {
  if (degree === 1) return value;
  let root = BigInt(Math.round((Number(value) / Number(one)) ** (1 / degree) * 2 ** 52));
  root = (root * one) >> 52n;
  for (let round = 0; round < 4; round += 1) {
    const reached = power(root, degree);
    root += (root * (value - reached)) / (reached * BigInt(degree));
  }
  return root;
}

function power(base: bigint, exponent: number): bigint {
  let [result, square] = [one, base];
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square) / one;
    square = (square * square) / one;
  }
  return result;
}

function groupByOdd(flows: readonly Flow[]): [Fraction, Flow[]][] {
  const groups = Map.groupBy(flows, ({ odd = none }) => `${odd.top}/${odd.bottom}`);
  return [...groups.values()].map((those) => [those[0]?.odd ?? none, those]);
}
