/** Finds amounts, dates and tabs that wrap, cells that overflow, and narrow name columns in tables. */

import type { Page } from 'playwright-core';

const minNameRem = 15;

/** Runs in the page. */
function findErrors(minNamePx: number): string[] {
  const errors: string[] = [];
  const lines = (element: Element) =>
    new Set([...element.getClientRects()].map(({ top }) => Math.round(top))).size;
  for (const value of document.querySelectorAll('[role=table] :is(.num, time)'))
    if (value.closest('.sr-only') === null && lines(value) > 1 && value.tagName !== 'TD')
      errors.push(`wraps: ${value.textContent}`);
  for (const table of document.querySelectorAll<HTMLElement>('[role=table]')) {
    const isFlat = getComputedStyle(table).display === 'table';
    if (table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1) errors.push('overflows');
    if (!isFlat) continue;
    for (const cell of table.querySelectorAll<HTMLElement>('td[role=cell]'))
      if (cell.scrollWidth > cell.clientWidth + 1) errors.push(`overflows: ${cell.textContent}`);
    const first = table.querySelector('thead th');
    const name = first?.getBoundingClientRect().width ?? 0;
    if (first?.textContent !== 'You receive' && name < minNamePx)
      errors.push(`a name column of ${name} px`);
  }
  return errors;
}

export const findWrappedValues = (page: Page): Promise<string[]> =>
  page.evaluate(findErrors, minNameRem * 16);

/** From a tablet's width on, a tab has room for its label. */
const minTabsPx = 768;

export const findWrappedTabs = (page: Page): Promise<string[]> =>
  page.evaluate((minPx) => {
    if (document.documentElement.clientWidth < minPx) return [];
    return [...document.querySelectorAll('[role=tab]')].flatMap((tab) => {
      const range = document.createRange();
      range.selectNodeContents(tab);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return lines.size > 1 ? [`wraps: ${tab.textContent}`] : [];
    });
  }, minTabsPx);
