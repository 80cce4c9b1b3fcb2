/** The effect of a dialog on the page behind it. */

import { expect, jest, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { Dialog } from './dialog.tsx';

test('the space of the hidden scrollbar is reserved, under a second dialog too', () => {
  const root = document.documentElement;
  const width = jest.spyOn(root, 'clientWidth', 'get');
  width.mockReturnValue(innerWidth - 15);
  const room = () => root.style.getPropertyValue('--scrollbar');
  render(
    <Dialog title="Make Offer" onClose={() => {}}>
      Text
    </Dialog>,
  );
  expect(room()).toBe('15px');
  width.mockReturnValue(innerWidth);
  render(
    <Dialog title="Are you sure?" onClose={() => {}}>
      Text
    </Dialog>,
  );
  expect(room()).toBe('15px');
  width.mockRestore();
});
