import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Assets, PlainCheckout, PlainPage, Render } from '#contract/rendering.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderKeys } from '#server/shop/orders/order-links.ts'
import {
  isForForm,
  openFormCheck,
  openPlainCheckout,
  unaskedState,
  unpaidOrder,
} from '#server/shop/orders/plain-checkout.ts'
import { PLAIN_CHECKOUT } from '#server/shop/orders/texts.ts'
import { linkedId, signedLink } from '#server/shop/secrets/signed-links.ts'
import { acceptOwnForms } from './own-forms.ts'
import { type Form, formFor, openPricing, type PricedForm } from './plain-form.ts'
import { type PublicReads, recordTags } from './public-data.ts'
import { sendTooBusyPage } from './too-busy.ts'

export type PlainOptions = {
  context: Pick<Context, 'db' | 'rateLimits' | 'robotCheck'>
  reads: PublicReads
  /** Throws rate_limited and busy, as for other pages that are in no cache. */
  admit(request: FastifyRequest): void
  /** Renders as many pages at a time as the shop can. */
  render(request: FastifyRequest, ...page: Parameters<Render>): ReturnType<Render>
  assets: Assets
}

/**
 * Serves the checkout for browsers without JavaScript: `/checkout/{id}` is a form that carries all that is typed, for
 * one product, and `/order-placed/{link}` says that its order is placed. Neither is in any cache.
 *
 * The shop has no cookies, so a form of another site borrows no rights of its visitor: it can order what anybody can.
 * It is refused all the same, because each order sends a message.
 */
export async function servePlainCheckout(
  app: FastifyInstance,
  { context, reads, admit, render, assets }: PlainOptions,
) {
  const { db } = context
  const price = openPricing(context)
  const send: Send = async (request, reply, page, status) => {
    const rendering = await render(request, NO_PAGE, recordTags(reads).data, assets, page)
    return reply
      .code(status ?? rendering.status)
      .type('text/html; charset=utf-8')
      .send(rendering.html)
  }
  const place = openOrdering(app, context, send)

  await app.register(async (scope) => {
    acceptOwnForms(scope)
    scope.setErrorHandler((error: FastifyError, _, reply) => sendTooBusyPage(reply, error))
    const pageOptions = { schema: { hide: true }, preHandler: async (request: FastifyRequest) => admit(request) }

    scope.get<{ Params: Params }>('/checkout/:id', pageOptions, async (request, reply) => {
      const fields = new URLSearchParams(request.url.split('?', 2)[1])
      const form = await formFor(reads, request.params.id, fields)
      return send(request, reply, form && pageOf(form, await price(request, form)))
    })

    scope.post<{ Params: Params; Body?: URLSearchParams }>('/checkout/:id', pageOptions, async (request, reply) => {
      const fields = request.body ?? new URLSearchParams()
      const form = await formFor(reads, request.params.id, fields)
      if (!form) return send(request, reply, null)
      const figures = await price(request, form)
      return fields.has('update') ? send(request, reply, pageOf(form, figures)) : place(request, reply, form, figures)
    })

    // The cart's page, which needs JavaScript, offers this way out. Its address has the fields of the buy box.
    scope.post('/cart/:id', pageOptions, (request, reply) =>
      reply.redirect(`/checkout${request.url.slice('/cart'.length)}`, 303),
    )

    scope.get<{ Params: { link: string } }>('/order-placed/:link', pageOptions, async (request, reply) => {
      const id = await linkedId(db, 'placed', request.params.link)
      const order = id && (await unpaidOrder(db, id))
      return send(request, reply, order ? { placed: { ...order, id } } : null)
    })
  })
}

type Params = { id: string }

/** Sends a page, or without one that there is none. */
type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: PlainPage | null,
  status?: number,
) => Promise<FastifyReply>

/** The path that the pages are rendered for: none has it, so that without data it is not found. */
export const NO_PAGE = '/checkout'

type PageNotes = Partial<Pick<PlainCheckout, 'errors' | 'problem' | 'isSent' | 'asksState' | 'newTotal'>>

/** The page of a form, with what is said about it. */
function pageOf({ product, bought, typed }: Form, pricedForm: PricedForm, notes: PageNotes = {}): PlainPage {
  const { codeError, noShipping, problem = noShipping, ...figures } = pricedForm
  const errors = { ...(codeError && { code: codeError }), ...notes.errors }
  return { checkout: { product, bought, typed, ...figures, ...(problem && { problem }), ...notes, errors } }
}

/** Returns a function that places the order of a form in which nothing is wrong; else it shows the form, and says what is. */
function openOrdering(app: FastifyInstance, context: PlainOptions['context'], send: Send) {
  const checkedForm = openFormCheck()
  const placeByForm = openPlainCheckout(context, app.placing)
  return async (request: FastifyRequest, reply: FastifyReply, form: Form, pricedForm: PricedForm) => {
    const { typed, item } = form
    const again = (notes: PageNotes, status = 422) =>
      send(request, reply, pageOf(form, pricedForm, { isSent: true, ...notes }), status)
    const { errors, buyer, order } = checkedForm(item, typed, pricedForm.method)
    if (!buyer || !order) return again({ errors })
    if (unaskedState(typed)) return again({ asksState: true })
    const { figures } = pricedForm
    if (!figures || pricedForm.problem || pricedForm.codeError) return again({})
    const { totalPrice } = figures
    if (typed.total !== String(totalPrice)) return again({ newTotal: true }, 409)
    try {
      const id = await placeByForm(request, typed.key ?? '', buyer, { ...order, totalPrice })
      return reply.redirect(await placedPath(context.db, id), 303)
    } catch (error) {
      if (!isForForm(error)) throw error
      const isRobotCheck = error.code === 'robot_check_required'
      return again({ problem: isRobotCheck ? PLAIN_CHECKOUT.robotCheck : error.message }, error.status)
    }
  }
}

/** The page that says that an order is placed. The key of the order is in the fragment, which only a script reads. */
async function placedPath(db: Db, id: string) {
  const [link, keys] = await Promise.all([signedLink(db, 'placed', id), orderKeys(db, [id])])
  const key = keys.get(id)
  return `/order-placed/${link}${key ? `#k=${key}` : ''}`
}
