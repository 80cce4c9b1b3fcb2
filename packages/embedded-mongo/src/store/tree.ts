/** The copy-on-write B+ tree under documents and indexes; a clone costs nothing until it is written. */
import sortedBTree from 'sorted-btree';

const BTree = sortedBTree.default;

export type Tree<K extends string | number, V> = InstanceType<typeof BTree<K, V>>;

function order<K extends string | number>(a: K, b: K): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function newTree<K extends string | number, V>(): Tree<K, V> {
  return new BTree<K, V>(undefined, order);
}
