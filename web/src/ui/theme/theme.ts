/** The chosen theme, shared by all tabs. Default: the system's. */

export type Theme = 'system' | 'light' | 'dark';

const key = 'theme';
const watchers = new Set<() => void>();

export function currentTheme(): Theme {
  try {
    const chosen = localStorage.getItem(key);
    return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
  } catch {
    return (document.documentElement.dataset.theme as Theme | undefined) ?? 'system';
  }
}

function apply(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  for (const watcher of watchers) watcher();
}

export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Without storage the choice applies to this page only.
  }
  apply(theme);
}

export function subscribeToTheme(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Applies the theme chosen in another tab. Call once at startup. */
export function syncThemeAcrossTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) apply(currentTheme());
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
