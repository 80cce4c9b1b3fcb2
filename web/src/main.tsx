/** The entry point of the web app. */

import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, createPath, RouterProvider } from 'react-router-dom';
import { reloadOnNewRelease } from './app/reload-on-new-release.ts';
import { routes } from './app/routes.tsx';
import { syncThemeAcrossTabs } from './ui/theme/theme.ts';

function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root element');
  const router = createBrowserRouter(routes);
  reloadOnNewRelease({
    destination: () => createPath(router.state.navigation.location ?? router.state.location),
  });
  syncThemeAcrossTabs();
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

// In its own task, so that the browser can handle input between parsing and rendering.
setTimeout(start);
