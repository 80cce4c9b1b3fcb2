/** Writes .env.example from the declarations of settings and the variables of the compose files. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../manifest/services.ts';
import type { Section, Setting } from './collect.ts';

const introduction = `# Settings of Nameloan with their defaults; docs/reference/settings.md explains them. Generated from the code
# by npm run generate:infra.
#
# Docker Compose reads .env, which npm run env creates with the secrets of the installation. Add the lines that you
# change to it; Compose passes on those that are marked [compose], or with its own default [compose: DEFAULT].
# npm start and single components read their environment, for example from a file: set -a; . ./FILE; set +a; npm start
# npm start creates its own secrets and needs none of the required settings while the sandbox is on.`;

const composeFiles = ['docker-compose.yml', 'infra/docker/compose.real.yml'];
/** \`\${NAME}\`, \`\${NAME:-default}\`, \`\${NAME:?message}\`, or \`NAME:\` without a value. */
const composeVariable = /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}|^ +([A-Z_]+):$/gm;
const maxLineLength = 118;

interface ComposeVariable {
  name: string;
  value: string;
  /** Created by `npm run env`, or required. */
  required: boolean;
}

export function renderEnvExample(sections: readonly Section[]): string {
  const variables = readComposeVariables();
  const listed = new Set<string>();
  const blocks = sections
    .filter(({ title }) => title !== 'sandbox')
    .map(({ title, settings }) => {
      const added = settings.filter(({ name, internal }) => !internal && !listed.has(name));
      for (const { name } of added) listed.add(name);
      const lines = added.map((one) => settingLines(one, variables.get(one.name)));
      return lines.length > 0 ? [heading(title), ...lines].join('\n') : '';
    });
  const others = [...variables.values()].filter(
    ({ name, required }) => !required && !listed.has(name),
  );
  const compose = others.map(({ name, value }) => `#${name}=${quote(value)}`);
  return `${[
    introduction,
    ...blocks.filter(Boolean),
    [heading('Docker Compose only: docs/containers.md'), ...compose].join('\n'),
  ].join('\n\n')}\n`;
}

function readComposeVariables(): Map<string, ComposeVariable> {
  const found = new Map<string, ComposeVariable>();
  for (const file of composeFiles)
    for (const match of readFileSync(join(root, file), 'utf8').matchAll(composeVariable)) {
      const name = match[1] ?? match[4] ?? '';
      if (found.has(name)) continue;
      found.set(name, {
        name,
        value: match[2] === '-' ? (match[3] ?? '') : '',
        required: match[2] === '?',
      });
    }
  return found;
}

const heading = (title: string) => `# --- ${title.replaceAll('`', '')} ---`;

function settingLines(setting: Setting, inCompose: ComposeVariable | undefined): string {
  const { name, shownDefault, value = '', description } = setting;
  const words = shownDefault === 'none' || value !== '' ? '' : ` Default: ${shownDefault}.`;
  const text = `${description}${shownDefault === 'required' ? ' Required.' : words}`;
  const isOther = inCompose && inCompose.value !== '' && inCompose.value !== value;
  const mark = isOther ? ` [compose: ${inCompose.value}]` : ' [compose]';
  const comment = toPlainText(inCompose ? text + mark : text);
  return [...wrap(comment), `#${name}=${quote(value)}`].join('\n');
}

const toPlainText = (markdown: string) =>
  markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');

/** Values that a shell would split are quoted. */
const quote = (value: string) => (/^[\w.:/@-]*$/.test(value) ? value : `'${value}'`);

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > maxLineLength) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
