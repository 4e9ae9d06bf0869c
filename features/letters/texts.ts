// What shoppers agree to when they ask for letters. The server keeps these words with the time.

/** The words beside the box of the checkout, and above the button of the page of letters. */
export const CONSENT = {
  checkout: (shop: string) => `Email me letters from ${shop}: new pieces and news. I can stop any time.`,
  page: (shop: string) =>
    `You get an email from ${shop} now and then, with new pieces and news. You can stop any time.`,
} as const
export type ConsentSource = keyof typeof CONSENT
