/** The payment provider's window. It opens on click, because browsers block it later, and navigates once the URL is known. */

export interface PaymentWindow {
  /** Returns false if the window was blocked or closed. */
  navigate(uri: string): boolean;
  close(): void;
}

export function openPaymentWindow(): PaymentWindow {
  const opened = window.open('', '_blank');
  if (opened) {
    // The provider's page must not access ours.
    opened.opener = null;
    opened.document.title = 'Payment';
    opened.document.body.textContent = 'Opening the payment page…';
  }
  return {
    navigate: (uri) => {
      if (!opened || opened.closed) return false;
      opened.location.replace(uri);
      return true;
    },
    close: () => opened?.close(),
  };
}
