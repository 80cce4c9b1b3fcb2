/** Counts how often a map of replies is read, which a test can await. */

export function countLookups<K, V>(replies: Map<K, V>): () => number {
  let count = 0;
  replies.get = (key) => {
    count++;
    return Map.prototype.get.call(replies, key);
  };
  return () => count;
}
