import { boutique } from './boutique-csv.ts'
import { etsy } from './etsy.ts'
import { etsyOrders } from './etsy-orders.ts'
import type { Format } from './format.ts'
import type { PastFormat } from './past-order.ts'
import { shopify } from './shopify.ts'
import { shopifyOrders } from './shopify-orders.ts'
import { square } from './square.ts'
import { squareItems, squareTransactions } from './square-sales.ts'
import { woocommerce } from './woocommerce.ts'
import { woocommerceOrders } from './woocommerce-orders.ts'

const OF_PRODUCTS = [shopify, square, etsy, woocommerce, boutique]
const OF_ORDERS = [etsyOrders, shopifyOrders, squareItems, squareTransactions, woocommerceOrders]

type FileFormat = { kind: 'products'; format: Format } | { kind: 'orders'; format: PastFormat }

/** The format of a file with these columns; undefined for one that is not known. */
export function formatOf(columns: string[]): FileFormat | undefined {
  const names = new Set(columns)
  const product = OF_PRODUCTS.find(({ isOf }) => isOf(names))
  if (product) return { kind: 'products', format: product }
  const order = OF_ORDERS.find(({ isOf }) => isOf(names))
  return order && { kind: 'orders', format: order }
}
