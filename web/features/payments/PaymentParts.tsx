import { PAYMENT_FORM } from '../../texts/payment-form.ts'

/** Layout of the wallet buttons. */
export const WALLETS = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2'

/** The divider between the wallets and the card form. */
export const CardDivider = () => (
  <p className="flex items-center gap-4 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    {PAYMENT_FORM.orByCard}
  </p>
)
