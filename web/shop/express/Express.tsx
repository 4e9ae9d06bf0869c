import { useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import type { PaymentSetup } from '#contract/payments.ts'
import { callApi } from '#web/lib/call-api.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { useVisitor, type VisitorStore } from '#web/shop/visitor/visitor.ts'
import type { ExpressProps } from '#web/shop/wallet-place/ExpressPlace.tsx'
import { EXPRESS } from '#web/texts/express.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { DemoWallets } from './DemoWallets.tsx'
import { checkoutOf } from './express-checkout.ts'
import { WalletFrame } from './WalletFrame.tsx'

/** Apple Pay and Google Pay, which bring name, email and address: the order is placed and paid at once. */
export function Express({ items, isReady = () => true }: ExpressProps) {
  const setup = useSetup()
  const shop = useShop()
  const store = useStore() as VisitorStore
  const hasCode = useVisitor(({ cart }) => cart.couponCode !== '')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBuying, setBuying] = useState(false)
  // What a wallet asks for while its sheet is open is answered by what is on the page then.
  const shown = useRef({ items, shop })
  shown.current = { items, shop }
  const [checkout] = useState(() => checkoutOf(store, () => shown.current))
  // A code is checked in the checkout, for a buyer that is known.
  if (!setup || hasCode) return null
  const wallets = {
    checkout,
    isReady: () => {
      setProblem(null)
      return !isBuying && isReady()
    },
    onProblem: setProblem,
    buy: async (purchase: Parameters<typeof checkout.buy>[0]) => {
      setBuying(true)
      const refusal = await checkout.buy(purchase)
      // Without a refusal the page of the order opens.
      if (refusal === null) return
      setBuying(false)
      setProblem(refusal)
    },
  }
  return (
    <section aria-label={EXPRESS.title} className="relative grid gap-3">
      {problem && <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>}
      <div inert={isBuying}>
        {setup.provider === 'square' ? <WalletFrame setup={setup} {...wallets} /> : <DemoWallets {...wallets} />}
      </div>
      <p role="status" className="text-center text-sm text-muted empty:absolute">
        {isBuying && EXPRESS.working}
      </p>
    </section>
  )
}

/** How the shop takes payments; undefined until it is known, and without an answer. */
function useSetup() {
  const [setup, setSetup] = useState<PaymentSetup>()
  useEffect(() => {
    callApi({ url: '/api/payments/setup' }, undefined).then(
      (answer) => setSetup(answer as PaymentSetup),
      () => {},
    )
  }, [])
  return setup
}
