/** How many domains a page of My Domains has: the user's choice, stored in this browser. */

import { useState } from 'react';

const key = 'domains-per-page';
const choices = [7, 50];
const defaultRows = 7;

export const rowsOptions = choices.map((rows) => ({
  value: String(rows),
  label: `${rows} per page`,
}));

function read(): number {
  try {
    const stored = Number(localStorage.getItem(key));
    return choices.includes(stored) ? stored : defaultRows;
  } catch {
    return defaultRows;
  }
}

export function useRowsPerPage(): [rows: number, choose: (rows: number) => void] {
  const [rows, setRows] = useState(read);
  const choose = (next: number) => {
    setRows(next);
    try {
      localStorage.setItem(key, String(next));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return [rows, choose];
}
