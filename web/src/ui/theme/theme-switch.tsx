/** Switches between the system's theme, light and dark. */

import clsx from 'clsx';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import { chooseTheme, currentTheme, subscribeToTheme } from './theme.ts';

const choices = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const;

export interface ThemeSwitchProps {
  /** For the collapsed sidebar: vertical, with labels for screen readers only. */
  narrow?: boolean;
}

export function ThemeSwitch({ narrow = false }: ThemeSwitchProps) {
  const chosen = useSyncExternalStore(subscribeToTheme, currentTheme);
  const name = useId();
  return (
    <fieldset
      className={clsx('flex gap-0.5 rounded-md border border-line p-0.5', narrow && 'flex-col')}
    >
      <legend className="sr-only">Theme</legend>
      {choices.map(({ theme, label, Icon }) => (
        <label
          key={theme}
          title={narrow ? label : undefined}
          className="relative flex h-8 min-w-8 grow cursor-pointer items-center justify-center gap-1.5 rounded-sm px-2 text-2xs font-medium text-ink-2 hover:text-ink has-checked:bg-nav-active has-checked:text-brand-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={theme}
            checked={theme === chosen}
            onChange={() => chooseTheme(theme)}
            className="sr-only"
          />
          <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <span className={narrow ? 'sr-only' : undefined}>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
