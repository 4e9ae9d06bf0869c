import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { SquareSetup } from '#contract/payments.ts'
import { SQUARE_TEXT } from '#contract/square-texts.ts'
import { isPageDark } from '#web/lib/color-scheme.ts'
import { PAYMENT_FORM } from '#web/texts/payment-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { type Payable, verificationOf } from './buyer-details.ts'
import { type CardEntry, useCardEntry } from './card-entry.ts'
import { CardDivider } from './PaymentParts.tsx'
import type { Wallet } from './square-sdk.ts'
import { useTokens } from './use-tokens.ts'
import { WALLETS } from './wallets.ts'

type Props = {
  setup: SquareSetup
  order: Payable
  isBusy: boolean
  isShown: boolean
  onSource(sourceId: string): void
}

/** Square's card form and wallets. Square's frames send card data to Square; `onSource` gets a token. */
export function SquareForm({ setup, order, isBusy, isShown, onSource }: Props) {
  const tokens = useTokens(isBusy, onSource)
  const { places, entry, problem, retry } = useCardEntry(setup, order, (result) => tokens.ask(async () => result))
  const isWaiting = isBusy || tokens.isAsking
  const { payByCard, payByApple, payByGoogle, payByAfterpay } = useWaysToPay(entry, order, tokens)
  const button = useRef<HTMLDivElement>(null)
  useClickOf(places.googlePay, payByGoogle)
  useClickOf(places.afterpay, payByAfterpay)
  useEnter(entry, () => {
    button.current?.querySelector('button')?.focus()
    payByCard()
  })
  // Square's frames cannot measure themselves while they are hidden.
  useEffect(() => {
    if (isShown) entry?.card.recalculateSize()
  }, [entry, isShown])
  const offered = waysIn(entry, order)
  const count = Object.values(offered).filter(Boolean).length
  return (
    <Stack over={problem ? <NotOpened problem={problem} retry={retry} /> : !entry && <Opening />}>
      {/* Stays in the layout, because Square's frames need their size while they open. */}
      <div className={`relative grid gap-5 ${entry ? '' : 'invisible'}`}>
        {entry && !entry.request && <StandingAlert of={entry}>{SQUARE_TEXT.paymentRequestMissing}</StandingAlert>}
        <div inert={isWaiting} className={roomFor(count)}>
          {entry?.applePay && <ApplePay onPress={payByApple} />}
          {(['googlePay', 'cashApp', 'afterpay'] as const).map((way) => (
            <div key={way} ref={places[way]} className="min-h-12 *:h-full" hidden={Boolean(entry) && !offered[way]} />
          ))}
        </div>
        {count > 0 && <CardDivider />}
        <div
          ref={places.card}
          inert={isWaiting}
          className={`min-h-24 ${isPageDark() ? 'rounded-md bg-[Canvas] p-4 pb-0 scheme-only-light' : ''}`}
        />
        {tokens.isRefused && <Alert onDismiss={tokens.dismiss}>{PAYMENT_FORM.refused}</Alert>}
        <div ref={button} className="grid">
          <Button type="button" isBusy={isWaiting} onClick={payByCard}>
            {PAYMENT_FORM.pay(order.totalPrice)}
          </Button>
        </div>
      </div>
    </Stack>
  )
}

/** Which buttons are shown. Cash App and Afterpay are not, once the total is another than they were opened for. */
const waysIn = (entry: CardEntry | null, { totalPrice }: Payable) => ({
  applePay: Boolean(entry?.applePay),
  googlePay: Boolean(entry?.googlePay),
  cashApp: Boolean(entry?.cashApp) && entry?.cents === totalPrice,
  afterpay: Boolean(entry?.afterpay) && entry?.cents === totalPrice,
})

function useWaysToPay(entry: CardEntry | null, order: Payable, { ask }: ReturnType<typeof useTokens>) {
  const askWallet = (wallet: Wallet | null | undefined) => {
    if (wallet) ask(() => wallet.tokenize())
  }
  const payByCard = () => {
    if (!entry) return
    const { card } = entry
    ask(
      () => card.tokenize(verificationOf(order)),
      (field) => card.focus(field).catch(() => {}),
    )
  }
  return {
    payByCard,
    payByApple: () => askWallet(entry?.applePay),
    payByGoogle: () => askWallet(entry?.googlePay),
    payByAfterpay: () => askWallet(entry?.afterpay),
  }
}

/** Calls `onEnter` when Enter is pressed in one of Square's frames. */
function useEnter(entry: CardEntry | null, onEnter: () => void) {
  const reportEntry = useEffectEvent(onEnter)
  useEffect(() => {
    const listener = () => reportEntry()
    entry?.card.addEventListener('submit', listener)
    return () => entry?.card.removeEventListener('submit', listener)
  }, [entry])
}

/** Calls `onPress` on clicks of the button that Google renders into `place`. */
function useClickOf(place: RefObject<HTMLElement | null>, onPress: () => void) {
  const reportPress = useEffectEvent(onPress)
  useEffect(() => {
    const { current } = place
    const listener = () => reportPress()
    current?.addEventListener('click', listener)
    return () => current?.removeEventListener('click', listener)
  }, [place])
}

/** Wallets stand two by two, a single one is as wide as the card form, and no wallet takes no room. */
function roomFor(count: number) {
  if (count > 1) return WALLETS
  return count === 1 ? 'grid' : 'invisible absolute inset-x-0'
}

/** Only Safari shows this button, and draws Apple's own in its place. */
const ApplePay = ({ onPress }: { onPress(): void }) => (
  <Button
    type="button"
    variant="secondary"
    className={`supports-[appearance:-apple-pay-button]:[appearance:-apple-pay-button] ${isPageDark() ? '[-apple-pay-button-style:white]' : ''}`}
    onClick={onPress}
  >
    {PAYMENT_FORM.applePay}
  </Button>
)

/** Two elements on top of each other, so that nothing moves when the upper one disappears. */
const Stack = ({ over, children }: { over: ReactNode; children: ReactNode }) => (
  <div className="grid *:col-start-1 *:row-start-1">
    {children}
    {over}
  </div>
)

const Opening = () => (
  <div className="grid content-start gap-5">
    <p role="status" className="sr-only">
      {PAYMENT_FORM.opening}
    </p>
    <Skeleton className="h-24" />
    <Skeleton className="h-12 rounded-full" />
  </div>
)

function NotOpened({ problem, retry }: { problem: string; retry(): void }) {
  return (
    <div className="grid content-start gap-5">
      <StandingAlert of={problem}>
        <p className="font-medium">{problem}</p>
        <p>{PAYMENT_FORM.notOpened}</p>
      </StandingAlert>
      <Button type="button" variant="secondary" onClick={retry}>
        {PAYMENT_FORM.retry}
      </Button>
    </div>
  )
}
