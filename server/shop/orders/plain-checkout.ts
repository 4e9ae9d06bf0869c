// The checkout of one product by a form, for browsers without JavaScript. Nothing of it is stored before the order is
// placed: the form carries all that was typed.

import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { HOME, isRegion, type Place, placeOf, tidyZip, wholeZip } from '#contract/addresses.ts'
import { isForeign } from '#contract/countries.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { chosenMethod, pricedMethods } from '#contract/offered-methods.ts'
import type { NewOrder } from '#contract/orders.ts'
import { type Quote, quote } from '#contract/pricing.ts'
import type { Answers } from '#contract/questions.ts'
import type { OfferedMethod } from '#contract/rates.ts'
import { NewGuest } from '#contract/users.ts'
import { otherStateOfZip } from '#contract/zip-codes.ts'
import { AppError } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { openGuestLimits } from '#server/shop/accounts/guest-limits.ts'
import { addGuest } from '#server/shop/accounts/guests.ts'
import { usableCoupon } from '#server/shop/coupons/coupons.ts'
import { queuePlacedOrderLink } from '#server/shop/notifications/queue.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { orderTerms } from '#server/shop/settings/settings.ts'
import { requireOpen } from '#server/shop/settings/time-off.ts'
import { placeRates } from '#server/shop/shipping/rates.ts'
import { automaticDiscounts } from './discount-hooks.ts'
import { discountsOfItems } from './order-discounts.ts'
import type { openPlacing } from './placing.ts'
import { addedFormFields, newOrderSchema } from './placing-hooks.ts'
import { mergedItems, orderedProducts, pricedItems } from './priced-items.ts'

/** What the form sends, by the names of its fields. */
export type FormValues = Readonly<Record<string, string>>

/** What is bought: a product, or a choice of one. */
export type WantedItem = { product: string; qty: number; answers: Answers }

/** A way to ship, with its price for this order in cents. */
type PricedMethod = OfferedMethod & { price: number }

/** The amounts of an order; absent until the address says what they are. `noShipping` is why nothing gets there. */
export type Figures = { methods: PricedMethod[]; method?: string; figures?: Quote; noShipping?: string }

/**
 * The ways to ship an item to the place that was typed, and what the order costs by the chosen one: the cheapest unless
 * the form names another, as in the browser. Throws shop_closed, or as `pricedItems` and `usableCoupon` do.
 */
export async function plainFigures(db: Db, item: WantedItem, values: FormValues): Promise<Figures> {
  const terms = await orderTerms(db)
  requireOpen(terms)
  const productRows = await orderedProducts(db).execute({ ids: [item.product] })
  const items = mergedItems(await pricedItems(db, [item], productRows))
  const code = values.code?.trim()
  const { effect: coupon } = await discountsOfItems(db, items, {
    coupon: code ? await usableCoupon(db, code) : undefined,
    automatic: await automaticDiscounts(db),
    timeZone: terms.timeZone,
  })
  const place = placeIn(values)
  if ((terms.shipping || terms.taxPlan) && !place) return { methods: [] }
  const rates = await placeRates(db, place ?? { country: HOME })
  const wrap = values.giftWrap ? terms.wrapPrice : null
  const methods = pricedMethods(rates, items, { coupon, wrap })
  const method = chosenMethod(methods, values.shippingMethod)
  return {
    methods,
    ...(method && { method: method.id, figures: quote(method.rates, items, coupon, wrap) }),
    ...(rates.noShipping && { noShipping: rates.noShipping }),
  }
}

/** The place of the address that was typed, once prices can depend on it. */
function placeIn({ countryCode = HOME, state = '', postalCode = '' }: FormValues): Place | undefined {
  if (isForeign(countryCode)) return { country: countryCode }
  return isRegion(state) && wholeZip(postalCode) ? placeOf({ state, postalCode: wholeZip(postalCode) }) : undefined
}

const Buyer = NewGuest.pick({ name: true, email: true })

/**
 * Returns a function for the buyer and the order of a form, or the error of each field that is wrong. The sentences are
 * those of the API's calls.
 */
