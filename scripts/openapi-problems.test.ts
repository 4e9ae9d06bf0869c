import '#app/testing/program.ts'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { openApiProblems } from './openapi-problems.ts'

type Operation = {
  summary?: string
  operationId?: string
  tags?: string[]
  responses: Record<string, { description: string; content?: object }>
}
type Document = {
  servers?: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

async function document() {
  const { get } = await testApp({ shopUrl: 'https://shop.test' })
  return (await get('/api/openapi.json')).json<Document>()
}

const call = ({ paths }: Document, path: string, method: string) => paths[path]?.[method] as Operation

const FAULTS: [what: string, rule: string, spoil: (document: Document) => unknown][] = [
  ['an operation without a summary', 'operation-summary', (it) => delete call(it, '/api/orders', 'post').summary],
  ['an operation without an id', 'operation-operationId', (it) => delete call(it, '/api/orders', 'post').operationId],
  [
    'two operations with one id',
    'operation-operationId-unique',
    (it) => (call(it, '/api/orders', 'post').operationId = 'listOrders'),
  ],
  [
    'an id that is no name of a function',
    'rule/operation-ids-are-camel-case',
    (it) => (call(it, '/api/orders', 'post').operationId = 'place-order'),
  ],
  ['an operation without a tag', 'rule/operations-have-a-tag', (it) => delete call(it, '/api/orders', 'post').tags],
  ['a tag that is not described', 'operation-tag-defined', (it) => it.tags.pop()],
  [
    'a response described by the framework',
    'rule/responses-are-described',
    (it) => (call(it, '/api/shop', 'get').responses['200'] = { description: 'Default Response' }),
  ],
  [
    'an operation that is never refused',
    'operation-4xx-response',
    (it) => delete call(it, '/api/shop', 'get').responses['4XX'],
  ],
  ['no server', 'no-empty-servers', (it) => delete it.servers],
  [
    'a reference that leads nowhere',
    'no-unresolved-refs',
    (it) =>
      (call(it, '/api/shop', 'get').responses['200'] = {
        description: 'The shop',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Spaceship' } } },
      }),
  ],
]

test('the OpenAPI document has no problem', async () => {
  expect(await openApiProblems(JSON.stringify(await document()))).toEqual([])
})

test('the linter finds every kind of problem', async () => {
  const sound = JSON.stringify(await document())
  for (const [what, rule, spoil] of FAULTS) {
    const spoiledDocument: Document = JSON.parse(sound)
    spoil(spoiledDocument)
    const problems = await openApiProblems(JSON.stringify(spoiledDocument))
    expect(
      problems.map((problem) => /\((.+)\)$/.exec(problem)?.[1]),
      what,
    ).toContain(rule)
  }
})
