/** Addresses of dialogs and of the list below them. */

import { expect, test } from '@jest/globals';
import { getDialogLocation, getListLocation, readDialog, routedDialogs } from './dialog-url.ts';

const at = (url: string) => {
  const { pathname, search } = new URL(url, 'http://nameloan.test');
  return { pathname, search };
};

test('a routed dialog names its domain in the query', () => {
  expect(readDialog(at('/app/my-domains/list?domain=d1'))).toEqual({
    name: 'list',
    domainId: 'd1',
  });
  expect(readDialog(at('/app/my-domains/3/edit-ns?domain=d1&sort=NAME'))).toEqual({
    name: 'edit-ns',
    domainId: 'd1',
  });
  expect(readDialog(at('/app/my-domains/transfer-in'))).toEqual({
    name: 'transfer-in',
    domainId: undefined,
  });
  expect(readDialog(at('/app/my-domains/unlist?domain='))?.domainId).toBeUndefined();
});

test('the other dialogs are in the page’s query', () => {
  expect(readDialog(at('/app/my-domains/2?verify=d1'))).toEqual({ name: 'verify', domainId: 'd1' });
  expect(readDialog(at('/app/my-domains?add'))).toEqual({ name: 'add', domainId: undefined });
  expect(readDialog(at('/app/my-domains/2?status=IN_ESCROW'))).toBeUndefined();
});

test('a dialog opens over the current page and closes back to it', () => {
  const list = at('/app/my-domains/2?status=CUSTODY_PAID&sort=NAME');
  for (const name of [...routedDialogs, 'verify', 'remove'] as const) {
    const open = getDialogLocation(list, { name, domainId: 'd 1&x' });
    expect(readDialog(open)).toEqual({ name, domainId: 'd 1&x' });
    expect(getListLocation(open)).toEqual(list);
  }
  const add = getDialogLocation(list, { name: 'add', domainId: undefined });
  expect(add.search).toBe('?status=CUSTODY_PAID&sort=NAME&add');
  expect(getListLocation(add)).toEqual(list);
});

test('opening a dialog from another one replaces it in the URL', () => {
  const add = at('/app/my-domains?add');
  expect(getDialogLocation(add, { name: 'verify', domainId: 'd1' })).toEqual(
    at('/app/my-domains?verify=d1'),
  );
  expect(
    getDialogLocation(at('/app/my-domains/2?verify=d1'), { name: 'list', domainId: 'd1' }),
  ).toEqual(at('/app/my-domains/2/list?domain=d1'));
});
