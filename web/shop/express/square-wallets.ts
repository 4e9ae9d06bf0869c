import { formatDecimal } from '#contract/money.ts'
import type { ShippingContact } from '#web/shop/payments/square-sdk.ts'
import { type PaymentRequest, type RequestUpdate, squareSdk, type Wallet } from '#web/shop/payments/square-sdk.ts'
import { openGooglePay, unlessMissing } from '#web/shop/payments/wallets.ts'
import { EXPRESS } from '#web/texts/express.ts'
import { PAYMENT_FORM } from '#web/texts/payment-form.ts'
import type { WalletHost, WalletQuote } from './wallet-host.ts'

const BUTTON =
  'flex:1;min-width:0;height:48px;border:0;border-radius:24px;background:#000;color:#fff;font:600 17px sans-serif'
const APPLE_BUTTON = 'appearance:-apple-pay-button;-apple-pay-button-type:buy'

/** Shows the wallets of the account and the device in the frame's document. Each asks for the buyer's address. */
export async function openWallets(host: WalletHost, place: HTMLElement) {
  const { scriptUrl, applicationId, locationId } = host.setup
  document.documentElement.style.colorScheme = host.isDark ? 'dark' : 'light'
  const square = await squareSdk(scriptUrl)
  const payments = square.payments(applicationId, locationId)
  const request = payments.paymentRequest({
    ...{ countryCode: 'US', currencyCode: 'USD', requestShippingContact: true, requestBillingContact: true },
    total: estimateOf(host),
    shippingOptions: [{ id: 'standard', label: EXPRESS.shipping, amount: formatDecimal(0) }],
  })
  const prices = followAddress(request, host)
  const google = place.appendChild(document.createElement('div'))
  google.style.cssText = 'flex:1;min-width:0;height:48px'
  const [applePay, googlePay] = await Promise.all([
    unlessMissing(payments.applePay(request)),
    unlessMissing(openGooglePay(payments, request, google, host.isDark)),
  ])
  let isOpen = false
  // No pause before `tokenize`: Apple Pay opens only within the press.
  const press = async (wallet: Wallet) => {
    if (isOpen || !host.isReady()) return
    isOpen = true
    request.update({ total: estimateOf(host) })
    const result = await wallet.tokenize().catch(() => ({ status: 'Error' as const }))
    isOpen = false
    host.onResult(result, prices.total())
  }
  if (applePay) place.prepend(appleButton(() => press(applePay)))
  if (googlePay) google.addEventListener('click', () => press(googlePay))
  else google.remove()
  host.onOpened([applePay, googlePay].filter(Boolean).length)
}

/** Answers the wallet's questions about an address and a way to ship. `total` is the last one it was told, in cents. */
function followAddress(request: PaymentRequest, host: WalletHost) {
  let total = 0
  let contact: ShippingContact = {}
  const answer = async (optionId?: string): Promise<RequestUpdate> => {
    const quote = await host.quote(contact, optionId)
    if ('problem' in quote) return { error: quote.problem }
    total = quote.total
    return updateOf(quote, optionId === undefined)
  }
  request.addEventListener('shippingcontactchanged', (next) => {
    contact = next
    return answer()
  })
  request.addEventListener('shippingoptionchanged', ({ id }) => answer(id))
  return { total: () => total }
}

const updateOf = (quote: Exclude<WalletQuote, { problem: string }>, hasNewOptions: boolean): RequestUpdate => ({
  total: { amount: formatDecimal(quote.total), label: EXPRESS.total },
  lineItems: quote.lines.map(({ label, cents }) => ({ label, amount: formatDecimal(cents) })),
  ...(hasNewOptions && { shippingOptions: quote.options }),
})

const estimateOf = (host: WalletHost) => ({
  amount: formatDecimal(host.estimate()),
  label: EXPRESS.total,
  pending: true,
})

/** Safari draws Apple's own button in its place. */
function appleButton(onPress: () => void) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = PAYMENT_FORM.applePay
  button.style.cssText = `${BUTTON};${APPLE_BUTTON}`
  button.addEventListener('click', onPress)
  return button
}
