/** The bars that the web app is held to: one table, read by the tests and by `npm run bench`. */

export interface Budget {
  limit: number;
  unit: 'kB' | 'MB' | 'ms' | 'points' | 'px' | 'shift' | 'faults';
  /** What must be reached, not what must not be passed. */
  least?: true;
}

const bars = {
  'landing: code, gzip': { limit: 120, unit: 'kB' },
  'landing: styles, gzip': { limit: 12, unit: 'kB' },
  'landing: letters': { limit: 60, unit: 'kB' },
  'landing: the whole page': { limit: 190, unit: 'kB' },
  'dashboard: first code without Apollo, gzip': { limit: 125, unit: 'kB' },
  'dashboard: first code, gzip': { limit: 190, unit: 'kB' },
  'largest chunk of our own, libraries left out, gzip': { limit: 15, unit: 'kB' },
  'settings: what is fetched for a picture, gzip': { limit: 20, unit: 'kB' },
  'accessibility: violations and cut-off content': { limit: 0, unit: 'violations' },
  'pictures of all pages': { limit: 6, unit: 'MB' },
  'lighthouse mobile: performance': { limit: 95, unit: 'points', least: true },
  'lighthouse desktop: performance': { limit: 99, unit: 'points', least: true },
  'lighthouse: accessibility': { limit: 100, unit: 'points', least: true },
  'lighthouse: best practices': { limit: 100, unit: 'points', least: true },
  'lighthouse: SEO': { limit: 100, unit: 'points', least: true },
  'largest paint, simulated': { limit: 2500, unit: 'ms' },
  'largest paint, as it is': { limit: 500, unit: 'ms' },
  'blocked time': { limit: 150, unit: 'ms' },
  'layout shift': { limit: 0.02, unit: 'shift' },
  'from a press to what is seen': { limit: 150, unit: 'ms' },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof bars;

export interface BudgetResult {
  line: string;
  held: boolean;
}

const budgetOf = (name: BudgetName): Budget => bars[name];

/** A result, its limit and whether the limit holds. `of` names the page or state where one budget covers many. */
export function checkBudget(name: BudgetName, value: number, of = ''): BudgetResult {
  const { limit, unit, least } = budgetOf(name);
  const held = least ? value >= limit : value <= limit;
  const what = of === '' ? name : `${name} (${of})`;
  const figure = Number(value.toFixed(unit === 'shift' ? 3 : 1));
  const aim = `${least ? 'at least' : 'at most'} ${limit}`;
  return { line: `${what}: ${figure} ${unit}, ${aim}${held ? '' : ' — NOT HELD'}`, held };
}
