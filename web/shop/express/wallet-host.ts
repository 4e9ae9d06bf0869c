import type { SquareSetup } from '#contract/payments.ts'
import type { ShippingContact, ShippingOption, TokenResult } from '#web/shop/payments/square-sdk.ts'

/** What a wallet shows for an address: amounts in cents, and the ways to ship there; or why nothing can be bought. */
export type WalletQuote =
  | { total: number; lines: { label: string; cents: number }[]; options: ShippingOption[] }
  | { problem: string }

/** What the frame of the wallets asks of the page around it. Both are of the shop's own origin. */
export type WalletHost = {
  setup: SquareSetup
  isDark: boolean
  /** The price of the goods in cents, with the shipping as far as it is known. */
  estimate(): number
  /** Whether everything is chosen and answered; if not, the page shows what is missing. */
  isReady(): boolean
  quote(contact: ShippingContact, optionId?: string): Promise<WalletQuote>
  /** The number of wallets that the account and the device have. */
  onOpened(count: number): void
  /** `total` is what the wallet has shown, in cents. */
  onResult(result: TokenResult, total: number): void
}

/** The element of the frame, with its host. */
export type WalletFrameElement = HTMLIFrameElement & { walletHost?: WalletHost }
