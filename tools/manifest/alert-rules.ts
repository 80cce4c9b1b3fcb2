/** Alert rules: rules.template.yaml with the names of the components, because PromQL has no lists. */

import type { Service } from './services.ts';

const header = '# Generated from rules.template.yaml and services.json by npm run generate:infra.';

/**
 * Replaces `<services>`, `<consumers>` (services that consume events) and `<components>` (services, gateway and web) with
 * alternatives of a regular expression, and repeats a line with `<component>` for each component.
 */
export function fillRules(template: string, services: readonly Service[]): string {
  const names = services.map(({ name }) => name);
  const consumers = services.filter(({ consumesEvents }) => consumesEvents);
  const components = [...names, 'gateway', 'web'];
  const lines = template.split('\n').flatMap((line) => {
    const filled = line
      .replaceAll('<services>', names.join('|'))
      .replaceAll('<consumers>', consumers.map(({ name }) => name).join('|'))
      .replaceAll('<components>', components.join('|'));
    return filled.includes('<component>')
      ? components.map((name) => filled.replaceAll('<component>', name))
      : [filled];
  });
  return `${header}\n${lines.join('\n')}`;
}
