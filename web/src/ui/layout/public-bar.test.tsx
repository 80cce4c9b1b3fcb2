/** The bar above the public screens: a door for who is outside, the way back for who has come in. */

import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { PublicBar } from './public-bar.tsx';

const places = (signedIn: boolean) => {
  render(
    <MemoryRouter>
      <PublicBar signedIn={signedIn} />
    </MemoryRouter>,
  );
  const links = screen.getAllByRole('link', { hidden: true });
  return new Map(links.map((link) => [link.textContent, link.getAttribute('href')]));
};

test('a visitor is led to log in and to register', () => {
  const found = places(false);
  expect(found.get('Login')).toBe('/login');
  expect(found.get('Register')).toBe('/register');
  expect(found.get('Dashboard')).toBeUndefined();
});

test('who is signed in is led to the dashboard, and to no login', () => {
  const found = places(true);
  expect(found.get('Dashboard')).toBe('/app');
  expect(found.get('Domains')).toBe('/domains');
  expect(found.has('Login')).toBe(false);
  expect(found.has('Register')).toBe(false);
});
