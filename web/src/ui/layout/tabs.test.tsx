/** Keyboard navigation of tabs. */

import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Tabs } from './tabs.tsx';

function Account() {
  const [tab, setTab] = useState<'login' | 'register'>('login');
  return (
    <Tabs
      name="Account"
      tabs={[
        { key: 'login', label: 'Login' },
        { key: 'register', label: 'Register' },
      ]}
      selected={tab}
      onSelect={setTab}
    >
      <button type="button">Inside {tab}</button>
    </Tabs>
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

test('Tab stops once at the tab list and then in the panel; arrow keys wrap around', async () => {
  render(<Account />);
  await userEvent.tab();
  expect(tab('Login')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(tab('Register')).toHaveFocus();
  expect(tab('Register')).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tabpanel', { name: 'Register' })).toHaveTextContent('Inside register');
  await userEvent.keyboard('{ArrowRight}');
  expect(tab('Login')).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(tab('Register')).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(tab('Login')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  expect(tab('Register')).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Inside register' })).toHaveFocus();
});
