import type { OptionProps } from '#web/shop/slots/checkout-parts.ts'

/** The ticket of somebody who orders without JavaScript, which the form of the checkout hands on. */
export const PlainTicket = ({ typed }: OptionProps) =>
  typed?.ticket ? <input type="hidden" name="ticket" value={typed.ticket} /> : null
