/** Writes docs/reference/settings.md from the declarations of settings. */

import type { Section, Setting } from './collect.ts';
import { sharedTitle } from './collect.ts';
import { testVariables } from './test-variables.ts';

const introduction = `<!-- Generated from the declarations of settings by npm run generate:infra. -->

# Settings

Settings are environment variables; an empty one counts as absent. A wrong value, or a missing one that is required, stops the start with a sentence that names it; all of them are reported at once. [.env.example](../../.env.example) lists them to copy from.

\`npm start\` runs everything in one process tree. It reads the settings under its own heading and passes the other components what they need to reach each other, so only their remaining settings apply there. A component that runs as a separate process reads its own settings and those under “${sharedTitle}”.`;

interface SharedSetting extends Setting {
  readers: string[];
}

export function renderReference(sections: readonly Section[]): string {
  const shared = findShared(sections);
  const isShared = (one: Setting) => shared.some((other) => isSame(one, other));
  const visible = sections.map(({ title, settings }) => ({
    title,
    settings: settings.filter((one) => !one.internal && !isShared(one)),
  }));
  const internal = sections.flatMap(({ title, settings }) =>
    settings.filter((one) => one.internal).map((one) => ({ ...one, readers: [title] })),
  );
  const [start, ...rest] = visible.map(({ title, settings }) =>
    section(title, table(['setting', 'type', 'default', 'meaning'], settings.map(row))),
  );
  const columns = ['setting', 'type', 'default', 'meaning', 'read by'];
  const sharedTable = table(columns, shared.map(sharedRow));
  const forTests = [
    table(columns, internal.map(sharedRow)),
    'Only tests, benchmarks and build scripts read these:',
    table(['variable', 'meaning'], Object.entries(testVariables).map(variableRow)),
  ];
  return `${[
    introduction,
    start,
    section(sharedTitle, sharedTable),
    ...rest,
    section('For tests', ...forTests),
  ].join('\n\n')}\n`;
}

const isSame = (one: Setting, other: Setting) =>
  one.name === other.name &&
  one.description === other.description &&
  one.shownDefault === other.shownDefault;

/** Settings that at least two components declare alike. */
function findShared(sections: readonly Section[]): SharedSetting[] {
  const found: SharedSetting[] = [];
  for (const { title, settings } of sections)
    for (const setting of settings.filter(({ internal }) => !internal)) {
      const known = found.find((one) => isSame(one, setting));
      if (known) known.readers.push(title);
      else found.push({ ...setting, readers: [title] });
    }
  return found.filter(({ readers }) => readers.length > 1);
}

const section = (title: string, ...paragraphs: string[]) =>
  [`## ${title}`, ...paragraphs].join('\n\n');

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const row = ({ name, type, shownDefault, description, secret }: Setting) => [
  `\`${name}\``,
  secret ? `${type}, secret` : type,
  shownDefault,
  description,
];

const sharedRow = (setting: SharedSetting) => [
  ...row(setting),
  setting.readers.map((title) => title.toLowerCase()).join(', '),
];

const variableRow = ([name, meaning]: [string, string]) => [
  name
    .split(', ')
    .map((one) => `\`${one}\``)
    .join(', '),
  meaning,
];
