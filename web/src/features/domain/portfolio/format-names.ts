/** A number of names: "1 name", "1,204 names". */

export const formatNames = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? 'name' : 'names'}`;
