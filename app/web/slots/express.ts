import { expressCode } from '#web/shop/wallet-place/ExpressPlace.tsx'

/** Tells the place of the wallets where their code is. */
export function nameExpressCode() {
  expressCode.load = () => import('#web/shop/express/Express.tsx')
}
