import { SQUARE_TEXT } from '#contract/square-texts.ts'

// The part of Square's Web Payments SDK that the shop uses. The script has no version, and is only loaded from Square.

export type TokenResult = {
  status: 'OK' | 'Error' | 'Invalid' | 'Abort' | 'Cancel' | 'Unknown'
  token?: string
  errors?: { type: string; message: string; field?: string; detail?: string }[]
}

export const CARD_FIELDS = ['cardNumber', 'expirationDate', 'cvv', 'postalCode'] as const
export type CardField = (typeof CARD_FIELDS)[number]

export type Contact = {
  givenName: string
  familyName: string
  email: string
  addressLines: string[]
  city: string
  state: string
  postalCode: string
  countryCode: string
}

/** The details by which the bank verifies the cardholder. Amounts are decimal dollars. */
export type VerificationDetails = {
  amount: string
  currencyCode: 'USD'
  intent: 'CHARGE'
  customerInitiated: boolean
  sellerKeyedIn: boolean
  billingContact: Contact
}

export type Card = {
  attach(place: HTMLElement): Promise<void>
  tokenize(details: VerificationDetails): Promise<TokenResult>
  focus(field: CardField): Promise<boolean>
  recalculateSize(): void
  addEventListener(type: 'submit', listener: () => void): void
  removeEventListener(type: 'submit', listener: () => void): void
  destroy(): Promise<boolean>
}

export type PaymentRequestOptions = {
  countryCode: 'US'
  currencyCode: 'USD'
  total: { amount: string; label: string }
  requestShippingContact: boolean
}
export type PaymentRequest = { update(options: Partial<PaymentRequestOptions>): boolean }

export type Wallet = { tokenize(): Promise<TokenResult>; destroy(): Promise<boolean> }
type GooglePayLook = {
  buttonColor: 'black'
  buttonType: 'short'
  buttonSizeMode: 'fill'
  buttonRadius: number
  buttonBorderType: 'no_border'
}
export type GooglePay = Wallet & { attach(place: HTMLElement, look: GooglePayLook): Promise<void> }

export type CardStyle = Record<string, Record<string, string>>

export type Payments = {
  /** `postalCode` is what its ZIP field begins with. */
  card(options: { includeInputLabels: boolean; postalCode: string; style: CardStyle }): Promise<Card>
  paymentRequest(options: PaymentRequestOptions): PaymentRequest
  applePay(request: PaymentRequest): Promise<Wallet>
  googlePay(request: PaymentRequest): Promise<GooglePay>
}

type Square = { payments(applicationId: string, locationId: string): Payments }

declare global {
  interface Window {
    Square?: Square
  }
}

const PATIENCE_MS = 15_000

let loading: Promise<Square> | undefined

/** Square's script, loaded once. Throws when it is blocked, broken or silent; the next call tries again. */
export function squareSdk(scriptUrl: string): Promise<Square> {
  loading ??= withTimeout(PATIENCE_MS, load(scriptUrl)).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(scriptUrl: string): Promise<Square> {
  const script = document.createElement('script')
  script.src = scriptUrl
  await new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = () => reject(new Error(SQUARE_TEXT.sdkNotLoaded))
    document.head.append(script)
  })
  if (!window.Square) throw new Error(SQUARE_TEXT.sdkNotLoaded)
  return window.Square
}

/** The result of the promise. Throws when it takes longer than `ms` milliseconds. */
export function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('Square does not answer.'))),
  ])
}
