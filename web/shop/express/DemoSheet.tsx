import { type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { ShippingContact } from '#web/shop/payments/square-sdk.ts'
import { DEMO_WALLET, EXPRESS } from '#web/texts/express.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { ExpressCheckout, Purchase } from './express-checkout.ts'
import type { ExpressQuote } from './express-order.ts'

type Props = {
  name: string
  quote: ExpressCheckout['quote']
  onPay(purchase: Omit<Purchase, 'sourceId'>): void
  onClose(): void
}

/** The buyer of the demo's wallets, with two addresses. */
const BUYER = { givenName: 'Robin', familyName: 'Sample', email: 'robin@sample.example', countryCode: 'US' }
const CONTACTS: readonly ShippingContact[] = [
  { ...BUYER, addressLines: ['12 Orchard Lane'], city: 'Madison', state: 'WI', postalCode: '53703' },
  { ...BUYER, addressLines: ['40 Harbor Street', 'Apt 3'], city: 'Portland', state: 'ME', postalCode: '04101' },
]

/** What the sheet of a wallet shows: address, way to ship and amounts, which the shop computes as they change. */
export function DemoSheet({ name, quote, onPay, onClose }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [place, setPlace] = useState(0)
  const [methodId, setMethodId] = useState<string>()
  const offer = useOffer(quote, place, methodId)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  const clickOutside = { onClick: ({ target }: MouseEvent) => target === dialog.current && close() }
  const isKnown = offer && !('problem' in offer)
  const pay = () => {
    if (!isKnown) return
    close()
    onPay({ contact: CONTACTS[place] ?? BUYER, methodId: offer.chosen, total: offer.figures.totalPrice })
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-note`}
      onClose={onClose}
      {...clickOutside}
      className="m-auto w-full max-w-md bg-transparent px-4 text-left open:animate-rise"
    >
      <div className="grid gap-5 rounded-lg bg-card p-6 text-base text-ink shadow-lg sm:p-8">
        <h2 id={`${id}-title`}>{name}</h2>
        <p id={`${id}-note`} className="text-sm text-muted">
          {DEMO_WALLET.note}
        </p>
        <RadioGroup
          legend={DEMO_WALLET.shipTo}
          isLegendShown
          options={CONTACTS.map((contact, index) => [`${index}`, wordsOf(contact)] as const)}
          value={`${place}`}
          onChange={(value) => setPlace(Number(value))}
        />
        {isKnown && offer.methods.length > 1 && (
          <RadioGroup
            legend={DEMO_WALLET.method}
            isLegendShown
            options={offer.methods.map((method) => [method.id, <Method key={method.id} {...method} />] as const)}
            value={offer.chosen ?? ''}
            onChange={setMethodId}
          />
        )}
        <Amounts offer={offer} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="secondary" onClick={close}>
            {DEMO_WALLET.cancel}
          </Button>
          <Button type="button" isBusy={!offer} disabled={offer && !isKnown} onClick={pay}>
            {isKnown ? DEMO_WALLET.pay(offer.figures.totalPrice) : name}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

/** What the items cost at an address, by a way to ship; undefined while the shop computes it. */
function useOffer(quote: Props['quote'], place: number, methodId: string | undefined) {
  const [offer, setOffer] = useState<ExpressQuote>()
  const ask = useEffectEvent((contact: ShippingContact) => quote(contact, methodId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way to ship has other amounts
  useEffect(() => {
    let isCurrent = true
    setOffer(undefined)
    ask(CONTACTS[place] ?? BUYER).then(
      (answer) => isCurrent && setOffer(answer),
      () => isCurrent && setOffer({ problem: EXPRESS.refused }),
    )
    return () => {
      isCurrent = false
    }
  }, [place, methodId])
  return offer
}

const wordsOf = ({ givenName, familyName, addressLines = [], city, state, postalCode }: ShippingContact) =>
  `${givenName} ${familyName}, ${addressLines.join(', ')}, ${city}, ${state} ${postalCode}`

const Method = ({ name, price, arrives }: { name: string; price: number; arrives?: string }) => (
  <span>
    {name}, {formatDollars(price)}
    {arrives && <span className="block text-sm text-muted">{arrives}</span>}
  </span>
)

/** The amounts as the sheet of a wallet lists them. The rows stay while new ones are computed. */
function Amounts({ offer }: { offer: ExpressQuote | undefined }) {
  if (!offer) return <Skeleton className="h-24" />
  if ('problem' in offer) return <Alert kind="warning">{offer.problem}</Alert>
  const { itemsPrice, shippingPrice, taxPrice, taxIncluded, totalPrice } = offer.figures
  const rows = [
    [EXPRESS.goods, itemsPrice],
    [EXPRESS.shipping, shippingPrice],
    ...(taxIncluded ? [] : [[EXPRESS.tax, taxPrice] as const]),
    [EXPRESS.total, totalPrice],
  ] as const
  return (
    <dl aria-label={DEMO_WALLET.figures} className="grid gap-1 tabular-nums">
      {rows.map(([label, cents]) => (
        <div key={label} className="flex justify-between gap-4 last:font-semibold">
          <dt>{label}</dt>
          <dd>{formatDollars(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}
