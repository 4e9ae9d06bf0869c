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
import type { Access, Call } from '#contract/calls/define-calls.ts'
import { Problem } from '#contract/errors.ts'
import { PriceChanged } from '#contract/orders.ts'
import { keyRightsOf, rightsInWords } from '#server/shop/accounts/key-rights.ts'
import type { Feature } from '#server/shop/feature.ts'
import { callOf } from './calls.ts'
import { FEATURES } from './features.ts'
import { namedSchemas } from './schema-names.ts'

/** A route of the API, as it was registered. */
export type DocumentedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema'>

/**
 * The OpenAPI 3.1 document of these routes, from their schemas and calls. `shopUrl` is the server's URL. It is
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
      webhooks: webhooksOf(FEATURES),
    },
    transform: (document) => withRefusals(schemasOf(document), document.route),
    transformObject: (document) => withoutUnused(componentsOf(document)),
  })
  for (const route of routes) app.route({ ...route, handler: () => {} })
  await app.ready()
  return app.swagger()
}

/** What the features post to other programs. Any status from 200 to 299 says that it was received. */
const webhooksOf = (features: readonly Feature[]) =>
  Object.fromEntries(
    features.flatMap(({ webhooks = {}, sections = {} }) =>
      Object.entries(webhooks).map(([topic, { summary, body }]) => {
        const operationId = topic.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())
        const { $schema, ...schema } = z.toJSONSchema(body, { io: 'input' })
        const requestBody = { required: true, content: { 'application/json': { schema } } }
        const responses = { '2XX': { description: 'Received' } }
        const tags = Object.keys(sections).slice(0, 1)
        return [topic, { post: { operationId, summary, tags, security: [], requestBody, responses } }]
      }),
    ),
  ) as Record<string, OpenAPIV3_1.PathItemObject>

/**
 * A codec's JSON is its input (dollars); a JSON schema of responses would describe its output (cents). Descriptions are in
 * zod's own registry, which is not asked when components have another one.
 */
const zodToJsonConfig = {
  override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) {
    const { def } = zodSchema._zod
    if (def.type === 'pipe') {
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      const { $schema, ...wire } = z.toJSONSchema(def.in, { io: 'input' })
      Object.assign(jsonSchema, wire)
    }
    const { description } = z.globalRegistry.get(zodSchema) ?? {}
    if (description) jsonSchema.description = description
  },
}
type DescribedRoute = ReturnType<ReturnType<typeof createJsonSchemaTransform>>

/** The sections of the API documentation, by the second segment of a path. */
const TAGS: Record<string, string> = {
  products: 'The catalog: public to read, changed by admins',
  categories: 'The categories of the catalog and their order',
  collections: 'Groups of products that the seller puts together',
  pages: 'Text pages such as About or Returns',
  shop: 'Public information about the shop',
  look: 'How the shop looks',
  settings: "The shop's settings",
  users: 'Accounts, sessions, API keys and passwords',
  orders: 'Orders from the cart to the package, with their payments and refunds',
  coupons: 'Coupon codes',
  discounts: 'Discounts without a code, on what is in a cart',
  rates: 'What shipping and tax cost at a place',
  'zip-codes': 'The places of ZIP codes',
  tax: 'Sales tax: the rates of the states, tables of ZIP codes, and thresholds',
  admin: 'Search over everything an admin sees, what waits, and all collections',
  payments: 'How the shop takes payments',
  ...Object.assign({}, ...FEATURES.map(({ sections }: Feature) => sections)),
}

/** Adds to a call its name, its access, a description of each response, and the errors. */
function withRefusals({ schema, url }: DescribedRoute, route: { method: string | string[] }): DescribedRoute {
  if (schema.hide) return { schema, url }
  const method = [route.method].flat()[0] ?? 'GET'
  const name = `${method} ${url}`
  const call: Call = callOf(method, url) ?? { access: 'anyone' }
  const { access, id, summary } = call
  const routeSchema = schema as FastifySchema & { response?: Record<string, Answer> }
  const rights = rightsInWords(keyRightsOf(method, call))
  const description = [schema.description, rights && `API keys need the right ${rights}.`].filter(Boolean).join(' ')
  const operation = { operationId: id, summary, ...(description && { description }), tags: [url.split('/')[2] ?? ''] }
  const security = access === 'anyone' ? [] : [{ bearer: [] }]
  const response = {
    ...Object.fromEntries(Object.entries(routeSchema.response ?? {}).map(withDescription)),
    ...refusals(access, url, TELLS_MORE[name] ?? []),
  }
  return { schema: { ...schema, ...operation, ...SENT_BODIES[name], security, response }, url }
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
  const refusal = (description: string, schema: object = refTo(Problem)) => ({
    description,
    content: { 'application/json': { schema } },
  })
  const problem = others.length > 0 ? { anyOf: [Problem, ...others].map(refTo) } : refTo(Problem)
  return {
    ...(access === 'anyone' ? {} : { 401: refusal('Not signed in, or the session has ended') }),
    ...(/admin|packer|recent/.test(access)
      ? { 403: refusal('Not allowed for this account, or only after signing in again') }
      : {}),
    ...(url.includes(':') ? { 404: refusal('Not found') } : {}),
    '4XX': refusal('Refused: `code` names the reason, and `message` explains it to a person', problem),
    '5XX': refusal('The shop failed or is too busy: try again later'),
  }
}

const images = { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: PHOTOS_PER_UPLOAD }

/** Bodies of calls that read files as they arrive and so have no schema. */
const SENT_BODIES: Record<string, FastifySchema> = {
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
function withoutUnused(apiDocument: ReturnType<ReturnType<typeof createJsonSchemaTransformObject>>) {
  const document = apiDocument as OpenAPIV3_1.Document
  const schemas = document.components?.schemas ?? {}
  const usedNames = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (!name || usedNames.has(name)) continue
      usedNames.add(name)
      visit(schemas[name])
    }
  }
  visit({ ...document, components: null })
  const usedSchemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => usedNames.has(name)))
  return { ...document, components: { ...document.components, schemas: usedSchemas } }
}
