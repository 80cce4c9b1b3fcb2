import { expect, test } from '@jest/globals';
import { loginPath, readReturnPath } from './return-path.ts';

const readFrom = (to: string) => readReturnPath(new URL(to, 'http://here').searchParams);

test.each(['/app/escrow/e1?tab=chat#last', '/app/my-domains/2/list?domain=d1', '/app'])(
  'the return path %s survives the login page',
  (from) => {
    expect(readFrom(loginPath(from))).toBe(from);
  },
);

test.each([
  'https://evil.example/app',
  '//evil.example/app',
  '/\\evil.example',
  'javascript:alert(1)',
  '\\\\evil.example',
  '',
  '/..//evil.example/app',
  '/.//evil.example/app',
  '/app/%2e%2e//evil.example',
])('%j leads to the dashboard', (to) => {
  expect(readReturnPath(new URLSearchParams({ next: to }))).toBe('/app');
});
