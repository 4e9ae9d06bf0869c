import { PAYMENT_FORM } from '#web/texts/payment-form.ts'

/** The divider between the wallets and the card form. */
export const CardDivider = () => (
  <p className="flex items-center gap-4 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    {PAYMENT_FORM.orByCard}
  </p>
)
