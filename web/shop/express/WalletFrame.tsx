import { useRef, useState } from 'react'
import { formatDecimal } from '#contract/money.ts'
import type { SquareSetup } from '#contract/payments.ts'
import { WALLET_FRAME } from '#contract/wallet-frame.ts'
import { isPageDark } from '#web/lib/color-scheme.ts'
import type { TokenResult } from '#web/shop/payments/square-sdk.ts'
import { EXPRESS } from '#web/texts/express.ts'
import type { ExpressCheckout, Purchase } from './express-checkout.ts'
import type { ExpressQuote } from './express-order.ts'
import type { WalletFrameElement, WalletHost, WalletQuote } from './wallet-host.ts'

export type WalletsProps = {
  checkout: ExpressCheckout
  isReady(): boolean
  onProblem(problem: string): void
  buy(purchase: Purchase): void
}

/** Square's wallets, in a frame of their own: the page around them runs no script of Square. */
export function WalletFrame({ setup, ...wallets }: WalletsProps & { setup: SquareSetup }) {
  const [count, setCount] = useState(0)
  const latest = useRef(wallets)
  latest.current = wallets
  const attach = (frame: WalletFrameElement | null) => {
    if (!frame || frame.walletHost) return
    frame.walletHost = hostOf(setup, () => latest.current, setCount)
    frame.src = WALLET_FRAME
  }
  return (
    <iframe
      ref={attach}
      title={EXPRESS.title}
      allow="payment"
      // In the layout from the beginning: Google's button takes the size of its place.
      className={`h-12 w-full border-0 ${count > 0 ? '' : 'invisible absolute inset-x-0'}`}
    />
  )
}

const hostOf = (setup: SquareSetup, latest: () => WalletsProps, onOpened: (count: number) => void): WalletHost => ({
  setup,
  isDark: isPageDark(),
  estimate: () => latest().checkout.goods(),
  isReady: () => latest().isReady(),
  quote: async (contact, optionId) => walletQuote(await latest().checkout.quote(contact, optionId)),
  onOpened,
  onResult: (result, total) => finish(latest(), result, total),
})

function finish({ buy, onProblem }: WalletsProps, { status, token, details }: TokenResult, total: number) {
  if (status === 'Cancel' || status === 'Abort') return
  const contact = details?.shipping?.contact
  if (status !== 'OK' || !token || !contact) return onProblem(EXPRESS.refused)
  buy({ contact, methodId: details?.shipping?.option?.id, total, sourceId: token })
}

function walletQuote(offer: ExpressQuote): WalletQuote {
  if ('problem' in offer) return offer
  const { figures, methods, chosen } = offer
  // Wallets take the first way to ship as the chosen one.
  const inOrder = [...methods].sort((one, other) => Number(other.id === chosen) - Number(one.id === chosen))
  return {
    total: figures.totalPrice,
    lines: [
      { label: EXPRESS.goods, cents: figures.itemsPrice },
      { label: EXPRESS.shipping, cents: figures.shippingPrice },
      ...(figures.taxIncluded ? [] : [{ label: EXPRESS.tax, cents: figures.taxPrice }]),
    ],
    options: inOrder.map(({ id, name, price, arrives }) => ({
      id,
      label: arrives ? `${name}. ${arrives}` : name,
      amount: formatDecimal(price),
    })),
  }
}
