/** The design tokens for servers: the style sheet as text, and single values of it. */

import { readFileSync } from 'node:fs';

export const tokenSheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The value of each token, by its name without dashes in front. */
export const tokens: ReadonlyMap<string, string> = new Map(
  [...tokenSheet.matchAll(/^ {2}--([\w-]+): (.*);$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);

export type Theme = 'light' | 'dark';

/** The colour of a token in both themes, as `#rgb` or `#rrggbb`. Throws if the token is not such a colour. */
export function readColour(token: string): Record<Theme, string> {
  const value = tokens.get(token) ?? '';
  const [, light = value, dark = value] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
  for (const colour of [light, dark])
    if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour))
      throw new Error(`--${token} is not a colour: ${value}`);
  return { light, dark };
}
