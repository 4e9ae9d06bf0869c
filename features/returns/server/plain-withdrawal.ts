import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { PlainSite } from '#server/shop/plain-pages.ts'
import { namedOrder, WithdrawalForm, type WithdrawalView } from '../contract.ts'
import { RETURN_POLICIES } from './rate-limits.ts'
import { recordWithdrawal } from './withdraw.ts'

const FIELDS = ['name', 'order', 'email'] as const
/** Longer text is no name, order or address. */
const MOST_CHARACTERS = 300

type Sent = FastifyRequest<{ Body?: URLSearchParams }>

/**
 * Serves the withdrawal from an order, which needs neither a script nor to sign in: a form, the same once more to confirm,
 * and a page that it has arrived. The page is the same whether or not there is such an order.
 */
export async function servePlainWithdrawal(
  app: FastifyInstance,
  { context, routeOptions, send, acceptOwnForms, sendTooBusyPage }: PlainSite,
) {
  const { db } = context
  const limits = openRateLimits(context)
  const show = (request: FastifyRequest, reply: FastifyReply, view: WithdrawalView, status = 200) =>
    send(request, reply, { withdrawal: view }, status)

  await app.register(async (scope) => {
    acceptOwnForms(scope)
    scope.setErrorHandler((error: FastifyError, _, reply) => sendTooBusyPage(reply, error))

    scope.get('/withdraw', routeOptions, (request, reply) =>
      show(request, reply, {
        step: 'form',
        typed: typedIn(new URLSearchParams(request.url.split('?', 2)[1])),
        errors: {},
      }),
    )

    scope.get('/withdraw/received', routeOptions, (request, reply) =>
      show(request, reply, { step: 'received', typed: {}, errors: {} }),
    )

    scope.post('/withdraw', routeOptions, async (request: Sent, reply) => {
      const fields = request.body ?? new URLSearchParams()
      const typed = typedIn(fields)
      const { data: form, error } = WithdrawalForm.safeParse({ name: '', order: '', email: '', ...typed })
      if (!form) {
        const errors = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]))
        return show(request, reply, { step: 'form', typed, errors }, 422)
      }
      if (!fields.has('confirmed'))
        return show(request, reply, { step: fields.has('back') ? 'form' : 'review', typed: form, errors: {} })
      try {
        await limits.count(request, RETURN_POLICIES.withdrawal, { order: keyOf(form) })
      } catch (failure) {
        if (!(failure instanceof AppError) || failure.code !== 'rate_limited') throw failure
        return show(
          request,
          reply,
          { step: 'review', typed: form, errors: {}, problem: failure.message },
          failure.status,
        )
      }
      await recordWithdrawal(db, form)
      return reply.redirect('/withdraw/received', 303)
    })
  })
}

/** The same for every way to write an order and its address. */
const keyOf = ({ order, email }: WithdrawalForm) => `${JSON.stringify(namedOrder(order))} ${email.toLowerCase()}`

/** What was typed into the fields of the form; of several with one name the first. */
const typedIn = (fields: URLSearchParams): Partial<WithdrawalForm> =>
  Object.fromEntries(FIELDS.map((name) => [name, (fields.get(name) ?? '').slice(0, MOST_CHARACTERS)]))
