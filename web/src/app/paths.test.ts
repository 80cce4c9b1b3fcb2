/** The path list for the server matches the routes. */

import { expect, test } from '@jest/globals';
import type { RouteObject } from 'react-router-dom';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';

function listPaths(routeObjects: readonly RouteObject[], above = ''): string[] {
  return routeObjects.flatMap(({ path, children }) => {
    const here = path?.startsWith('/') ? path : [above, path].filter(Boolean).join('/');
    const own = path && !path.includes('*') ? [here] : [];
    return [...own, ...listPaths(children ?? [], here)];
  });
}

test('the list contains the path of every screen and nothing else', () => {
  expect(listPaths(routes).sort()).toEqual([...paths].sort());
});
