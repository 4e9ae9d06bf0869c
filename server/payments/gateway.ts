import type { PaymentSetup } from '#contract/payments.ts'

/** The card service as the checkout sees it. */
export type Gateway = { setup: PaymentSetup }
