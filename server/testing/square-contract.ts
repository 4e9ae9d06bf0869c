import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

/** The name of the response schema of each call in Square's description. */
const ANSWERS: [RegExp, string][] = [
  [/^POST \/v2\/payments$/, 'CreatePaymentResponse'],
  [/^GET \/v2\/payments(\?.*)?$/, 'ListPaymentsResponse'],
  [/^POST \/v2\/payments\/cancel$/, 'CancelPaymentByIdempotencyKeyResponse'],
  [/^GET \/v2\/payments\/[^/]+$/, 'GetPaymentResponse'],
  [/^POST \/v2\/payments\/[^/]+\/complete$/, 'CompletePaymentResponse'],
  [/^POST \/v2\/payments\/[^/]+\/cancel$/, 'CancelPaymentResponse'],
  [/^POST \/v2\/refunds$/, 'RefundPaymentResponse'],
  [/^GET \/v2\/refunds(\?.*)?$/, 'ListPaymentRefundsResponse'],
  [/^GET \/v2\/disputes(\?.*)?$/, 'ListDisputesResponse'],
  [/^GET \/v2\/payouts(\?.*)?$/, 'ListPayoutsResponse'],
  [/^GET \/v2\/payouts\/[^/]+\/payout-entries(\?.*)?$/, 'ListPayoutEntriesResponse'],
  [/^GET \/v2\/refunds\/[^/]+$/, 'GetPaymentRefundResponse'],
  [/^GET \/v2\/locations$/, 'ListLocationsResponse'],
  [/^GET \/v2\/locations\/[^/]+$/, 'RetrieveLocationResponse'],
]

const description = new URL('../shop/payments/square-openapi.json', import.meta.url)
const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
ajv.addSchema(strictly(JSON.parse(readFileSync(description, 'utf8'))), 'square')

/**
 * Square's description with additional properties forbidden, and without `nullable` beside `$ref`, which Ajv refuses.
 */
function strictly(part: unknown): object {
  return JSON.parse(JSON.stringify(part), (_, value) => {
    if (value?.$ref && value.nullable) return { anyOf: [{ $ref: value.$ref }, { type: 'null' }] }
    return value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value
  })
}

/** Like fetch, for calls to Square or the simulator. Throws when a response does not match Square's API description. */
export const contractFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const reply = await fetch(request)
  const { pathname, search } = new URL(request.url)
  requireContract(`${request.method} ${pathname}${search}`, reply.status, await reply.clone().json())
  return reply
}

function requireContract(call: string, status: number, body: { errors?: unknown[] }) {
  if (status >= 400 !== Boolean(body.errors?.length))
    throw new Error(`${call} answers ${status} with the wrong errors.`)
  // A path that Square does not have gets an error of the same shape.
  const [, schema] = ANSWERS.find(([pattern]) => pattern.test(call)) ?? [null, 'GetPaymentResponse']
  requireSchema(schema, body)
}

/** Throws unless the value matches this schema of Square's API description. */
export function requireSchema(name: string, value: unknown) {
  const validate = ajv.getSchema(`square#/components/schemas/${name}`)
  if (!validate) throw new Error(`There is no schema ${name}.`)
  if (!validate(value)) throw new Error(`That is no ${name}: ${ajv.errorsText(validate.errors)}`)
}
