import type { ShopPage } from '#web/shop/slots/shop-page.ts'

/** The page of letters; with a fragment it is the target of the link that confirms. */
export const lettersPages: readonly ShopPage[] = [{ path: '/letters', screen: 'features/letters/shop/LettersPage' }]
