import { type PaymentRequest, type Payments, withTimeout } from './square-sdk.ts'

/** Layout of the wallet buttons. */
export const WALLETS = 'grid grid-cols-2 gap-3'

/** The token of Apple Pay and Google Pay in the demo. */
export const WALLET_SOURCE = 'cnon:card-nonce-ok'

/** The tokens of Cash App and Afterpay in the demo. */
export const CASH_APP_SOURCE = 'wnon:cash-app-ok'
export const AFTERPAY_SOURCE = 'bnon:afterpay-ok'

export const WALLET_PATIENCE_MS = 4_000

/** Google's button in a place. Throws where the device lacks Google Pay. */
export async function openGooglePay(payments: Payments, request: PaymentRequest, place: HTMLElement, isDark: boolean) {
  const googlePay = await payments.googlePay(request)
  await googlePay.attach(place, {
    buttonColor: isDark ? 'white' : 'black',
    buttonType: 'short',
    buttonSizeMode: 'fill',
    buttonRadius: 24,
    buttonBorderType: 'no_border',
  })
  return googlePay
}

/** A wallet; null on a device that lacks it, as most do. Any other error is logged. */
export const unlessMissing = <T>(wallet: Promise<T>) =>
  withTimeout(WALLET_PATIENCE_MS, wallet).catch((error: unknown) => {
    if ((error as Error | undefined)?.name !== 'PaymentMethodUnsupportedError') console.error(error)
    return null
  })
