/** The small display components: time, copying, files, theme, progress. */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FileDrop } from '../input/file-drop.tsx';
import { chooseTheme, currentTheme, syncThemeAcrossTabs } from '../theme/theme.ts';
import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { Avatar } from './avatar.tsx';
import { Copyable } from './copyable.tsx';
import { Facts } from './facts.tsx';
import { Nameplate } from './nameplate.tsx';
import { StackedBar } from './stacked-bar.tsx';
import { Time } from './time.tsx';
import { Timeline } from './timeline.tsx';

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

test('a time is machine-readable, with UTC as its tooltip', () => {
  const { container } = render(<Time as="day" value="2027-02-14T23:59:59.999Z" />);
  const time = container.querySelector('time');
  expect(time).toHaveAttribute('datetime', '2027-02-14T23:59:59.999Z');
  expect(time).toHaveTextContent('Feb 14, 2027');
  expect(time).toHaveAttribute('title', expect.stringMatching(/UTC$/));
});

test('a relative time has its full time as a tooltip', () => {
  const now = new Date(2026, 10, 18, 16, 20);
  const at = new Date(2026, 10, 18, 16, 16).toISOString();
  render(<Time as="ago" value={at} now={now} />);
  expect(screen.getByText('4 minutes ago')).toHaveAttribute(
    'title',
    expect.stringMatching(/^Nov 18, 2026, 4:16\sPM · Nov 18, 2026, \d+:16\s[AP]M UTC$/),
  );
});

test('copying is confirmed; if it is not allowed, the text is selected instead', async () => {
  const user = userEvent.setup();
  render(<Copyable label="Value" text="nameloan-verification=4f2a" />);
  await user.click(screen.getByRole('button', { name: 'Copy value' }));
  expect(await navigator.clipboard.readText()).toBe('nameloan-verification=4f2a');
  expect(screen.getByRole('status')).toHaveTextContent('Copied');

  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByRole('button', { name: 'Copy value' }));
  expect(getSelection()?.toString()).toBe('nameloan-verification=4f2a');
  expect(screen.getByRole('status')).toHaveTextContent('copy it with your keyboard');
});

function showDrop() {
  const take = jest.fn();
  render(
    <FileDrop
      label="Choose a picture"
      hint="JPEG, PNG or GIF"
      types={['image/png', 'image/gif']}
      onFile={take}
    />,
  );
  const drop = (...files: File[]) =>
    fireEvent.drop(screen.getByRole('button', { name: 'Choose a picture' }), {
      dataTransfer: { files, types: ['Files'] },
    });
  return { take, drop };
}

const file = (name: string, type: string) => new File(['x'], name, { type });

test('of several dropped files the first is used', () => {
  const { take, drop } = showDrop();
  const first = file('a.png', 'image/png');
  drop(first, file('b.png', 'image/png'));
  expect(take.mock.calls).toEqual([[first]]);
});

test('an unsupported file type is rejected with a message until a supported one is dropped', () => {
  const { take, drop } = showDrop();
  drop(file('a.svg', 'image/svg+xml'));
  expect(take).not.toHaveBeenCalled();
  expect(screen.getByRole('alert')).toHaveTextContent('JPEG, PNG or GIF');
  drop(file('a.gif', 'image/gif'));
  expect(take).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a name in another script also shows its DNS spelling', () => {
  const fake = 'аррӏе.com';
  expect(fake).not.toBe('apple.com');
  const { rerender, container } = render(<Nameplate name={fake} />);
  expect(container).toHaveTextContent(`${fake} xn--80ak6aa92e.com`);
  for (const name of ['apple.com', 'xn--80ak6aa92e.com']) {
    rerender(<Nameplate name={name} />);
    expect(container.textContent).toBe(name);
  }
});

