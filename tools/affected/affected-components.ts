/** Maps changed files to the work that each component needs. Pure, so that a table of cases can test it. */

import type { Component } from './components.ts';
import type { Workspace } from './read-workspaces.ts';
import { closureOf } from './read-workspaces.ts';

export type Work = 'build' | 'test' | 'deploy';

export interface Reason {
  file: string;
  why: string;
}

/** The work that a component needs and the changes that cause it; components without work are omitted. */
export interface Affected {
  component: string;
  work: Work[];
  reasons: Reason[];
}

interface Impact {
  component: string;
  work: readonly Work[];
  why: string;
}

interface Repository {
  components: readonly Component[];
  /** Only tested, never deployed. */
  packages: readonly Component[];
  workspaces: readonly Workspace[];
}

/** The product as a whole, which the end-to-end journeys test. */
export const wholeProduct = 'product';

const all = ['build', 'test', 'deploy'] as const;
const otherFiles = /\.md$|^docs\/|^LICENSE$|(^|\/)README|^\.editorconfig$|^\.gitignore$/;
const testFiles = /\.test\.tsx?$|\/testing\/|^tests\/|^\.ci\/|(^|\/)(bench|cases)\/|\/bench\.ts$/;
const allImageFiles =
  /^(package(-lock)?\.json|\.npmrc|\.dockerignore|infra\/docker\/(Dockerfile|config\.ts|healthcheck\.ts|shorten-manifests\.ts))$/;

/** Ordered by components, then packages, then the product as a whole. */
export function findAffected(files: readonly string[], repository: Repository): Affected[] {
  const byComponent = new Map<string, { work: Set<Work>; reasons: Reason[] }>();
  for (const file of files) {
    for (const { component, work, why } of findImpacts(file, repository)) {
      const entry = byComponent.get(component) ?? { work: new Set<Work>(), reasons: [] };
      byComponent.set(component, entry);
      for (const one of work) entry.work.add(one);
      entry.reasons.push({ file, why });
    }
  }
  const names = [...repository.components, ...repository.packages].map(({ name }) => name);
  return [...names, wholeProduct].flatMap((component) => {
    const entry = byComponent.get(component);
    if (!entry) return [];
    return [{ component, work: all.filter((one) => entry.work.has(one)), reasons: entry.reasons }];
  });
}

function findImpacts(file: string, repository: Repository): Impact[] {
  const { components, packages, workspaces } = repository;
  if (otherFiles.test(file)) return [];
  const allComponents = (work: readonly Work[], why: string) => [
    ...components.map(({ name }) => ({ component: name, work, why })),
    ...[...packages.map(({ name }) => name), wholeProduct].map((component) => {
      return { component, work: ['test'] as const, why };
    }),
  ];
  if (allImageFiles.test(file)) return allComponents(all, 'every image is built with it');
  if (file.startsWith('infra/k8s/')) return findDeploymentImpacts(file, repository);
  const also = components
    .filter((component) => component.also.some((path) => file.startsWith(path)))
    .map(({ name }) => ({ component: name, work: all, why: 'it is built into the component' }));
  const workspace = workspaces.find(({ folder }) => file.startsWith(`${folder}/`));
  if (workspace) return unique([...findWorkspaceImpacts(file, workspace, repository), ...also]);
  // Tools, compose and journeys are part of no image, except those matched above.
  if (/^(bench|tools|tests|infra|\.ci)\/|^docker-compose/.test(file))
    return [
      ...also,
      { component: wholeProduct, work: ['test'], why: 'it starts or tests the product' },
    ];
  if (/^(biome|tsconfig)\.json$|^\.dependency-cruiser\.json$/.test(file))
    return [
      ...also,
      { component: wholeProduct, work: ['test'], why: 'checks of all sources use it' },
    ];
  return allComponents(all, 'it belongs to no known component');
}

function findWorkspaceImpacts(
  file: string,
  workspace: Workspace,
  repository: Repository,
): Impact[] {
  const { folder } = workspace;
  const { components, packages, workspaces } = repository;
  const testsOnly = testFiles.test(file);
  const shared = !/\.test\.tsx?$/.test(file);
  const impacts = [...components, ...packages].flatMap((component): Impact[] => {
    const name = component.name;
    const isOwn =
      component.workspaces.includes(folder) && !(name === 'web' && folder === 'gateway');
    const why = isOwn ? 'its own' : `it needs ${folder}`;
    const needed = closureOf(component.workspaces, workspaces).includes(folder);
    if (testsOnly) {
      const isTested = component.tests !== undefined && (isOwn || (shared && needed));
      return isTested ? [{ component: name, work: ['test'], why }] : [];
    }
    const work = packages.includes(component) ? (['test'] as const) : all;
    if (needed) return [{ component: name, work, why }];
    return isTestedWith(component, folder, workspaces)
      ? [{ component: name, work: ['test'], why: `its tests need ${folder}` }]
      : [];
  });
  if (testsOnly && impacts.length > 0) return impacts;
  const why = 'journeys use all components';
  return [
    ...impacts,
    ...findSupergraphImpacts(file),
    { component: wholeProduct, work: ['test'], why },
  ];
}

/** The supergraph is composed of the services' schemas, and the gateway and the web app depend on it. */
function findSupergraphImpacts(file: string): Impact[] {
  if (!/^services\/.*\.graphql$/.test(file)) return [];
  const why = 'the supergraph is composed of it';
  return ['gateway', 'web'].map((component) => ({ component, work: all, why }));
}

function isTestedWith(
  component: Component,
  folder: string,
  workspaces: readonly Workspace[],
): boolean {
  const needed = closureOf(component.workspaces, workspaces);
  const forTests = workspaces
    .filter((one) => needed.includes(one.folder))
    .flatMap(({ needsForTests }) => needsForTests);
  return component.tests !== undefined && closureOf(forTests, workspaces).includes(folder);
}

function findDeploymentImpacts(file: string, { components }: Repository): Impact[] {
  const name = /^infra\/k8s\/base\/([^/]+)\//.exec(file)?.[1];
  const named = components.filter((component) => component.name === name);
  const work = ['deploy'] as const;
  return (named.length > 0 ? named : components).map((component) => ({
    component: component.name,
    work,
    why: named.length > 0 ? 'its own deployment' : 'it is deployed with it',
  }));
}

function unique(impacts: Impact[]): Impact[] {
  return [...Map.groupBy(impacts, ({ component }) => component)].flatMap(
    ([, same]) => same?.[0] ?? [],
  );
}
