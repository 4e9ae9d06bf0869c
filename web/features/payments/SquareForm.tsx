import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { SquareSetup } from '#contract/payments.ts'
import { SQUARE_TEXT } from '#contract/square-texts.ts'
import { PAYMENT_FORM } from '../../texts/payment-form.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StandingAlert } from '../../ui/StandingAlert.tsx'
import { type Payable, verificationOf } from './buyer-details.ts'
import { type CardEntry, useCardEntry } from './card-entry.ts'
import { CardDivider, WALLETS } from './PaymentParts.tsx'
import type { Wallet } from './square-sdk.ts'
import { useTokens } from './use-tokens.ts'

type Props = {
  setup: SquareSetup
  order: Payable
  isBusy: boolean
  isShown: boolean
  onSource(sourceId: string): void
}

/** Square's card form and wallets. Square's frames send card data to Square; `onSource` gets a token. */
export function SquareForm({ setup, order, isBusy, isShown, onSource }: Props) {
  const { places, entry, problem, retry } = useCardEntry(setup, order)
  const { isWaiting, isRefused, dismiss, payByCard, payByApple, payByGoogle } = useWaysToPay(
    entry,
    order,
    isBusy,
    onSource,
  )
  const button = useRef<HTMLDivElement>(null)
  useClickOf(places.googlePay, payByGoogle)
  useEnter(entry, () => {
    button.current?.querySelector('button')?.focus()
    payByCard()
  })
  // Square's frames cannot measure themselves while they are hidden.
  useEffect(() => {
    if (isShown) entry?.card.recalculateSize()
  }, [entry, isShown])
  const hasWallet = Boolean(entry?.applePay || entry?.googlePay)
  return (
    <Stacked over={problem ? <NotOpened problem={problem} retry={retry} /> : !entry && <Opening />}>
      {/* Stays in the layout, because Square's frames need their size while they open. */}
      <div className={`relative grid gap-5 ${entry ? '' : 'invisible'}`}>
        {entry && !entry.request && <StandingAlert of={entry}>{SQUARE_TEXT.paymentRequestMissing}</StandingAlert>}
        <div inert={isWaiting} className={roomFor(entry)}>
          {entry?.applePay && <ApplePay onPress={payByApple} />}
          <div ref={places.googlePay} className="min-h-12 *:h-full" hidden={Boolean(entry) && !entry?.googlePay} />
        </div>
        {hasWallet && <CardDivider />}
        <div ref={places.card} inert={isWaiting} className="min-h-24" />
        {isRefused && <Alert onDismiss={dismiss}>{PAYMENT_FORM.refused}</Alert>}
        <div ref={button} className="grid">
          <Button type="button" isBusy={isWaiting} onClick={payByCard}>
            {PAYMENT_FORM.pay(order.totalPrice)}
          </Button>
        </div>
      </div>
    </Stacked>
  )
}

function useWaysToPay(entry: CardEntry | null, order: Payable, isBusy: boolean, onSource: Props['onSource']) {
  const { ask, isAsking, isRefused, dismiss } = useTokens(isBusy, onSource)
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
    isWaiting: isBusy || isAsking,
    isRefused,
    dismiss,
    payByCard,
    payByApple: () => askWallet(entry?.applePay),
    payByGoogle: () => askWallet(entry?.googlePay),
  }
}

/** Calls `onEnter` when Enter is pressed in one of Square's frames. */
function useEnter(entry: CardEntry | null, onEnter: () => void) {
  const entered = useEffectEvent(onEnter)
  useEffect(() => {
    const listener = () => entered()
    entry?.card.addEventListener('submit', listener)
    return () => entry?.card.removeEventListener('submit', listener)
  }, [entry])
}

/** Calls `onPress` on clicks of the button that Google renders into `place`. */
function useClickOf(place: RefObject<HTMLElement | null>, onPress: () => void) {
  const pressed = useEffectEvent(onPress)
  useEffect(() => {
    const { current } = place
    const listener = () => pressed()
    current?.addEventListener('click', listener)
    return () => current?.removeEventListener('click', listener)
  }, [place])
}

/**
 * Two wallets stand side by side where there is room, a single one is as wide as the card form, and no wallet takes no
 * room.
 */
function roomFor(entry: CardEntry | null) {
  if (entry?.applePay && entry.googlePay) return WALLETS
  return entry?.applePay || entry?.googlePay ? 'grid' : 'invisible absolute inset-x-0'
}

/** Only Safari shows this button, and draws Apple's own in its place. */
const ApplePay = ({ onPress }: { onPress(): void }) => (
  <Button
    type="button"
    variant="secondary"
    className="supports-[appearance:-apple-pay-button]:[appearance:-apple-pay-button]"
    onClick={onPress}
  >
    {PAYMENT_FORM.applePay}
  </Button>
)

/** Two elements on top of each other, so that nothing moves when the upper one disappears. */
const Stacked = ({ over, children }: { over: ReactNode; children: ReactNode }) => (
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
