/** The list of services in TypeScript: their names for every component, and their definitions for one process. */

import type { Blocks } from './blocks.ts';
import type { Service } from './services.ts';

export const platformBlocks = (services: readonly Service[]): Blocks => ({
  'ports of the services': () => [
    'export const servicePorts = {',
    ...services.map(({ name, port }) => `  ${name}: ${port},`),
    '} as const;',
  ],
  'signals of the services': () => [
    'export const serviceSignals: Readonly<Record<ServiceName, readonly string[]>> = {',
    ...services.map(
      ({ name, signals }) => `  ${name}: [${signals.map((kind) => `'${kind}'`).join(', ')}],`,
    ),
    '};',
  ],
});

/** The module that imports every service's definition. */
export function allServicesModule(services: readonly Service[]): string {
  const imports = services
    .map(({ name }) => `import { ${name}Service } from '@nameloan/${name}/service';`)
    .sort();
  return [
    '/** The definitions of all services. Generated from services.json by `npm run generate:infra`. */',
    '',
    ...imports,
    '',
    "/** `detail`: what the developers' page shows; addresses of internal endpoints stay private. */",
    'export const services = {',
    ...services.map(
      ({ name, summary }) => `  ${name}: { service: ${name}Service, detail: '${summary}' },`,
    ),
    '};',
    '',
  ].join('\n');
}

/** The package.json of the program that runs all services: it depends on each of them. */
export function addDependencies(manifest: string, services: readonly Service[]): string {
  const { dependencies, ...rest } = JSON.parse(manifest);
  const all = { ...dependencies };
  for (const { name } of services) all[`@nameloan/${name}`] = rest.version;
  const sorted = Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1));
  const added = { ...JSON.parse(manifest), dependencies: Object.fromEntries(sorted) };
  return `${JSON.stringify(added, null, 2)}\n`;
}

const generatedHeader = 'Generated from services.json by `npm run generate:infra`.';

/** The two programs of a service: path → content. */
export function entryPoints({ name }: Service): Record<string, string> {
  const program = (purpose: string, run: string) =>
    [
      `/** ${purpose} ${generatedHeader} */`,
      '',
      `import { ${run} } from '@nameloan/subgraph/run';`,
      `import { ${name}Service } from './service.ts';`,
      '',
      `await ${run}(${name}Service);`,
      '',
    ].join('\n');
  return {
    'main.ts': program(`Runs ${name} as a separate process.`, 'runService'),
    'migrate.ts': program(
      `Migrates the database of ${name} before or during a rollout.`,
      'runMigration',
    ),
  };
}
