import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatDecimal } from '#contract/money.ts'
import type { SquareSetup } from '#contract/payments.ts'
import { SQUARE_TEXT } from '#contract/square-texts.ts'
import { isPageDark } from '#web/lib/color-scheme.ts'
import { PAYMENT_FORM } from '#web/texts/payment-form.ts'
import { type Payable, verificationOf } from './buyer-details.ts'
import {
  type Afterpay,
  type Card,
  type CardStyle,
  type CashApp,
  type Contact,
  type GooglePay,
  type PaymentRequest,
  type Payments,
  squareSdk,
  type TokenResult,
  type Wallet,
  withTimeout,
} from './square-sdk.ts'
import { openGooglePay, unlessMissing, WALLET_PATIENCE_MS } from './wallets.ts'

/** Square's payment form on the page. A wallet that this device or browser lacks is null. */
export type CardEntry = {
  card: Card
  applePay: Wallet | null
  googlePay: GooglePay | null
  /** Null also where the account does not have it, or when the amount is beyond its limits. */
  cashApp: CashApp | null
  afterpay: Afterpay | null
  /** Undefined when the SDK could not create it: then there are no wallets. */
  request: PaymentRequest | undefined
  /** The total in cents for which Cash App and Afterpay were opened. They cannot change it. */
  cents: number
}

type Places = Record<'card' | 'googlePay' | 'cashApp' | 'afterpay', HTMLElement>
type OnResult = (result: TokenResult) => void

const FORM_PATIENCE_MS = 15_000

/**
 * Opens Square's form for an order in the two places, and closes it with the component. `entry` is null until the form
 * is ready; `problem` is a sentence when it failed to open, and `retry` opens it again. `onCashApp` gets what comes of
 * Cash App, which on a phone may be while the form opens, after the way back from the app.
 */
