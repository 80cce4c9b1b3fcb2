/** The list that the server has of the app's addresses is the list of its screens. */

import { expect, test } from '@jest/globals';
import type { RouteObject } from 'react-router-dom';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';

function addressesOf(those: readonly RouteObject[], above = ''): string[] {
  return those.flatMap(({ path, children }) => {
    const here = path?.startsWith('/') ? path : [above, path].filter(Boolean).join('/');
    const own = path && !path.includes('*') ? [here] : [];
    return [...own, ...addressesOf(children ?? [], here)];
  });
}

test('every screen has its address in the list, and nothing else has', () => {
  expect(addressesOf(routes).sort()).toEqual([...paths].sort());
});
