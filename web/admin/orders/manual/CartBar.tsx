import { formatDollars } from '#contract/money.ts'
import type { Quote } from '#contract/pricing.ts'
import { MANUAL_ORDER, STAND } from '#web/texts/admin-manual-orders.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Fields } from './manual-draft.ts'

type Props = {
  way: Fields['way']
  paid: Fields['paid']
  units: number
  quote: Quote | undefined
  /** Asks again before an order at an unusual price. */
  question: string | undefined
  isBusy: boolean
  isCartOpen: boolean
  onCart(isOpen: boolean): void
  onClear(): void
  onSell(paid: Fields['paid'], confirmsPrice: boolean): Promise<void>
}

/** What is in the cart, and how it is paid: with one press where the buyer stands here. */
export function CartBar({ way, paid, units, quote, question, isBusy, isCartOpen, onCart, onClear, onSell }: Props) {
  const total = (
    <span>
      <strong className="block text-lg font-semibold tabular-nums">
        {quote ? formatDollars(quote.totalPrice) : '–'}
      </strong>
      <span className="text-sm text-muted">
        {[STAND.cart(units), quote && taxIn(quote)].filter(Boolean).join(', ')}
      </span>
    </span>
  )
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
      <button
        type="button"
        aria-expanded={isCartOpen}
        onClick={() => onCart(!isCartOpen)}
        className="flex min-h-11 items-center gap-3 rounded-md text-left leading-tight lg:hidden"
      >
        {total}
        <Icon name={isCartOpen ? 'down' : 'up'} className="size-5 text-muted" />
        <span className="sr-only">{STAND.openCart}</span>
      </button>
      <p className="leading-tight max-lg:hidden">{total}</p>
      <Button type="button" variant="quiet" className="mr-0 ml-auto lg:ml-0" onClick={onClear}>
        {MANUAL_ORDER.startOver}
      </Button>
      <div className="grid w-full auto-cols-fr grid-flow-col gap-2 lg:ml-auto lg:w-auto lg:min-w-96">
        {waysToPay(way, paid).map(([paidBy, label], at) => {
          const look = {
            variant: at === 0 ? 'primary' : 'secondary',
            className: 'px-2! whitespace-nowrap',
            isBusy,
          } as const
          return quote && question ? (
            <ConfirmButton
              key={paidBy}
              {...look}
              sentence={question}
              action={MANUAL_ORDER.addFor(quote.totalPrice)}
              keep={MANUAL_ORDER.changeIt}
              onConfirm={() => void onSell(paidBy, true)}
            >
              {label}
            </ConfirmButton>
          ) : (
            <Button key={paidBy} type="button" {...look} onClick={() => void onSell(paidBy, false)}>
              {label}
            </Button>
          )
        })}
      </div>
    </div>
  )
}

/** Where the buyer stands here each way to pay has a button; else the form has said how it is paid. */
function waysToPay(way: Fields['way'], paid: Fields['paid']) {
  if (way !== 'hand') return [[paid, MANUAL_ORDER.submit]] as const
  return paid === 'gift' ? ([[paid, STAND.gift]] as const) : STAND_WAYS
}

const STAND_WAYS = [
  ['cash', STAND.cash],
  ['other', STAND.elsewhere],
  ['unpaid', STAND.code],
] as const

const taxIn = ({ taxPrice }: Quote) => (taxPrice > 0 ? STAND.taxIn(taxPrice) : '')
