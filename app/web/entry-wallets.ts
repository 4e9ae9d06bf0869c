// The script of the frame in which Square's wallets stand on the page of a product and in the cart.
import { openWallets } from '#web/shop/express/square-wallets.ts'
import type { WalletFrameElement } from '#web/shop/express/wallet-host.ts'

const { walletHost } = (window.frameElement ?? {}) as Partial<WalletFrameElement>
if (walletHost) openWallets(walletHost, document.body).catch((error: unknown) => console.error(error))
