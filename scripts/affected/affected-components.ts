/** What changed files mean for each part: pure, so that a table of cases can stand for it. */

import type { Component } from './components.ts';
import type { Workspace } from './read-workspaces.ts';
import { closureOf } from './read-workspaces.ts';

export type Work = 'build' | 'test' | 'deploy';

export interface Reason {
  file: string;
  why: string;
}

/** What a part needs, and for which changes; a part without any work is not named. */
export interface Affected {
  part: string;
  work: Work[];
  reasons: Reason[];
}

interface Meaning {
  part: string;
  work: readonly Work[];
  why: string;
}

interface House {
  parts: readonly Component[];
  /** Of these only tests run. */
  packages: readonly Component[];
  workspaces: readonly Workspace[];
}

/** What only the product as a whole shows: its journeys. */
export const wholeProduct = 'product';

const all = ['build', 'test', 'deploy'] as const;
const notCode = /\.md$|^docs\/|^LICENSE$|(^|\/)README|^\.editorconfig$|^\.gitignore$/;
const ofTests = /\.test\.tsx?$|\/testing\/|^tests\/|^\.ci\/|(^|\/)(bench|cases)\/|\/bench\.ts$/;
const ofAllImages =
  /^(package(-lock)?\.json|\.npmrc|\.dockerignore|infra\/docker\/(Dockerfile|config\.ts|healthcheck\.ts|shorten-manifests\.ts))$/;

/** In the order of the parts, then the packages; the product as a whole last. */
export function findAffected(files: readonly string[], house: House): Affected[] {
  const found = new Map<string, { work: Set<Work>; reasons: Reason[] }>();
  for (const file of files) {
    for (const { part, work, why } of meaningsOf(file, house)) {
      const entry = found.get(part) ?? { work: new Set<Work>(), reasons: [] };
      found.set(part, entry);
      for (const one of work) entry.work.add(one);
      entry.reasons.push({ file, why });
    }
  }
  const names = [...house.parts, ...house.packages].map(({ name }) => name);
  return [...names, wholeProduct].flatMap((part) => {
    const entry = found.get(part);
    if (!entry) return [];
    return [{ part, work: all.filter((one) => entry.work.has(one)), reasons: entry.reasons }];
  });
}

function meaningsOf(file: string, house: House): Meaning[] {
  const { parts, packages, workspaces } = house;
  if (notCode.test(file)) return [];
  const everyComponent = (work: readonly Work[], why: string) => [
    ...parts.map(({ name }) => ({ part: name, work, why })),
    ...[...packages.map(({ name }) => name), wholeProduct].map((part) => {
      return { part, work: ['test'] as const, why };
    }),
  ];
  if (ofAllImages.test(file)) return everyComponent(all, 'every image is made with it');
  if (file.startsWith('infra/k8s/')) return deployments(file, house);
  const also = parts
    .filter((part) => part.also.some((path) => file.startsWith(path)))
    .map(({ name }) => ({ part: name, work: all, why: 'it is built with it' }));
  const home = workspaces.find(({ folder }) => file.startsWith(`${folder}/`));
  if (home) return unique([...inWorkspace(file, home, house), ...also]);
  // Scripts, compose and journeys: nothing that runs there is made of them, unless said above.
  if (/^(scripts|tests|infra|\.ci)\/|^docker-compose/.test(file))
    return [...also, { part: wholeProduct, work: ['test'], why: 'it starts or tries the product' }];
  if (/^(biome|tsconfig)\.json$|^\.dependency-cruiser\.json$/.test(file))
    return [...also, { part: wholeProduct, work: ['test'], why: 'checks of all sources use it' }];
  return everyComponent(all, 'it belongs to no part that is known here');
}

function inWorkspace(file: string, home: Workspace, house: House): Meaning[] {
  const { folder } = home;
  const { parts, packages, workspaces } = house;
  const testsOnly = ofTests.test(file);
  const shared = !/\.test\.tsx?$/.test(file);
  const found = [...parts, ...packages].flatMap((part): Meaning[] => {
    const name = part.name;
    const own = part.workspaces.includes(folder) && !(name === 'web' && folder === 'gateway');
    const why = own ? 'its own' : `it needs ${folder}`;
    const needed = closureOf(part.workspaces, workspaces).includes(folder);
    if (testsOnly) {
      const tries = part.tests !== undefined && (own || (shared && needed));
      return tries ? [{ part: name, work: ['test'], why }] : [];
    }
    const work = packages.includes(part) ? (['test'] as const) : all;
    if (needed) return [{ part: name, work, why }];
    return testedWith(part, folder, workspaces)
      ? [{ part: name, work: ['test'], why: `its tests need ${folder}` }]
      : [];
  });
  if (testsOnly && found.length > 0) return found;
  const why = 'journeys go through all parts';
  return [...found, ...graphOf(file), { part: wholeProduct, work: ['test'], why }];
}

/** The supergraph is made of the services' schemas, and what clients and documents may ask is made of it. */
function graphOf(file: string): Meaning[] {
  if (!/^services\/.*\.graphql$/.test(file)) return [];
  const why = 'the supergraph is composed of it';
  return ['gateway', 'web'].map((part) => ({ part, work: all, why }));
}

function testedWith(part: Component, folder: string, workspaces: readonly Workspace[]): boolean {
  const needed = closureOf(part.workspaces, workspaces);
  const forTests = workspaces
    .filter((one) => needed.includes(one.folder))
    .flatMap(({ needsForTests }) => needsForTests);
  return part.tests !== undefined && closureOf(forTests, workspaces).includes(folder);
}

function deployments(file: string, { parts }: House): Meaning[] {
  const name = /^infra\/k8s\/base\/([^/]+)\//.exec(file)?.[1];
  const named = parts.filter((part) => part.name === name);
  const work = ['deploy'] as const;
  return (named.length > 0 ? named : parts).map((part) => ({
    part: part.name,
    work,
    why: named.length > 0 ? 'its own deployment' : 'it is deployed with it',
  }));
}

function unique(meanings: Meaning[]): Meaning[] {
  return [...Map.groupBy(meanings, ({ part }) => part)].flatMap(([, same]) => same?.[0] ?? []);
}
