import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatDecimal } from '#contract/money.ts'
import type { SquareSetup } from '#contract/payments.ts'
import { SQUARE_TEXT } from '#contract/square-texts.ts'
import { PAYMENT_FORM } from '../../texts/payment-form.ts'
import type { Payable } from './buyer-details.ts'
import {
  type Card,
  type CardStyle,
  type GooglePay,
  type PaymentRequest,
  type Payments,
  squareSdk,
  type Wallet,
  withTimeout,
} from './square-sdk.ts'

/** Square's payment form on the page. A wallet that this device or browser lacks is null. */
export type CardEntry = {
  card: Card
  applePay: Wallet | null
  googlePay: GooglePay | null
  /** Undefined when the SDK could not create it: then there are no wallets. */
  request: PaymentRequest | undefined
}

type Places = { card: HTMLElement; googlePay: HTMLElement }

const FORM_PATIENCE_MS = 15_000
const WALLET_PATIENCE_MS = 4_000

/**
 * Opens Square's form for an order in the two places, and closes it with the component. `entry` is null until the form
 * is ready; `problem` is a sentence when it failed to open, and `retry` opens it again.
 */
export function useCardEntry(setup: SquareSetup, order: Payable) {
  const cents = order.totalPrice
  const card = useRef<HTMLDivElement>(null)
  const googlePay = useRef<HTMLDivElement>(null)
  const [tries, setTries] = useState(0)
  const [entry, setEntry] = useState<CardEntry | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const open = useEffectEvent((places: Places) => openEntry(setup, order, places))

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` opens the form again
  useEffect(() => {
    let isCurrent = true
    const places = { card: placeIn(card), googlePay: placeIn(googlePay) }
    const opening = open(places)
    withTimeout(FORM_PATIENCE_MS, opening).then(
      (opened) => isCurrent && setEntry(opened),
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
  return { places: { card, googlePay }, entry, problem, retry }
}

/** A new element for every try, so that a closing form does not meet the opening one. */
function placeIn({ current }: RefObject<HTMLElement | null>) {
  if (!current) throw new Error('The form has no place on the page.')
  return current.appendChild(document.createElement('div'))
}

async function openEntry(setup: SquareSetup, order: Payable, places: Places): Promise<CardEntry> {
  const square = await squareSdk(setup.scriptUrl)
  const payments = square.payments(setup.applicationId, setup.locationId)
  const request = requestFor(payments, order.totalPrice)
  const [card, applePay, googlePay] = await Promise.all([
    openCard(payments, places.card, order.shippingAddress.postalCode),
    request ? unlessMissing(payments.applePay(request)) : null,
    request ? unlessMissing(openGooglePay(payments, request, places.googlePay)) : null,
  ])
  return { card, applePay, googlePay, request }
}

async function openCard(payments: Payments, place: HTMLElement, postalCode: string) {
  const card = await payments.card({ includeInputLabels: true, postalCode, style: cardStyle() })
  await card.attach(place)
  return card
}

async function openGooglePay(payments: Payments, request: PaymentRequest, place: HTMLElement) {
  const googlePay = await payments.googlePay(request)
  await googlePay.attach(place, {
    buttonColor: 'black',
    buttonType: 'short',
    buttonSizeMode: 'fill',
    buttonRadius: 24,
    buttonBorderType: 'no_border',
  })
  return googlePay
}

function requestFor(payments: Payments, cents: number) {
  try {
    return payments.paymentRequest({
      countryCode: 'US',
      currencyCode: 'USD',
      total: totalOf(cents),
      requestShippingContact: false,
    })
  } catch (error) {
    console.error(error)
    return undefined
  }
}

/** Most devices lack one of the wallets. Whatever its error, the card form stays. */
const unlessMissing = <T>(wallet: Promise<T>) =>
  withTimeout(WALLET_PATIENCE_MS, wallet).catch((error: unknown) => {
    if ((error as Error | undefined)?.name !== 'PaymentMethodUnsupportedError') console.error(error)
    return null
  })

const close = ({ card, applePay, googlePay }: CardEntry) =>
  Promise.allSettled([card, applePay, googlePay].map((method) => method?.destroy()))

const problemOf = (error: unknown) =>
  (error as Error | undefined)?.name === 'InvalidApplicationIdError'
    ? SQUARE_TEXT.applicationIdWrong
    : SQUARE_TEXT.sdkNotLoaded

const totalOf = (cents: number) => ({ amount: formatDecimal(cents), label: PAYMENT_FORM.walletTotal })

/** The fields are in Square's frames, which accept only these properties. The values are those of tokens.css. */
function cardStyle(): CardStyle {
  const tokens = getComputedStyle(document.documentElement)
  const color = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim()
  return {
    '.input-container': { borderColor: color('edge'), borderRadius: '8px', borderWidth: '1px' },
    '.input-container.is-focus': { borderColor: color('accent'), borderWidth: '2px' },
    '.input-container.is-error': { borderColor: color('bad'), borderWidth: '1px' },
    input: { backgroundColor: color('card'), color: color('ink'), fontFamily: 'sans-serif', fontSize: '17px' },
    'input::placeholder': { color: color('muted') },
    'input.is-error': { color: color('bad') },
    '.message-text': { color: color('muted') },
    '.message-icon': { color: color('muted') },
    '.message-text.is-error': { color: color('bad') },
    '.message-icon.is-error': { color: color('bad') },
  }
}