export function openFormCheck() {
  const schema = newOrderSchema()
  return (item: WantedItem, values: FormValues, method: string | undefined) => {
    const { name = '', email = '', code = '', giftNote = '' } = values
    const buyer = Buyer.safeParse({ name, email })
    const order = schema.safeParse({
      orderItems: [item],
      shippingAddress: addressIn(values),
      paymentMethod: PAYMENT_METHOD,
      ...(method && { shippingMethod: method }),
      ...(giftNote.trim() && { giftNote }),
      ...(values.giftWrap && { giftWrap: true }),
      ...(code.trim() && { code }),
      ...addedByFeatures(values),
    })
    const issues = [...(buyer.error?.issues ?? []), ...(order.error?.issues ?? [])]
    const errors = Object.fromEntries(issues.map(({ path, message }) => [String(path.at(-1)), message]))
    return { errors, ...(buyer.success && order.success && { buyer: buyer.data, order: order.data }) }
  }
}

/** What the fields of features add to the order. */
const addedByFeatures = (values: FormValues): object =>
  Object.assign({}, ...addedFormFields().map(([name, addedBy]) => values[name] && addedBy(values[name])))

/** Empty fields that may be left empty are left out. */
function addressIn({ address = '', city = '', state = '', postalCode = '', ...extra }: FormValues) {
  const givenField = (field: string) => (extra[field]?.trim() ? { [field]: extra[field] } : {})
  const isAbroad = isForeign(extra.countryCode ?? HOME)
  return {
    ...{ address, city, state, postalCode: isAbroad ? postalCode : tidyZip(postalCode) },
    ...(isAbroad && { countryCode: extra.countryCode, ...givenField('phone') }),
    ...givenField('address2'),
    ...givenField('recipient'),
  }
}

/** The name of the state of the ZIP code, when that is another one than the form's and nobody has been asked about it. */
export function unaskedState({ countryCode = HOME, state = '', postalCode = '', zipAsked }: FormValues) {
  const zip = wholeZip(postalCode)
  return !isForeign(countryCode) && zip && isRegion(state) && zipAsked !== `${state} ${zip}`
    ? otherStateOfZip(zip, state)
    : null
}

/**
 * Returns a function that places the order of a form, and returns its id. The same form sent again, at once or days
 * later, finds the order that it placed: the id of its guest is made of the form's own key and all that it says. It
 * throws rate_limited, robot_check_required, or as `placeOrder` does.
 */
export function openPlainCheckout(
  context: Pick<Context, 'db' | 'rateLimits' | 'robotCheck' | 'ownerEmail'>,
  { oneByOne, place }: ReturnType<typeof openPlacing>,
) {
  const { db } = context
  const limits = openRateLimits(context)
  const withinGuestLimits = openGuestLimits(context)
  return (request: FastifyRequest, key: string, buyer: { name: string; email: string }, newOrder: NewOrder) => {
    const id = guestIdOf([key, buyer, newOrder])
    return oneByOne(id, async () => {
      const { hasGuest, placed } = await standing(db, id)
      if (!hasGuest) {
        await limits.count(request, POLICIES.placedMail, { account: buyer.email.toLowerCase() })
        await withinGuestLimits(request, { email: buyer.email }, () => addGuest(db, { id, ...buyer }))
      }
      const order = placed ?? (await place(request, id, newOrder))._id
      // Once for each order, however often the form is sent.
      await queuePlacedOrderLink(db, order)
      return order
    })
  }
}

/** A UUID of version 8 (RFC 9562) made of the hash of these values. */
function guestIdOf(values: unknown) {
  const bytes = createHash('sha256').update(JSON.stringify(values)).digest().subarray(0, 16)
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Whether there is a guest with this id, and the id of the order that they placed. */
async function standing(db: Db, id: string) {
  const [earlierOrder] = await db
    .select({ placed: orders.id })
    .from(users)
    .leftJoin(orders, and(eq(orders.userId, users.id), isNull(orders.deletedAt)))
    .where(eq(users.id, id))
    .limit(1)
  return { hasGuest: earlierOrder !== undefined, placed: earlierOrder?.placed }
}

/** The number and the total in cents of an order that waits for its payment; undefined for every other one. */
export async function unpaidOrder(db: Db, id: string) {
  const isOpen = and(eq(orders.id, id), eq(orders.state, 'unpaid'), isNull(orders.deletedAt), isNull(orders.canceledAt))
  const [openOrder] = await db.select({ number: orders.number, total: orders.totalCents }).from(orders).where(isOpen)
  return openOrder
}

/** Whether the form shows the error above its fields, to be put right there. */
export const isForForm = (error: unknown): error is AppError =>
  error instanceof AppError && !['busy', 'forbidden'].includes(error.code)
