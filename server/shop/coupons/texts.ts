// What the server says about coupons.
import { COUPON_LOST } from '#contract/messages.ts'
import type { CouponLoss } from '#contract/orders.ts'

const inWords = (names: string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names)

export const COUPONS = {
  lost: (code: string, loss: CouponLoss) => `The code ${code} ${COUPON_LOST[loss]}.`,
  usedByYou: (code: string) => `You have already used the code ${code}.`,
  early: (code: string, day: string) => `The code ${code} can be used from ${day}.`,
  isFor: (code: string, goods: string[], notOnSale: boolean) => {
    const forGoods = goods.length > 0 ? ` ${inWords(goods)}${notOnSale ? ',' : ''}` : ''
    return `The code ${code} is for${forGoods}${notOnSale ? ' pieces that are not on sale' : ''}.`
  },
  needsMore: (code: string, amount: string) => `${amount} more and the code ${code} works.`,
  inUse: (code: string) => `The code ${code} is being used in another payment. Please try again in a minute.`,
  codeTaken: 'Another coupon has this code. Choose another.',
  codeReserved: (code: string) => `The shop itself uses the code “${code}”. Choose another.`,
} as const
