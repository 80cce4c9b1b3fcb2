/** The window of a payment provider: opened with the press, for later it would be blocked, and led there once the page is made. */

export interface PaymentWindow {
  /** False where the browser did not let it open. */
  navigate(uri: string): boolean;
  close(): void;
}

export function openPaymentWindow(): PaymentWindow {
  const opened = window.open('', '_blank');
  if (opened) {
    // The provider's page has no business with ours.
    opened.opener = null;
    opened.document.title = 'Payment';
    opened.document.body.textContent = 'One moment: the payment page is being made.';
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
