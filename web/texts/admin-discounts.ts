// The fields of everything that takes something off the goods of an order, and such a discount as a sentence.
import { formatDollars } from '#contract/money.ts'

export const DISCOUNT_FIELDS = {
  amount: 'Amount',
  amountWrong: 'Enter an amount in dollars from 0 to 1,000,000, such as 2.50.',
  percent: 'Percent',
  percentHint: 'Of the goods, instead of an amount.',
  percentWrong: 'Enter a percentage above 0, up to 100, such as 15.',
  goods: 'For what',
  all: 'For all goods, tick nothing and add no product.',
  gone: 'One of its products was deleted, or several were.',
  chosen: (count: number) => (count === 1 ? 'one product' : `${count} products`),
  notOnSale: 'Not for products on sale',
  minGoods: 'Minimum',
  minGoodsHint: 'How much of these goods an order needs, before the discount.',
  starts: 'Starts On',
  startsHint: 'First day (shop time). Leave blank for now.',
  expires: 'Expires On',
  expiresHint: 'Last day (shop time). Leave blank for no end.',
  dateWrong: 'Enter a complete date from the year 2000 on, or leave it blank.',
} as const

/** A discount in words. `goods` are the names of what it is for; none for all goods. Amounts are in cents. */
export type DiscountInWords = {
  amount: number
  percentBp: number | null
  goods: string[]
  notOnSale: boolean
  minGoods: number
  starts: string | null
  expires: string | null
  oneTime?: boolean
  maxUses?: number | null
  perPerson?: boolean
  freeShip?: boolean
  taxFree?: boolean
}

const listed = (words: string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(words)

/** `15% off mugs from $40.00, once per person, until May 31, 2026`. The days are in words. */
export function discountSentence(discount: DiscountInWords) {
  const { amount, percentBp, goods, notOnSale, minGoods, starts, expires, oneTime, maxUses, perPerson } = discount
  const effects = [
    ...(percentBp ? [`${percentBp / 100}% off`] : []),
    ...(amount > 0 ? [`${formatDollars(amount)} off`] : []),
    ...(discount.freeShip ? ['free shipping'] : []),
    ...(discount.taxFree ? ['tax free'] : []),
  ]
  const forGoods = goods.length > 0 ? `${percentBp || amount > 0 ? '' : 'for '}${listed(goods)}` : ''
  const parts = [
    [effects.join(', '), forGoods, minGoods > 0 ? `from ${formatDollars(minGoods)}` : ''].filter(Boolean).join(' '),
    notOnSale ? 'not for products on sale' : '',
    perPerson ? 'once per person' : '',
    oneTime ? 'for one order' : maxUses ? `for ${maxUses} orders` : '',
    starts ? `from ${starts}` : '',
    expires ? `until ${expires}` : '',
  ]
  const sentence = parts.filter(Boolean).join(', ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
}
