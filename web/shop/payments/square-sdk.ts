import { SQUARE_TEXT } from '#contract/square-texts.ts'

// The part of Square's Web Payments SDK that the shop uses. The script has no version, and is only loaded from Square.

export type TokenResult = {
  status: 'OK' | 'Error' | 'Invalid' | 'Abort' | 'Cancel' | 'Unknown'
  token?: string
  /** Of a wallet that was asked for the address. */
  details?: { shipping?: { contact?: ShippingContact; option?: { id: string } } }
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

/** A wallet's address. While its sheet is open it has only city, state, postal code and country. */
export type ShippingContact = Partial<Contact> & { phone?: string }
export type ShippingOption = { id: string; label: string; amount: string }
type LineItem = { amount: string; label: string; pending?: boolean }
/** What a listener answers to another address or way to ship. */
export type RequestUpdate =
  | { total: LineItem; lineItems: LineItem[]; shippingOptions?: ShippingOption[] }
  | { error: string }

export type PaymentRequestOptions = {
  countryCode: 'US'
  currencyCode: 'USD'
  total: LineItem
  requestShippingContact: boolean
  requestBillingContact?: boolean
  lineItems?: LineItem[]
  shippingOptions?: ShippingOption[]
  shippingContact?: Contact
}
export type PaymentRequest = {
  update(options: Partial<PaymentRequestOptions>): boolean
  addEventListener(type: 'shippingcontactchanged', listener: (contact: ShippingContact) => Promise<RequestUpdate>): void
  addEventListener(type: 'shippingoptionchanged', listener: (option: { id: string }) => Promise<RequestUpdate>): void
}

export type Wallet = { tokenize(): Promise<TokenResult>; destroy(): Promise<boolean> }
type GooglePayLook = {
  buttonColor: 'black' | 'white'
  buttonType: 'short'
  buttonSizeMode: 'fill'
  buttonRadius: number
  buttonBorderType: 'no_border'
}
export type GooglePay = Wallet & { attach(place: HTMLElement, look: GooglePayLook): Promise<void> }

/** Where Cash App returns to on a phone, and a name for the payment that its buyer may see. */
type CashAppOptions = { redirectURL: string; referenceId: string }
type CashAppLook = { shape: 'round'; size: 'medium'; width: 'full' }

/** Cash App Pay. It tokenizes by itself, when its buyer has agreed. A listener is required before it is attached. */
export type CashApp = {
  attach(place: HTMLElement, look: CashAppLook): Promise<void>
  addEventListener(
    type: 'ontokenization',
    listener: (event: { detail: { tokenResult?: TokenResult; error?: unknown } }) => void,
  ): void
  destroy(): Promise<boolean>
}
export type Afterpay = Wallet & { attach(place: HTMLElement): Promise<void> }

export type CardStyle = Record<string, Record<string, string>>

export type Payments = {
  /** `postalCode` is what its ZIP field begins with. */
  card(options: { includeInputLabels: boolean; postalCode: string; style: CardStyle }): Promise<Card>
  paymentRequest(options: PaymentRequestOptions): PaymentRequest
  applePay(request: PaymentRequest): Promise<Wallet>
  googlePay(request: PaymentRequest): Promise<GooglePay>
  /** Both throw where the account does not have them, or when the amount is beyond their limits. */
  cashAppPay(request: PaymentRequest, options: CashAppOptions): Promise<CashApp>
  afterpayClearpay(request: PaymentRequest): Promise<Afterpay>
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
