/** Writes the diagrams of the documents from the code: `node tools/diagrams/main.ts --write`. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawArchitecture } from './draw-architecture.ts';
import { eventsPage } from './draw-events.ts';
import { statesPage } from './draw-states.ts';
import { services } from './read-services.ts';
import { replaceSection } from './replace-section.ts';

const root = join(import.meta.dirname, '../..');

interface Page {
  file: string;
  /** The current text → the text that it should have. */
  write(present: string): string;
}

const withArchitecture = (present: string) =>
  replaceSection(present, 'architecture', drawArchitecture(services));

const pages: readonly Page[] = [
  { file: 'README.md', write: withArchitecture },
  { file: 'docs/architecture.md', write: withArchitecture },
  { file: 'docs/reference/events.md', write: () => eventsPage(services) },
  { file: 'docs/reference/states.md', write: () => statesPage(services) },
];

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Names of the pages whose diagrams differ from the code. */
export function findStalePages(): string[] {
  return pages.flatMap(({ file, write }) => (write(read(file)) === read(file) ? [] : [file]));
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--write')) {
  for (const { file, write } of pages) writeFileSync(join(root, file), write(read(file)));
}
