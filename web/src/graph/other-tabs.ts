/** What a tab reads again after something was done there is read again in the others: nothing tells live of what left a list. */

const channelName = 'nameloan-read-again';

/** `names` of queries. */
export function notifyOtherTabs(names: readonly string[]): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(names);
  channel.close();
}

/** Returns what ends it. */
export function subscribeToOtherTabs(read: (names: string[]) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => read(data);
  return () => channel.close();
}
