/** The stages and targets of infra/docker/Dockerfile that depend on the list of services or packages. */

import type { Workspace } from '../affected/read-workspaces.ts';
import { closureOf, readWorkspaces } from '../affected/read-workspaces.ts';
import type { Blocks } from './blocks.ts';
import type { Service } from './services.ts';
import { root } from './services.ts';

const metricsPort = 9464;
const install = 'RUN --mount=type=cache,target=/root/.npm npm ci';
const folderOf = ({ name }: Service) => `services/${name}`;

export function dockerfileBlocks(services: readonly Service[]): Blocks {
  const workspaces = readWorkspaces(root);
  const shared = sharedPackages(services, workspaces);
  const ownPackages = (folder: string) => () => copyPackages(folder, { workspaces, shared });
  return {
    'package manifests': () =>
      orderFolders(services, workspaces).map((one) => `COPY ${one}/package.json ${one}/`),
    'dependencies of the services': () => dependencyStages(services),
    'packages of all services and the gateway': () => shared.map((one) => `COPY ${one} ${one}`),
    services: () =>
      services.flatMap((service, index) => [
        ...(index > 0 ? [''] : []),
        ...target(service, ownPackages(folderOf(service))()),
      ]),
    'packages of the gateway': ownPackages('gateway'),
    'packages of the sandbox': () => copyPackages('sandbox', { workspaces, shared: [] }),
  };
}

/** Packages, services in the order of services.json, then everything else. */
function orderFolders(services: readonly Service[], workspaces: readonly Workspace[]): string[] {
  const all = workspaces.map(({ folder }) => folder).sort();
  const packages = all.filter((folder) => folder.startsWith('packages/'));
  const others = all.filter((folder) => !/^(packages|services)\//.test(folder));
  return [...packages, ...services.map(folderOf), ...others];
}

/** What every service and the gateway need at run time. */
function sharedPackages(services: readonly Service[], workspaces: readonly Workspace[]): string[] {
  const closures = [...services.map(folderOf), 'gateway'].map((one) =>
    closureOf([one], workspaces),
  );
  const [first = [], ...rest] = closures;
  return first.filter((folder) => rest.every((closure) => closure.includes(folder))).sort();
}

function copyPackages(
  folder: string,
  { workspaces, shared }: { workspaces: readonly Workspace[]; shared: readonly string[] },
): string[] {
  return closureOf([folder], workspaces)
    .filter((one) => one !== folder && !shared.includes(one))
    .sort()
    .map((one) => `COPY ${one} ${one}`);
}

function dependencyStages(services: readonly Service[]): string[] {
  const stage = (name: string, folders: readonly string[]) => [
    `FROM production AS ${name}-packages`,
    `${install} ${folders.map((one) => `--workspace ${one}`).join(' ')}`,
  ];
  return [
    ...services.flatMap((service) => stage(service.name, [folderOf(service)])),
    ...stage('migrate', services.map(folderOf)),
  ];
}

function target({ name, port, description }: Service, packages: readonly string[]): string[] {
  return [
    `FROM runtime AS ${name}`,
    `LABEL org.opencontainers.image.title="nameloan-${name}" org.opencontainers.image.description="${description}"`,
    `COPY --from=${name}-packages /app ./`,
    'COPY --from=shared / ./',
    ...packages,
    `COPY services/${name} services/${name}`,
    `ENV PORT=${port}`,
    `EXPOSE ${port} ${metricsPort}`,
    `CMD ["services/${name}/src/main.ts"]`,
  ];
}
