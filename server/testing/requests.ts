// Random requests made from an OpenAPI document. Most of their parts follow the document, some violate it.
import fc from 'fast-check'

export type Schema = {
  $ref?: string
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
type Parameter = { in: 'path' | 'query'; name: string; schema: Schema }
export type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Existing values, by the name of the field or parameter that takes them. */
type KnownValues = Record<string, unknown[]>

/** A random request; `by` is the id of the calling user, undefined for an anonymous one. */
export type Request = { path: string; method: string; url: string; body: unknown; by: string | undefined }

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  '\u{1f58a}\u0301',
  '\ud800',
  "' or 1=1 --",
  '%',
  '__proto__',
  '../../etc/passwd',
  '{{7*7}}',
  '\r\nSet-Cookie: a=b',
  'x'.repeat(2_000),
]
const ODD_VALUES = [null, true, 0, -1, 0.001, 1e308, 2 ** 53, [], [[]], {}, '1', 'NaN', ...ODD_TEXTS]

/** Random requests for the operations of `document`; `accounts` are the ids of possible callers. */
export function requestsOf(document: Document, knownValues: KnownValues, accounts: string[]): fc.Arbitrary<Request> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const odd = fc.oneof(fc.constantFrom(...ODD_VALUES), fc.jsonValue({ maxDepth: 3 }))

  const partOf = (schema: Schema, name: string): fc.Arbitrary<unknown> => {
    const fitting = fittingTo(schema, name)
    const values = knownValues[name]
    return fc.oneof(
      { weight: values ? 60 : 0, arbitrary: fc.constantFrom(...(values ?? [''])) },
      { weight: 12, arbitrary: fitting },
      { weight: 1, arbitrary: odd },
    )
  }

  const fittingTo = (schema: Schema, name: string): fc.Arbitrary<unknown> => {
    if (schema.$ref) return fittingTo(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => partOf(one, name)))
    if (schema.type === 'object') return objectOf(schema)
    if (schema.type === 'array')
      return fc.array(partOf(schema.items ?? {}, name), { minLength: schema.minItems ?? 0, maxLength: 4 })
    if (schema.type === 'boolean') return fc.boolean()
    if (schema.type === 'integer') return fc.integer(rangeOf(schema))
    if (schema.type === 'number') return fc.integer(rangeOf(schema)).map((amount) => amount / 100)
    if (schema.format === 'uuid') return fc.uuid()
    return fc.oneof(textOf(schema), fc.constantFrom(...ODD_TEXTS))
  }

  const objectOf = ({ properties = {}, required = [] }: Schema) =>
    fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, partOf(schema, name)])), {
      requiredKeys: required,
    })

  const requestOf = ({ path, method, operation }: (typeof operations)[number]): fc.Arbitrary<Request> => {
    const { parameters = [], requestBody } = operation
    const schema = requestBody?.content['application/json']?.schema
    const parameterValues = fc.record(
      Object.fromEntries(parameters.map((one) => [one.name, partOf(one.schema, one.name)])),
      {
        requiredKeys: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
      },
    )
    const body = schema ? fc.oneof({ weight: 20, arbitrary: fittingTo(schema, '') }, odd) : fc.constant(undefined)
    const by = fc.option(fc.constantFrom(...accounts), { nil: undefined, freq: 8 })
    return fc.tuple(parameterValues, body, by).map(([values, content, account]): Request => {
      const url = urlOf(path, parameters, values)
      // A literal path takes precedence over one with a parameter: `profile` is no id.
      const [ownPath = ''] = url.split('?')
      const isOwn = document.paths[ownPath]?.[method.toLowerCase()] !== undefined
      return { path: isOwn ? ownPath : path, method, url, body: content, by: account }
    })
  }

  return fc.oneof(...operations.map(requestOf))
}

const rangeOf = ({ minimum = -1_000_000, maximum = 1_000_000 }: Schema) => ({
  ...{ min: Math.ceil(minimum), max: Math.floor(maximum) },
})

const textOf = ({ minLength = 0, maxLength = 300 }: Schema) =>
  fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 300) })

function urlOf(path: string, parameters: Parameter[], values: Record<string, unknown>) {
  const text = (value: unknown) => encodeText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  // An empty segment, or one of dots, would change the path.
  const part = (value: string) => (/^\.{0,2}$/.test(value) ? '-' : value)
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => part(text(values[name])))
  const query = parameters.flatMap((one) => (one.in === 'query' && one.name in values ? [one.name] : []))
  return query.length > 0 ? `${url}?${query.map((name) => `${name}=${text(values[name])}`).join('&')}` : url
}

/** Percent-encoded text. Half a surrogate pair has no UTF-8. */
const encodeText = (text: string) => encodeURIComponent(text.toWellFormed())
