// The form of a checkout without JavaScript, as it comes from a browser: what it orders, and what that costs.

import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answersIn, choiceIn, quantityIn } from '#contract/buy-fields.ts'
import type { Product } from '#contract/products.ts'
import { AppError } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { addedFormFields } from '#server/shop/orders/placing-hooks.ts'
import {
  type Figures,
  type FormValues,
  isForForm,
  plainFigures,
  type WantedItem,
} from '#server/shop/orders/plain-checkout.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { type PublicReads, recordTags } from './public-data.ts'

/** A form that was opened or sent. `isUndecided` while a choice of the product is to be made. */
export type Form = { product: Product; bought: Product; typed: FormValues; item: WantedItem; isUndecided: boolean }

/** The amounts of a form, or the sentence on what is wrong with it, or with its code. */
export type PricedForm = Figures & { problem?: string; codeError?: string }

/**
 * The form for a product or a choice, by id or slug, with these fields; null when visitors do not see the product. It has
 * no more units than there are, and a key of its own.
 */
export async function formFor(reads: PublicReads, id: string, fields: URLSearchParams): Promise<Form | null> {
  const readProduct = (key: string) => recordTags(reads).data.product(key).catch(nullIfMissing)
  const product = await readProduct(id)
  const choice = product && choiceIn(fields, product)
  const boughtProduct = choice ? await readProduct(choice._id) : product
  if (!product || !boughtProduct) return null
  const qty = quantityIn(fields, boughtProduct.qty)
  const key = UUID.safeParse(fields.get('key')).data ?? randomUUID()
  return {
    ...{ product, bought: boughtProduct },
    typed: { ...typedIn(fields), key, qty: String(qty) },
    item: { product: boughtProduct._id, qty, answers: answersIn(fields, boughtProduct.asks) },
    isUndecided: Boolean(product.choices) && !choice,
  }
}

/**
 * Returns a function that prices a form. A code that cannot be used is left out of the amounts; wrong codes are limited.
 * It throws busy, and other errors that the form cannot show.
 */
export function openPricing(context: Pick<Context, 'db' | 'rateLimits'>) {
  const limits = openRateLimits(context)
  return async function price(request: FastifyRequest, form: Form): Promise<PricedForm> {
    const { item, typed, product, isUndecided } = form
    if (isUndecided) return { methods: [], problem: ORDERS.choiceNeeded(product.name) }
    const find = () => plainFigures(context.db, item, typed)
    const { code = '', key = '' } = typed
    try {
      return await (code.trim() ? limits.within(request, POLICIES.coupon, { account: key }, find) : find())
    } catch (error) {
      if (!isForForm(error)) throw error
      const { message } = error
      if (!COUPON_CODES.includes(error.code)) return { methods: [], problem: message }
      return { ...(await price(request, { ...form, typed: { ...typed, code: '' } })), codeError: message }
    }
  }
}

const UUID = z.uuid()
const COUPON_CODES = ['coupon_invalid', 'coupon_unusable']

const FIELDS_PATTERN =
  /^(qty|name|email|recipient|address|address2|city|state|postalCode|countryCode|phone|giftNote|giftWrap|code|shippingMethod|total|zipAsked|axis-\d|answer-[a-z\d-]{1,40})$/

/** What was typed into the fields of the form; of several with one name the first. */
function typedIn(fields: URLSearchParams): FormValues {
  const addedNames = addedFormFields().map(([name]) => name)
  const isField = (name: string) => FIELDS_PATTERN.test(name) || addedNames.includes(name)
  return Object.fromEntries([...fields].filter(([name]) => isField(name)).toReversed())
}

/** Null for a product that does not exist, or cannot. */
function nullIfMissing(error: unknown) {
  if (error instanceof AppError && [400, 404].includes(error.status)) return null
  throw error
}