test('a name in wide letters takes the size of a name with twice as many', () => {
  const { container, rerender } = render(
    <Nameplate name={`${'漢字'.repeat(4)}.com`} size="header" />,
  );
  const header = () => container.querySelector('.nameplate');
  const ofSixteen = header()?.className;
  for (const label of ['a'.repeat(16), 'かなカナーー한국', '😀'.repeat(8)]) {
    rerender(<Nameplate name={`${label}.com`} size="header" />);
    expect(header()?.className).toBe(ofSixteen);
  }
  rerender(<Nameplate name={`${'a'.repeat(8)}.com`} size="header" />);
  expect(header()?.className).not.toBe(ofSixteen);
  rerender(<Nameplate name={`${'漢'.repeat(13)}.com`} size="header" />);
  expect(header()).toHaveAttribute('title');
});

test('the theme follows the system unless the user chooses one', async () => {
  render(<ThemeSwitch />);
  expect(screen.getByRole('radio', { name: 'System' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  await userEvent.click(screen.getByRole('radio', { name: 'System' }));
  expect(document.documentElement).not.toHaveAttribute('data-theme');
  expect(localStorage.getItem('theme')).toBeNull();
});

test('a theme chosen in another tab applies here too', () => {
  const stop = syncThemeAcrossTabs();
  render(<ThemeSwitch />);
  localStorage.setItem('theme', 'light');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  expect(screen.getByRole('radio', { name: 'Light' })).toBeChecked();
  stop();
});

test('an invalid stored theme counts as the system’s', () => {
  localStorage.setItem('theme', 'purple');
  expect(currentTheme()).toBe('system');
  chooseTheme('dark');
  expect(currentTheme()).toBe('dark');
});

const steps = ['Sign', 'Transfer', 'Payment', 'Loan open', 'Close'].map((title) => ({ title }));

test('the current step and the finished steps are announced to screen readers', () => {
  render(<Timeline steps={steps} at={3} />);
  const items = screen.getAllByRole('listitem');
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([
    null,
    null,
    null,
    'step',
    null,
  ]);
  expect(items[0]).toHaveTextContent('Sign, done');
  expect(screen.getByText('Step 4 of 5')).toBeInTheDocument();
});

test('a finished or cancelled timeline has no current step', () => {
  const { rerender } = render(<Timeline steps={steps} at={5} />);
  expect(document.querySelector('[aria-current]')).toBeNull();
  expect(screen.getByText('Step 5 of 5')).toBeInTheDocument();
  rerender(<Timeline steps={steps} at={-1} />);
  expect(document.querySelector('[aria-current]')).toBeNull();
  expect(screen.queryByText(/^Step/)).toBeNull();
});

test('an empty segment takes no space in the bar and stays in the legend', () => {
  render(
    <StackedBar
      segments={[
        { label: 'Verified', count: 0, value: 0, detail: '$0', tone: 'blue' },
        { label: 'In Escrow', count: 3, value: 74_900, detail: '$74,900', tone: 'brand' },
      ]}
    />,
  );
  const bar = document.querySelector('[aria-hidden="true"]');
  expect(bar?.children).toHaveLength(1);
  expect(screen.getByText('Verified')).toBeVisible();
});

test('initials are hidden from screen readers', () => {
  const { container, rerender } = render(<Avatar name="Ada Park" url={null} />);
  expect(container.firstChild).toHaveTextContent('AP');
  expect(container.firstChild).toHaveAttribute('aria-hidden', 'true');
  rerender(<Avatar name="Ada Park" url="/api/avatars/1" />);
  expect(container.querySelector('img')).toHaveAttribute('alt', '');
});

test('what a figure is shows at its label, by touch and by keyboard', async () => {
  render(<Facts items={[{ label: 'Adjusted', hint: 'For comparison only.', value: '2.91%' }]} />);
  expect(screen.queryByText('For comparison only.')).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: /^Adjusted/ })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: /^Adjusted/ }));
  expect(await screen.findByText('For comparison only.')).toBeVisible();
});
