/** The bar above the public screens: login and register for visitors, the dashboard for signed-in users. */

import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { PublicBar } from './public-bar.tsx';

const renderLinks = (signedIn: boolean) => {
  render(
    <MemoryRouter>
      <PublicBar signedIn={signedIn} />
    </MemoryRouter>,
  );
  const links = screen.getAllByRole('link', { hidden: true });
  return new Map(links.map((link) => [link.textContent, link.getAttribute('href')]));
};

test('a visitor sees Login and Register', () => {
  const found = renderLinks(false);
  expect(found.get('Login')).toBe('/login');
  expect(found.get('Register')).toBe('/register');
  expect(found.get('Dashboard')).toBeUndefined();
});

test('a signed-in user sees Dashboard instead', () => {
  const found = renderLinks(true);
  expect(found.get('Dashboard')).toBe('/app');
  expect(found.get('Domains')).toBe('/domains');
  expect(found.has('Login')).toBe(false);
  expect(found.has('Register')).toBe(false);
});
