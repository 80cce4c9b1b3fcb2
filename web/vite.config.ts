/** Vite configuration: the production build, and hot reload for `npm run dev`. */

import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

/** Preloads the fonts of every page with its styles. */
const preloadedFonts: Plugin = {
  name: 'preloaded-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /(besley|hanken).*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
            href: `/${file}`,
          },
          injectTo: 'head',
        })),
  },
};

/** Preloads the chunks of the current address in parallel with the entry: the front page's, or the GraphQL layout's. */
const preloadedScreens: Plugin = {
  name: 'preloaded-screens',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const listFiles = (module: string) => {
        const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
        const files = new Set<string>();
        const collect = (file: string | undefined) => {
          if (!file || files.has(file) || html.includes(file)) return;
          files.add(file);
          for (const one of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
            collect(one);
        };
        collect(holder?.fileName);
        return JSON.stringify([...files].map((file) => `/${file}`));
      };
      const hrefs = `location.pathname==='/'?${listFiles('/landing-page.tsx')}:${listFiles('/graph-layout.tsx')}`;
      const link = "Object.assign(document.createElement('link'),{rel:'modulepreload',href})";
      const children = `for(const href of ${hrefs})document.head.append(${link})`;
      return [{ tag: 'script', children, injectTo: 'head' }];
    },
  },
};

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const toModuleId = (file: string) => `${import.meta.dirname}/src/${file}`;

const reachableCache = new Map<string, Set<string>>();

/** These modules and their static imports. */
function findReachable(graph: ModuleGraph, ...files: string[]): Set<string> {
  const key = files.join();
  const found = reachableCache.get(key) ?? new Set(files.map(toModuleId));
  if (reachableCache.has(key)) return found;
  reachableCache.set(key, found);
  for (const id of found)
    for (const one of graph.getModuleInfo(id)?.importedIds ?? []) found.add(one);
  return found;
}

const shellFiles = [
  'app/graph-layout.tsx',
  'app/app-layout.tsx',
  'features/dashboard/dashboard-page.tsx',
];

/** Parts of the front page that are loaded when they come near. */
const belowFiles = [
  'features/landing/calculator/calculator.tsx',
  'features/landing/listings/live-listings.tsx',
];
/** Loaded next to the shell: what it shares with other pages is in the shell's chunk, or in that of the entry. */
const sectionsFile = 'features/dashboard/dashboard-sections.tsx';
const ofSections = /\/features\/dashboard\/|\/ui\/display\/stacked-bar\.tsx$/;
/** How lists, cards and the page of a loan show its state. */
const ofLoans =
  /\/ui\/(loan\/(loan-chips|compute-loan-time)|status\/loan-status|display\/time-segment)/;

/** The frame of every public page; it shares icons with the shell. */
const frame = /\/ui\/layout\/public-(bar|footer)\.tsx$/;

/** Groups modules that are needed together into one chunk, so that a page loads a few files instead of dozens. */
function findGroup(id: string, graph: ModuleGraph): string | null {
  // The icon package is split by icon; grouping it would load all icons.
  if (id.includes('/lucide-react/')) return null;
  const entry = findReachable(graph, 'main.tsx').has(id);
  const shell =
    findReachable(graph, ...shellFiles).has(id) ||
    (findReachable(graph, sectionsFile).has(id) && !ofSections.test(id));
  if (entry) return 'base';
  const below = findReachable(graph, ...belowFiles).has(id);
  if (findReachable(graph, 'features/landing/landing-page.tsx').has(id)) {
    // A file of the front page alone stays with it.
    if (id.includes('/features/landing/') && !below) return null;
    return shell || frame.test(id) ? 'base' : 'figures';
  }
  // What the shell uses too must not bring the shell to the front page.
  if (below) return shell ? 'common' : 'calculator';
  if (!shell) return null;
  if (ofLoans.test(id)) return 'loan';
  return id.includes('/node_modules/') ? 'graph' : 'shell';
}

const groups = ['base', 'figures', 'common', 'calculator', 'graph', 'loan', 'shell'].map(
  (group, index, all) => ({
    name: (id: string, graph: ModuleGraph) => (findGroup(id, graph) === group ? group : null),
    priority: all.length - index,
  }),
);

// biome-ignore lint/style/noDefaultExport: Vite requires it
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), preloadedFonts, preloadedScreens],
  // List all libraries up front: one discovered later would reload the open page.
  optimizeDeps: {
    entries: ['index.html', 'src/**/*.{ts,tsx}', '!src/**/*.test.*', '!src/testing/**'],
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    // Preload a route's chunks together with the route; supported browsers need no polyfill.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        // The entry lists every lazy file, and a hash does not compress. Seven characters are 42 bits.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
});
