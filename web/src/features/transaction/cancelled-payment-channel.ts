/** Notifies the window that started a payment when it is cancelled on the provider's page. */

import { useEffect, useState } from 'react';

const channelName = 'nameloan-payment';

export function broadcastCancelledPayment(id: string): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ cancelled: id });
  channel.close();
}

/** The id of the deposit that another window last reported as cancelled. */
export function useCancelledPayment(): string | undefined {
  const [cancelled, setCancelled] = useState<string>();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }) => {
      if (typeof data?.cancelled === 'string') setCancelled(data.cancelled);
    };
    return () => channel.close();
  }, []);
  return cancelled;
}
