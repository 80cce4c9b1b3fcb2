/** Checks a page: axe rules, cut-off content, targets that are too small, headings and landmarks. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function runAxe(page: Page): Promise<string[]> {
  // The page's content security policy blocks script tags, but not evaluation by the debugger.
  await page.evaluate(`globalThis.axe ?? (() => { ${axe} })()`);
  return page.evaluate(async (values) => {
    // biome-ignore lint/suspicious/noExplicitAny: axe was injected as a string
    const { violations } = await (globalThis as any).axe.run(document, {
      runOnly: values,
      // Describing the elements that passed takes a third of a run.
      resultTypes: ['violations'],
      // Off by default, as it is experimental.
      rules: { 'label-content-name-mismatch': { enabled: true } },
    });
    return violations.flatMap((one: { id: string; nodes: { html: string }[] }) =>
      one.nodes.map(({ html }) => `axe ${one.id}: ${html.slice(0, 140)}`),
    );
  }, rules);
}

/** Runs in the page. */
function findLayoutErrors(): string[] {
  const errors: string[] = [];
  const root = document.documentElement;
  const excerpt = (element: Element) => element.outerHTML.slice(0, 140);
  const overflowPx = root.scrollWidth - root.clientWidth;
  if (overflowPx > 0) errors.push(`scrolls sideways by ${overflowPx} px`);

  const clips = (element: Element | null): boolean => {
    for (let at = element; at && at !== root; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') return true;
    return false;
  };
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  for (const element of document.body.querySelectorAll('main *, header *, footer *, dialog *')) {
    if (!isVisible(element) || element.closest('[aria-hidden=true]')) continue;
    const { left, right, width } = element.getBoundingClientRect();
    if (width <= 1 || (left >= -1 && right <= root.clientWidth + 1)) continue;
    if (!clips(element.parentElement))
      errors.push(`cut off (${left} to ${right}): ${excerpt(element)}`);
  }

  for (const dialog of document.querySelectorAll('dialog:modal')) {
    const { top, bottom } = dialog.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) errors.push(`a dialog from ${top} to ${bottom}`);
  }

  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (const { effect } of reducedMotion ? document.getAnimations() : [])
    if (Number(effect?.getComputedTiming().activeDuration) > 1)
      errors.push(`moves: ${effect instanceof KeyframeEffect && effect.target?.outerHTML}`);

  const isInText = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
  const targets = 'a[href], button, input:not([type=hidden]), select, textarea, [role=tab]';
  for (const element of document.querySelectorAll(targets)) {
    if (!isVisible(element) || isInText(element)) continue;
    const place = element.matches('[type=checkbox], [type=radio]')
      ? element.closest('label')
      : null;
    const { width, height } = (place ?? element).getBoundingClientRect();
    const isWider = getComputedStyle(element, '::after').position === 'absolute';
    if (width <= 1 || isWider || (width >= 23.5 && height >= 23.5)) continue;
    errors.push(`a target of ${width} × ${height}: ${excerpt(element)}`);
  }

  const count = (selector: string) =>
    [...document.querySelectorAll(selector)].filter(isVisible).length;
  if (document.querySelectorAll('h1').length !== 1)
    errors.push(`${document.querySelectorAll('h1').length} main headings`);
  if (document.title.trim() === '') errors.push('no title');
  if (count('main') !== 1) errors.push(`${count('main')} landmarks main`);
  return errors;
}

/** Runs in the page. The buttons of a dialog scroll with it only where the window is lower than 30 rem. */
function findHiddenActions(): string[] {
  if (!matchMedia('(height >= 30rem)').matches) return [];
  return [...document.querySelectorAll('dialog:modal .dialog-actions :is(a, button)')]
    .filter((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    })
    .map((button) => `a dialog's button out of view: ${button.textContent}`);
}

/** Finds cut-off content, targets that are too small, and errors of headings, landmarks and dialogs. */
export const checkLayout = async (page: Page): Promise<string[]> => [
  ...(await page.evaluate(findLayoutErrors)),
  ...(await page.evaluate(findHiddenActions)),
];

export async function checkPage(page: Page): Promise<string[]> {
  return [...(await runAxe(page)), ...(await checkLayout(page))];
}
