/** The import page: preview, start, progress and errors, and the labels of a domain. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen, replyWith } from '../../../testing/render-screen.tsx';
import { MyDomainsPage } from '../my-domains-page.tsx';
import { buildDomain, domainReplies } from '../testing/some-domain.ts';
import { ImportPage } from './import-page.tsx';
import { splitLabels, withoutLabels } from './split-labels.ts';

const originalFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = originalFetch;
  jest.useRealTimers();
});

const rows = [
  {
    ...{ line: 1, input: 'harbor.com', domain_unicode: 'harbor.com', verdict: 'ADD' },
    hints: { expires_on: '2031-05-04', registrar: 'Old Registrar' },
  },
  { line: 2, input: 'www.x.com', verdict: 'REFUSED', message: 'www.x.com is a subdomain.' },
  {
    ...{ line: 3, input: 'old.com', domain_unicode: 'old.com' },
    ...{ verdict: 'HAVE', message: 'You already have this domain.' },
  },
];
const summary = { total: 3, accepted: 1, have: 1, refused: 1, rows };

/** Replies in order; returns the requests. */
function serve(...replies: [status: number, body: object, after?: Promise<void>][]) {
  const sent: { path: string; body: Blob | undefined }[] = [];
  globalThis.fetch = (async (path: string, init?: { body?: Blob }) => {
    sent.push({ path, body: init?.body });
    const [status, body, after] = replies[Math.min(sent.length, replies.length) - 1] ?? [500, {}];
    await after;
    return { ok: status < 400, status, json: async () => body };
  }) as unknown as typeof fetch;
  return sent;
}

const screens = { '/app/my-domains/import': <ImportPage /> };
const render = (at = '') =>
  renderScreen({ at: `/app/my-domains/import${at}`, screens, answers: {} });
const paste = async (text: string) => {
  await userEvent.click(await screen.findByLabelText('Names'));
  await userEvent.paste(text);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
};

test('the preview shows what needs a look first, and the import its progress and the next step', async () => {
  const sent = serve(
    [200, summary],
    [202, { ...summary, id: 'i1', state: 'RUNNING', settled: 0 }],
    [200, { ...summary, id: 'i1', state: 'RUNNING', settled: 2 }],
    [200, { ...summary, id: 'i1', state: 'DONE', settled: 3 }],
  );
  const rendered = render();
  await paste('harbor.com\nwww.x.com\nold.com');
  const table = await screen.findByRole('table', { name: 'Lines of the list' });
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['www.x.com', 'old.com', 'harbor.com']);
  expect(table.textContent).toContain('You already have this domain.');
  expect(within(table).getByRole('columnheader', { name: 'From your file' })).toBeVisible();
  expect(table.textContent).toContain('Old Registrar, until May 4, 2031');
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Refused');
  expect(within(table).getAllByRole('rowheader')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 name' }));
  await screen.findByText('2 of 3 names. You can leave this page.');
  expect(rendered.at()).toBe('/app/my-domains/import?id=i1');
  await screen.findByRole('heading', { name: '1 name added' });
  expect(screen.getByRole('link', { name: 'Check All' }).getAttribute('href')).toBe(
    '/app/my-domains?status=EXTERNAL_UNVERIFIED&check-all',
  );
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/domains/import?commit=false',
    '/api/domains/import',
    '/api/domains/imports/i1',
    '/api/domains/imports/i1',
  ]);
  expect(sent[0]?.body?.size).toBe('harbor.com\nwww.x.com\nold.com'.length);
  expect(sent[1]?.body).toBe(sent[0]?.body);
});

test('an error is shown, and the list stays for another attempt', async () => {
  const message = 'One import takes at most 2,000 names. Split the list.';
  serve([413, { code: 'TOO_LARGE', message }]);
  render();
  await paste('harbor.com');
  await screen.findByText(message);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Names').value).toBe('harbor.com');
});

test('after a failed read the progress is read again', async () => {
  const seen = Promise.withResolvers<void>();
  serve(
    [503, { code: 'UNAVAILABLE', message: 'Domains is down.' }],
    [200, { ...summary, id: 'i1', state: 'DONE', settled: 3 }, seen.promise],
  );
  render('?id=i1');
  await screen.findByText('Domains is down.');
  seen.resolve();
  await screen.findByRole('heading', { name: '1 name added' });
  expect(screen.queryByText('Domains is down.')).toBeNull();
});

test('an import that is gone is read once, and leads to another one', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const sent = serve([404, { code: 'NOT_FOUND', message: 'This import isn’t there any more.' }]);
  const rendered = render('?id=i1');
  await screen.findByText('This import isn’t there any more.');
  await act(async () => jest.advanceTimersByTime(10_000));
  expect(sent).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Back to My Domains' })).toBeVisible();
  jest.useRealTimers();
  await userEvent.click(screen.getByRole('button', { name: 'Import more' }));
  expect(rendered.at()).toBe('/app/my-domains/import');
  expect(screen.getByLabelText('Names')).toBeVisible();
});

test('an import that added no names has no next step', async () => {
  serve([200, { ...summary, accepted: 0, id: 'i1', state: 'DONE', settled: 3 }]);
  render('?id=i1');
  await screen.findByRole('heading', { name: '0 names added' });
  expect(screen.queryByText(/Next, verify/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Check All' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Import more' })).toBeVisible();
});

test('labels are one text; what is gone from it is removed, whatever the case', async () => {
  expect(splitLabels(' a, b ;a,, c d')).toEqual(['a', 'b', 'c d']);
  expect(withoutLabels(['A', 'b'], ['a'])).toEqual(['b']);
  const domain = buildDomain({ labels: ['Best', 'old'] });
  const rendered = renderScreen({
    at: '/app/my-domains?labels=d1',
    screens: { '/app/my-domains/*': <MyDomainsPage /> },
    answers: {
      ...domainReplies(domain),
      LabelDomain: replyWith({
        labelDomains: [{ __typename: 'LabelledDomain', id: 'd1', labels: ['Best', 'new'] }],
      }),
    },
  });
  const dialog = await screen.findByRole('dialog', { name: 'Labels' });
  const field = within(dialog).getByLabelText<HTMLInputElement>('Labels');
  expect(field.value).toBe('Best, old');
  await userEvent.clear(field);
  await userEvent.type(field, 'best, new');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Labels' }));
  await screen.findByText('Labels saved');
  expect(rendered.calls('LabelDomain')).toEqual([{ id: 'd1', add: ['new'], remove: ['old'] }]);
});
