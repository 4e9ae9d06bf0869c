import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NewOrder, Order, OrderKey, Orders, VerifyOrder } from '#contract/orders.ts'
import { signedIn } from '../accounts/auth.ts'
import type { Shop } from '../app.ts'
import { limitsOf } from '../limits/limits.ts'
import { orderFor, ordersOf } from './orders.ts'
import { placeOrder } from './placements.ts'
import { verifyOrder } from './verifications.ts'

/** Orders up to their payment; what is paid, and how, is in payments/routes.ts, what the seller does in desk.ts. */
export const orderRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
  const { db } = shop
  const limits = limitsOf(shop)

  app.post('/', { schema: { body: NewOrder, response: { 201: Order } } }, async (request, reply) => {
    const { id: account } = signedIn(request)
    const place = () => placeOrder(db, account, request.body)
    // An order with a code tells whether the code is right, as a check of it does.
    const order = await (request.body.code ? limits.within(request, 'coupon', { account }, place) : place())
    return reply.code(201).send(order)
  })

  app.get('/myorders', { schema: { response: { 200: Orders } } }, (request) => ordersOf(db, signedIn(request).id))

  app.get('/:id', { schema: { params: OrderKey, response: { 200: Order } } }, (request) =>
    orderFor(db, request.params.id, signedIn(request)),
  )

  app.post('/verify/logs', { schema: { body: VerifyOrder, response: { 200: Order } } }, (request) => {
    const { order } = request.body
    return verifyOrder(db, typeof order === 'string' ? order : order._id, signedIn(request))
  })
}
