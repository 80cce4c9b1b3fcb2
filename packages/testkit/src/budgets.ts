/** Budgets of the web app, checked by the tests and by `npm run bench`. */

export interface Budget {
  limit: number;
  unit: 'kB' | 'MB' | 'ms' | 'points' | 'px' | 'shift' | 'violations';
  /** Whether `limit` is a minimum instead of a maximum. */
  isMinimum?: true;
}

const budgets = {
  'landing: code, gzip': { limit: 120, unit: 'kB' },
  'landing: styles, gzip': { limit: 13, unit: 'kB' },
  'landing: fonts': { limit: 60, unit: 'kB' },
  'landing: the whole page': { limit: 190, unit: 'kB' },
  'dashboard: first code without Apollo, gzip': { limit: 130, unit: 'kB' },
  'dashboard: first code, gzip': { limit: 190, unit: 'kB' },
  'largest chunk without libraries, gzip': { limit: 15, unit: 'kB' },
  'settings: code for the picture upload, gzip': { limit: 20, unit: 'kB' },
  'accessibility: violations and cut-off content': { limit: 0, unit: 'violations' },
  'pictures of all pages': { limit: 8, unit: 'MB' },
  'lighthouse mobile: performance': { limit: 95, unit: 'points', isMinimum: true },
  'lighthouse desktop: performance': { limit: 99, unit: 'points', isMinimum: true },
  'lighthouse: accessibility': { limit: 100, unit: 'points', isMinimum: true },
  'lighthouse: best practices': { limit: 100, unit: 'points', isMinimum: true },
  'lighthouse: SEO': { limit: 100, unit: 'points', isMinimum: true },
  'largest paint, simulated': { limit: 2500, unit: 'ms' },
  'largest paint, measured': { limit: 500, unit: 'ms' },
  'blocked time': { limit: 150, unit: 'ms' },
  'layout shift': { limit: 0.01, unit: 'shift' },
  'from input to paint': { limit: 150, unit: 'ms' },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

export interface BudgetResult {
  line: string;
  isMet: boolean;
}

const findBudget = (name: BudgetName): Budget => budgets[name];

/** Compares a value with its budget. `subject` names the page or state if one budget covers several. */
export function checkBudget(name: BudgetName, value: number, subject = ''): BudgetResult {
  const { limit, unit, isMinimum } = findBudget(name);
  const isMet = isMinimum ? value >= limit : value <= limit;
  const label = subject === '' ? name : `${name} (${subject})`;
  const result = Number(value.toFixed(unit === 'shift' ? 3 : 1));
  const aim = `${isMinimum ? 'at least' : 'at most'} ${limit}`;
  return { line: `${label}: ${result} ${unit}, ${aim}${isMet ? '' : ' — EXCEEDED'}`, isMet };
}
