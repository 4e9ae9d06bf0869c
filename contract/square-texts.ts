/** Fixed sentences of the card form. They are apart from TEXT, which every page of a product downloads. */
export const SQUARE_TEXT = {
  applicationIdWrong: "The Payment 'applicationId' option is not in the correct format.",
  sdkNotLoaded: 'Square Web Payments SDK failed to load',
  paymentRequestMissing: '`createPaymentRequest()` is required when using digital wallets',
} as const