export function useCardEntry(setup: SquareSetup, order: Payable, onCashApp: OnResult) {
  const cents = order.totalPrice
  const card = useRef<HTMLDivElement>(null)
  const googlePay = useRef<HTMLDivElement>(null)
  const cashApp = useRef<HTMLDivElement>(null)
  const afterpay = useRef<HTMLDivElement>(null)
  const [tries, setTries] = useState(0)
  const [entry, setEntry] = useState<CardEntry | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const open = useEffectEvent((places: Places, onResult: OnResult) => openEntry(setup, order, places, onResult))
  const reportCashApp = useEffectEvent(onCashApp)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` opens the form again
  useEffect(() => {
    let isCurrent = true
    const places = {
      card: placeIn(card),
      googlePay: placeIn(googlePay),
      cashApp: placeIn(cashApp),
      afterpay: placeIn(afterpay),
    }
    const opening = open(places, (result) => isCurrent && reportCashApp(result))
    withTimeout(FORM_PATIENCE_MS, opening).then(
      (openEntry) => isCurrent && setEntry(openEntry),
      (error: unknown) => {
        if (!isCurrent) return
        console.error(error)
        setProblem(problemOf(error))
      },
    )
    return () => {
      isCurrent = false
      opening
        .then(close, () => {})
        .finally(() => {
          for (const place of Object.values(places)) place.remove()
        })
    }
  }, [tries])

  useEffect(() => {
    entry?.request?.update({ total: totalOf(cents) })
  }, [entry, cents])

  const retry = () => {
    setProblem(null)
    setTries(tries + 1)
  }
  return { places: { card, googlePay, cashApp, afterpay }, entry, problem, retry }
}

/** A new element for every try, so that a closing form does not meet the opening one. */
function placeIn({ current }: RefObject<HTMLElement | null>) {
  if (!current) throw new Error('The form has no place on the page.')
  return current.appendChild(document.createElement('div'))
}

async function openEntry(setup: SquareSetup, order: Payable, places: Places, onResult: OnResult): Promise<CardEntry> {
  const square = await squareSdk(setup.scriptUrl)
  const payments = square.payments(setup.applicationId, setup.locationId)
  const cents = order.totalPrice
  const request = requestFor(payments, cents)
  const [card, applePay, googlePay, cashApp, afterpay] = await Promise.all([
    openCard(payments, places.card, order.shippingAddress.postalCode),
    request ? unlessMissing(payments.applePay(request)) : null,
    request ? unlessMissing(openGooglePay(payments, request, places.googlePay, isPageDark())) : null,
    request ? unlessRefused(openCashApp(payments, cents, order._id, places.cashApp, onResult)) : null,
    request ? unlessRefused(openAfterpay(payments, order, places.afterpay)) : null,
  ])
  return { card, applePay, googlePay, cashApp, afterpay, request, cents }
}

async function openCard(payments: Payments, place: HTMLElement, postalCode: string) {
  const card = await payments.card({ includeInputLabels: true, postalCode, style: cardStyle() })
  await card.attach(place)
  return card
}

/** A phone opens Cash App, and comes back to this page; elsewhere its buyer scans a code. */
async function openCashApp(payments: Payments, cents: number, orderId: string, place: HTMLElement, onResult: OnResult) {
  const redirectURL = `${window.location.origin}${window.location.pathname}`
  const cashApp = await payments.cashAppPay(newRequest(payments, cents), { redirectURL, referenceId: orderId })
  cashApp.addEventListener('ontokenization', ({ detail }) => onResult(detail.tokenResult ?? { status: 'Error' }))
  await cashApp.attach(place, { shape: 'round', size: 'medium', width: 'full' })
  return cashApp
}

async function openAfterpay(payments: Payments, order: Payable, place: HTMLElement) {
  const request = newRequest(payments, order.totalPrice, verificationOf(order).billingContact)
  const afterpay = await payments.afterpayClearpay(request)
  await afterpay.attach(place)
  return afterpay
}

const newRequest = (payments: Payments, cents: number, shippingContact?: Contact) =>
  payments.paymentRequest({
    countryCode: 'US',
    currencyCode: 'USD',
    total: totalOf(cents),
    requestShippingContact: false,
    ...(shippingContact ? { shippingContact } : {}),
  })

function requestFor(payments: Payments, cents: number) {
  try {
    return newRequest(payments, cents)
  } catch (error) {
    console.error(error)
    return undefined
  }
}

/** Most accounts lack one of these, and each has its limits, by which the SDK refuses the amount. */
const unlessRefused = <T>(method: Promise<T>) => withTimeout(WALLET_PATIENCE_MS, method).catch(() => null)

const close = ({ card, applePay, googlePay, cashApp, afterpay }: CardEntry) =>
  Promise.allSettled([card, applePay, googlePay, cashApp, afterpay].map((method) => method?.destroy()))

const problemOf = (error: unknown) =>
  (error as Error | undefined)?.name === 'InvalidApplicationIdError'
    ? SQUARE_TEXT.applicationIdWrong
    : SQUARE_TEXT.sdkNotLoaded

const totalOf = (cents: number) => ({ amount: formatDecimal(cents), label: PAYMENT_FORM.walletTotal })

const FONT = { fontFamily: 'sans-serif', fontSize: '17px' }

/**
 * The fields are in Square's frames, which accept only these properties. The values are those of tokens.css. On a dark
 * page the form keeps Square's own colors, on white: those of its labels cannot be chosen.
 */
function cardStyle(): CardStyle {
  if (isPageDark()) return { '.input-container': { borderRadius: '8px' }, input: FONT }
  const tokens = getComputedStyle(document.documentElement)
  const color = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim()
  return {
    '.input-container': { borderColor: color('edge'), borderRadius: '8px', borderWidth: '1px' },
    '.input-container.is-focus': { borderColor: color('accent'), borderWidth: '2px' },
    '.input-container.is-error': { borderColor: color('bad'), borderWidth: '1px' },
    input: { backgroundColor: color('card'), color: color('ink'), ...FONT },
    'input::placeholder': { color: color('muted') },
    'input.is-error': { color: color('bad') },
    '.message-text': { color: color('muted') },
    '.message-icon': { color: color('muted') },
    '.message-text.is-error': { color: color('bad') },
    '.message-icon.is-error': { color: color('bad') },
  }
}
