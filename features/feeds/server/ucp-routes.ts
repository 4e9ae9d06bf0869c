// The calls of the Universal Commerce Protocol over REST (ucp.dev, version 2026-08-25).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ApiRoutes } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { openCatalog } from '#server/shop/catalog/products.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { closedAt } from '#server/shop/settings/time-off.ts'
import { UCP_PATH } from '../paths.ts'
import { requireAssistants } from './feed-settings.ts'
import { FEED_POLICIES } from './rate-limits.ts'
import { UCP } from './texts.ts'
import { productsOfIds, searchedProducts } from './ucp-catalog.ts'
import { UcpLookup, UcpProductKey, UcpSearch } from './ucp-contract.ts'
import { type Input, toUcpProduct, type UcpProduct } from './ucp-products.ts'
import { type Capability, capabilityName, UCP_VERSION } from './ucp-profile.ts'
import { selectedProduct } from './ucp-selection.ts'

/** The most ids of a lookup. */
export const MOST_IDS = 50

const about = (capability: Capability, failure: { status?: 'error' } = {}) => ({
  ucp: { version: UCP_VERSION, ...failure, capabilities: { [capabilityName(capability)]: [{ version: UCP_VERSION }] } },
})

/** The calls by which assistants search the catalog. They answer what everybody sees. */
export const ucpRoutes: ApiRoutes = async (app, { context }) => {
  const { db, shopUrl } = context
  const limits = openRateLimits(context)
  const catalog = openCatalog(db)

  const route = <Body extends z.ZodType>(
    path: string,
    body: Body,
    answer: (body: z.output<Body>, of: Parameters<typeof toUcpProduct>[1], reply: FastifyReply) => Promise<unknown>,
  ) =>
    app.post(
      `${UCP_PATH}${path}`,
      { schema: { body, hide: true }, config: { isHeavy: () => true } },
      async (request: FastifyRequest, reply) => {
        await requireAssistants(db)
        await limits.count(request, FEED_POLICIES.ucp, {})
        reply.header('cache-control', 'no-store')
        const shop = { closed: closedAt(await shopSettings(db)) }
        return answer(request.body as z.output<Body>, { shop, shopUrl }, reply)
      },
    )

  route('/catalog/search', UcpSearch, async (search, of) => {
    const { products, total, next } = await searchedProducts(catalog, search)
    return {
      ...about('search'),
      products: products.flatMap((product) => toUcpProduct(product, of) ?? []),
      pagination: { has_next_page: next !== undefined, total_count: total, ...(next && { cursor: next }) },
    }
  })

  route('/catalog/lookup', UcpLookup, async ({ ids }, of, reply) => {
    if (ids.length > MOST_IDS)
      return reply.code(400).send({ code: 'request_too_large', message: UCP.tooMany(MOST_IDS) })
    const idsOf = await productsOfIds(catalog, ids)
    const knownIds = new Set([...idsOf.values()].flat())
    return {
      ...about('lookup'),
      products: [...idsOf].flatMap(([product, ownIds]) => lookedUp(toUcpProduct(product, of), ownIds) ?? []),
      messages: [...new Set(ids)]
        .filter((id) => !knownIds.has(id))
        .map((id) => ({ type: 'info', code: 'not_found', content: id })),
    }
  })

  route('/catalog/product', UcpProductKey, async ({ id, ...selection }, of) => {
    const [product] = (await productsOfIds(catalog, [id])).keys()
    const ucpProduct = product && toUcpProduct(product, of)
    if (!ucpProduct) return productNotFound(id)
    return { ...about('lookup'), product: selectedProduct(ucpProduct, { ...selection, variantId: id.toLowerCase() }) }
  })
}

const productNotFound = (id: string) => ({
  ...about('lookup', { status: 'error' }),
  messages: [{ type: 'error', code: 'not_found', content: UCP.notFound(id), severity: 'unrecoverable' }],
})

/** The product with the variants that were asked for, by their own ids or, the first, by that of the product. */
function lookedUp(product: UcpProduct | undefined, ids: string[]) {
  if (!product) return undefined
  const inputsOf = (variantId: string, at: number): Input[] =>
    ids.flatMap((id): Input[] => {
      if (id.toLowerCase() === variantId) return [{ id, match: 'exact' }]
      return at === 0 && id.toLowerCase() === product.id ? [{ id, match: 'featured' }] : []
    })
  const variants = product.variants.map((variant, at) => ({ ...variant, inputs: inputsOf(variant.id, at) }))
  return { ...product, variants: variants.filter(({ inputs }) => inputs.length > 0) }
}
