/** How the web app is built, and served with hot reload by `npm run dev`. */

import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

/** Fonts of every page are fetched with its styles, not when its first letter is drawn. */
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

/** What an address needs is fetched beside the entry, not after it: the front page is on its own, others stand on the graph. */
const preloadedScreens: Plugin = {
  name: 'preloaded-screens',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const filesOf = (module: string) => {
        const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
        const files = new Set<string>();
        const follow = (file: string | undefined) => {
          if (!file || files.has(file) || html.includes(file)) return;
          files.add(file);
          for (const one of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
            follow(one);
        };
        follow(holder?.fileName);
        return JSON.stringify([...files].map((file) => `/${file}`));
      };
      const wanted = `location.pathname==='/'?${filesOf('/landing-page.tsx')}:${filesOf('/graph-layout.tsx')}`;
      const link = "Object.assign(document.createElement('link'),{rel:'modulepreload',href})";
      const children = `for(const href of ${wanted})document.head.append(${link})`;
      return [{ tag: 'script', children, injectTo: 'head' }];
    },
  },
};

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const place = (file: string) => `${import.meta.dirname}/src/${file}`;

const known = new Map<string, Set<string>>();

/** These modules and all that they import before anything is drawn. */
function reached(graph: ModuleGraph, ...files: string[]): Set<string> {
  const key = files.join();
  const found = known.get(key) ?? new Set(files.map(place));
  if (known.has(key)) return found;
  known.set(key, found);
  for (const id of found)
    for (const one of graph.getModuleInfo(id)?.importedIds ?? []) found.add(one);
  return found;
}

const shellFiles = [
  'app/graph-layout.tsx',
  'app/app-layout.tsx',
  'features/dashboard/dashboard-page.tsx',
];

/** Around every public page; it shares icons with the shell. */
const frame = /\/ui\/layout\/public-(bar|footer)\.tsx$/;

/** What stands in one file because it is wanted together: a few files for a page instead of dozens. */
function groupOf(id: string, graph: ModuleGraph): string | null {
  // All icons are behind one door, and nobody wants all of them.
  if (id.includes('/lucide-react/') || id.includes('/features/landing/')) return null;
  const entry = reached(graph, 'main.tsx').has(id);
  const shell = reached(graph, ...shellFiles).has(id);
  if (entry) return 'base';
  if (reached(graph, 'features/landing/landing-page.tsx').has(id))
    return shell || frame.test(id) ? 'base' : 'calculator';
  if (!shell) return null;
  return id.includes('/node_modules/') ? 'graph' : 'shell';
}

const groups = ['base', 'calculator', 'graph', 'shell'].map((group, index, all) => ({
  name: (id: string, graph: ModuleGraph) => (groupOf(id, graph) === group ? group : null),
  priority: all.length - index,
}));

// biome-ignore lint/style/noDefaultExport: the tool demands it
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), preloadedFonts, preloadedScreens],
  // All libraries are known at the start: one that is found later would load the open page again.
  optimizeDeps: {
    entries: ['index.html', 'src/**/*.{ts,tsx}', '!src/**/*.test.*', '!src/testing/**'],
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    // What a route needs is fetched with it, not when it is there and asks.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
