import { PAYMENT_FORM } from '../../texts/checkout.ts'

/** How the wallets stand beside each other. */
export const WALLETS = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2'

/** Between the wallets and the card. */
export const OrByCard = () => (
  <p className="flex items-center gap-4 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    {PAYMENT_FORM.orByCard}
  </p>
)
