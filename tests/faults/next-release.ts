/** Preloaded into a replica: it runs as the next release would, which reads and writes another version of every event. */

import { registerHooks } from 'node:module';

const contracts = import.meta.resolve('@nameloan/contracts/events.ts');
const next = new URL('next-events.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, resolve) {
    const found = resolve(specifier, context);
    if (found.url !== contracts || context.parentURL === next) return found;
    return { ...found, url: next };
  },
});
