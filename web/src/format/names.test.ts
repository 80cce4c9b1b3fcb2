/** Initials and domain names. */

import { expect, test } from '@jest/globals';
import { getInitials } from './initials.ts';
import { splitName } from './split-name.ts';

test('initials come from the first and the last word', () => {
  expect(getInitials('Ada Park')).toBe('AP');
  expect(getInitials('ada maria van park')).toBe('AP');
  expect(getInitials('Prince')).toBe('P');
  expect(getInitials('  Ada   Park ')).toBe('AP');
  expect(getInitials('')).toBe('');
  expect(getInitials('Örn Ýr')).toBe('ÖÝ');
  expect(getInitials('é́mile 👩‍🚀')).toBe('É́👩‍🚀');
});

test('the suffix is everything from the first dot on', () => {
  expect(splitName('harborline.com')).toEqual({ label: 'harborline', suffix: '.com' });
  expect(splitName('papertrail.co.uk')).toEqual({ label: 'papertrail', suffix: '.co.uk' });
  expect(splitName('bücher.example')).toEqual({ label: 'bücher', suffix: '.example' });
  expect(splitName('localhost')).toEqual({ label: 'localhost', suffix: '' });
});
