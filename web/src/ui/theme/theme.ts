/** Which theme the reader wants: the system's unless they chose, the same in all their tabs. */

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
    // Storage is shut: the choice holds for this page.
  }
  apply(theme);
}

export function subscribeToTheme(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Called once at the start: what another tab chooses holds here too. */
export function syncThemeAcrossTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === key || event.key === null) apply(currentTheme());
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
