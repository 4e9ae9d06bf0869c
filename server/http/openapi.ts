import swagger from '@fastify/swagger'
import Fastify, { type FastifySchema, type RouteOptions } from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import { PHOTO_FIELD, PHOTOS_PER_UPLOAD } from '#contract/admin/uploads.ts'
import { Problem } from '#contract/errors.ts'
import { PriceChanged } from '#contract/orders.ts'
import { type Access, accessOf } from './access.ts'
import { operationOf } from './operations.ts'
import { namedSchemas } from './schema-names.ts'

/** A route of the API, as it was registered. */
export type DocumentedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema'>

/**
 * The OpenAPI 3.1 document of these routes, from their schemas and operations.ts. `shopUrl` is the server's URL. It is
 * made on an instance of its own, so that a process that nobody asks for it does not load what makes it.
 */
export async function openApiDocument(routes: DocumentedRoute[], shopUrl: string) {
  const schemaRegistry = namedSchemas()
  const schemasOf = createJsonSchemaTransform({ schemaRegistry, zodToJsonConfig })
  const componentsOf = createJsonSchemaTransformObject({ schemaRegistry, zodToJsonConfig })
  const app = Fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Boutique',
        version: '1',
        description: 'The API of an online shop for handmade goods.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: shopUrl, description: 'This shop' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (document) => withRefusals(schemasOf(document), document.route),
    transformObject: (document) => withoutUnused(componentsOf(document)),
  })
  for (const route of routes) app.route({ ...route, handler: () => {} })
  await app.ready()
  return app.swagger()
}

/** A codec's JSON is its input (dollars); a JSON schema of responses would describe its output (cents). */
const zodToJsonConfig = {
  override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) {
    const { def } = zodSchema._zod
    if (def.type !== 'pipe') return
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    const { $schema, ...wire } = z.toJSONSchema(def.in, { io: 'input' })
    Object.assign(jsonSchema, wire)
  },
}
type Described = ReturnType<ReturnType<typeof createJsonSchemaTransform>>

/** The sections of the API documentation, by the second segment of a path. */
const TAGS = {
  products: 'The catalog: public to read, changed by admins',
  categories: 'The categories of the catalog and their order',
  drops: 'Pieces that appear at a set time, and the line of those who wait for them',
  collections: 'Groups of products that the seller puts together',
  requests: 'Requests of shoppers: to hear when a piece is back, or for another one like it',
  pages: 'Text pages such as About or Returns',
  shop: 'Public information about the shop',
  look: 'How the shop looks',
  settings: "The shop's settings",
  'own-shop': 'The way from the demo to a shop of its owner',
  backups: 'The backups of the shop',
  imports: 'Products that move in from another shop',
  exports: 'Everything of the shop as files, to carry away',
  customers: 'Accounts as buyers: their orders here and in other shops',
  'past-orders': 'Orders of another shop, as history',
  'past-customers': 'The customers of another shop, as history',
  'past-reviews': 'Reviews that were left at another shop',
  setup: 'What is configured on the server, and tests of it',
  users: 'Accounts, sessions, API keys and passwords',
  'personal-data': 'What the shop holds about a person, as a file, and its deletion',
  orders: 'Orders from the cart to the package, with their payments and refunds',
  coupons: 'Coupon codes',
  rates: 'What shipping and tax cost at a place',
  tax: 'Sales tax: the rates of the states, tables of ZIP codes, and thresholds',
  reports: 'Reports for the seller, her bookkeeper and the tax return',
  dashboard: 'Sales figures and open tasks',
  admin: 'Search over everything an admin sees, and all collections',
  discrepancies: 'Differences between the payments of the shop and of the card service',
  payments: 'How the shop takes payments',
  'money-check': 'The money of a month beside the payouts of the card service',
  payouts: 'Payouts of the card service to the bank',
}

/** Adds to a call its name, its access, a description of each response, and the errors. */
function withRefusals({ schema, url }: Described, route: { method: string | string[] }): Described {
  if (schema.hide) return { schema, url }
  const method = [route.method].flat()[0] ?? 'GET'
  const call = `${method} ${url}`
  const operation = operationOf(method, url)
  const access = accessOf(method, url) ?? 'anyone'
  const described = schema as FastifySchema & { response?: Record<string, Answer> }
  const named = { operationId: operation?.id, summary: operation?.summary, tags: [url.split('/')[2] ?? ''] }
  const security = access === 'anyone' ? [] : [{ bearer: [] }]
  const response = {
    ...Object.fromEntries(Object.entries(described.response ?? {}).map(withDescription)),
    ...refusals(access, url, TELLS_MORE[call] ?? []),
  }
  return { schema: { ...schema, ...named, ...SENT[call], security, response }, url }
}

type Answer = { description?: string; content?: object }

const ANSWERS: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted: the payment is still processing',
}

function withDescription([status, answer]: [string, Answer]): [string, Answer] {
  const description = answer.description ?? ANSWERS[status] ?? 'Answered'
  if (answer.content) return [status, { ...answer, description }]
  return [status, { description, content: { 'application/json': { schema: answer } } }]
}

function refusals(access: Access, url: string, others: z.ZodType[]): Record<string, Answer> {
  const refused = (description: string, schema: object = refTo(Problem)) => ({
    description,
    content: { 'application/json': { schema } },
  })
  const problem = others.length > 0 ? { anyOf: [Problem, ...others].map(refTo) } : refTo(Problem)
  return {
    ...(access === 'anyone' ? {} : { 401: refused('Not signed in, or the session has ended') }),
    ...(/admin|recent/.test(access)
      ? { 403: refused('Not allowed for this account, or only after signing in again') }
      : {}),
    ...(url.includes(':') ? { 404: refused('Not found') } : {}),
    '4XX': refused('Refused: `code` names the reason, and `message` explains it to a person', problem),
    '5XX': refused('The shop failed or is too busy: try again later'),
  }
}

const images = { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: PHOTOS_PER_UPLOAD }

/** Bodies of calls that read files as they arrive and so have no schema. */
const SENT: Record<string, FastifySchema> = {
  'POST /api/tax/rates/:state': { consumes: ['text/csv'], body: { type: 'string' } },
  'POST /api/imports': { consumes: ['application/octet-stream'], body: { type: 'string', format: 'binary' } },
  'POST /api/products/uploadImage': {
    consumes: ['multipart/form-data'],
    body: { type: 'object', properties: { [PHOTO_FIELD]: images }, required: [PHOTO_FIELD] },
  },
}

/** Errors with a body of their own. */
const TELLS_MORE: Record<string, z.ZodType[]> = { 'POST /api/orders': [PriceChanged] }

const refTo = (schema: z.ZodType) => ({ $ref: `#/components/schemas/${namedSchemas().get(schema)?.id}` })

/** zod describes each schema as input and as output; drops those that no call refers to. */
function withoutUnused(described: ReturnType<ReturnType<typeof createJsonSchemaTransformObject>>) {
  const document = described as OpenAPIV3_1.Document
  const schemas = document.components?.schemas ?? {}
  const used = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (!name || used.has(name)) continue
      used.add(name)
      visit(schemas[name])
    }
  }
  visit({ ...document, components: null })
  const usedSchemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  return { ...document, components: { ...document.components, schemas: usedSchemas } }
}
