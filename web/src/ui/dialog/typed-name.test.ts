/** What counts as the typed name of a domain. */

import { expect, test } from '@jest/globals';
import { matchesName } from './typed-name.tsx';

test('the name matches in either spelling, whatever the capitals, spaces around and the final dot', () => {
  for (const typed of ['bücher.de', ' Bücher.DE ', 'xn--bcher-kva.de', 'XN--BCHER-KVA.de.'])
    expect([typed, matchesName(typed, 'bücher.de')]).toEqual([typed, true]);
  for (const typed of [
    '',
    ' ',
    'bücher',
    'bucher.de',
    'bücher.de/x',
    'www.bücher.de',
    'bücher.d e',
  ])
    expect([typed, matchesName(typed, 'bücher.de')]).toEqual([typed, false]);
});
