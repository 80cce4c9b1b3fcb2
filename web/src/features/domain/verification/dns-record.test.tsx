/** The lines of a DNS record. */

import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { DnsRecord } from './dns-record.tsx';

const host = '_nameloan-challenge.xn--mnze-0ra.com';

test('a host is shown whole and breaks only before a dot, but a long label can break on a phone', () => {
  render(<DnsRecord hosts={[host]} value="nameloan-verification=abc" />);
  const shown = screen.getByText('.xn--mnze-0ra').parentElement;
  expect(shown?.textContent).toBe(host);
  expect(shown?.querySelectorAll('wbr')).toHaveLength(2);
  expect(screen.getByText('.xn--mnze-0ra')).toHaveClass('whitespace-nowrap');
  expect(screen.getByText('_nameloan-challenge')).not.toHaveClass('whitespace-nowrap');
});
