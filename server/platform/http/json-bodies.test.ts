import '#app/testing/program.ts'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { PASSWORD, user } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'

const ANN = { email: 'ann@shopper.example', password: PASSWORD }
const JSON_OF_ANN = JSON.stringify(ANN)
const JSON_TYPE = 'application/json'

/** A shop with the user Ann; `signIn` sends her sign-in with exactly this body. */
async function shopWithAnn() {
  const { app, db, get } = await testApp()
  await user(db, { email: ANN.email })
  const signIn = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/api/users/login', payload, headers: { 'content-type': JSON_TYPE, ...headers } })
  return { app, get, signIn }
}

test.for([
  ['JSON', JSON_OF_ANN, {}, 200],
  ['JSON that says it is UTF-8', JSON_OF_ANN, { 'content-type': 'application/json; charset=utf-8' }, 200],
  ['JSON after a byte order mark', `\ufeff${JSON_OF_ANN}`, {}, 200],
  ['a field twice: the last counts', `{"email":"x","email":"${ANN.email}","password":"${PASSWORD}"}`, {}, 200],
  ['a field twice, the right one first', `{"email":"${ANN.email}","email":"x","password":"${PASSWORD}"}`, {}, 401],
  ['UTF-16', Buffer.from(JSON_OF_ANN, 'utf16le'), {}, 400],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${JSON_OF_ANN}`, 'utf16le'), {}, 400],
  ['invalid UTF-8', Buffer.from(JSON_OF_ANN.replace('ann@', 'an\xff@'), 'latin1'), {}, 400],
  ['an overlong slash', Buffer.from(JSON_OF_ANN.replace('ann@', 'an\xc0\xaf@'), 'latin1'), {}, 400],
  ['half a surrogate pair', Buffer.from(JSON_OF_ANN.replace('ann@', 'an\xed\xa0\x80@'), 'latin1'), {}, 400],
  ['half a surrogate pair as an escape', JSON_OF_ANN.replace('}', ',"name":"\\ud83c"}'), {}, 200],
  ['two values', `${JSON_OF_ANN}${JSON_OF_ANN}`, {}, 400],
  ['comments', `/* */${JSON_OF_ANN}`, {}, 400],
  ['a trailing comma', JSON_OF_ANN.replace('}', ',}'), {}, 400],
  ['single quotes', JSON_OF_ANN.replaceAll('"', "'"), {}, 400],
  ['NaN', '{"email":NaN,"password":"x"}', {}, 400],
  ['a list', `[${JSON_OF_ANN}]`, {}, 400],
  ['text', JSON.stringify(JSON_OF_ANN), {}, 400],
  ['10,000 levels of lists', `{"email":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, {}, 400],
  ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, {}, 400],
  ['the type of plain text', JSON_OF_ANN, { 'content-type': 'text/plain' }, 415],
  ['the type of a form', JSON_OF_ANN, { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['the type of a multipart body', JSON_OF_ANN, { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ['two types', JSON_OF_ANN, { 'content-type': 'application/json, text/plain' }, 415],
  ['a type that begins like JSON', JSON_OF_ANN, { 'content-type': 'application/jsonp' }, 415],
  ['an invalid type', JSON_OF_ANN, { 'content-type': 'json' }, 415],
  ['a body that claims to be compressed', JSON_OF_ANN, { 'content-encoding': 'gzip' }, 415],
] as const)(
  'signing in with %s has one meaning, or is refused',
  { tags: ['X12'] },
  async ([, payload, headers, status]) => {
    const { signIn } = await shopWithAnn()
    const reply = await signIn(payload, headers)
    expect(reply.statusCode).toBe(status)
    if (status !== 200) expect(reply.json().message).toMatch(/^[A-Z].+\.$/)
  },
)

test.for([
  'keyword=pen&keyword=cup',
  'pageNumber=1&pageNumber=2',
  'category=pens&category=cups',
  'keyword[]=pen&keyword=a&keyword=b',
])('a query string that repeats a parameter (%s) is malformed', { tags: ['X12'] }, async (query) => {
  const { get } = await testApp()
  expect((await get(`/api/products?${query}`)).statusCode).toBe(400)
})

test.for([64 * 1024 + 1, 1_000_000])(
  'a body of %i bytes is too large for every route',
  { tags: ['Q2', 'S3'] },
  async (size) => {
    const { signIn } = await shopWithAnn()
    const reply = await signIn(JSON.stringify({ ...ANN, password: '' }).replace('""', `"${'x'.repeat(size)}"`))
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'too_large'])
  },
)

const POISON = [
  '{"__proto__":{"poisoned":true}}',
  '{"\\u005f_proto__":{"poisoned":true}}',
  '{"a":{"__proto__":{"poisoned":true}}}',
  '{"a":[{"__proto__":{"poisoned":true}}]}',
  '{"constructor":{"prototype":{"poisoned":true}}}',
  '{"a":{"constructor":{"prototype":{"poisoned":true}}}}',
]
const POISONED_QUERIES = [
  '__proto__[poisoned]=1',
  '__proto__.poisoned=1',
  'constructor[prototype][poisoned]=1',
  '__proto__=1',
]

test('keys that name a prototype are refused and change nothing', { tags: ['X8'] }, async ({ task }) => {
  const { get, signIn } = await shopWithAnn()
  const count = runs(100, 1_000)
  for (let run = 0; run < count; run++) {
    const poison = POISON[run % POISON.length] ?? ''
    expect((await signIn(poison)).statusCode, poison).toBe(400)
    await get(`/api/products?${POISONED_QUERIES[run % POISONED_QUERIES.length]}`)
  }
  expect('poisoned' in {}).toBe(false)
  expect((await get('/api/products?__proto__[keyword]=no+such+piece')).json().total).toBe(0)
  figure(task, `${count} bodies and ${count} addresses, nothing reached`)
})

/** A listening shop, its log, and a function that sends raw bytes and returns the response. */
async function listeningShop() {
  const log: string[] = []
  const { app } = await testApp({}, { logLevel: 'trace', logTo: { write: (line) => log.push(line) } })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const send = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      let answer = ''
      socket.setEncoding('latin1')
      socket.on('data', (text) => (answer += text))
      socket.once('close', () => resolve(answer))
      socket.once('error', (error) => (answer ? resolve(answer) : reject(error)))
      socket.write(Buffer.from(bytes, 'latin1'))
    })
  return { send, log }
}

const requestWith = (header: string, path = '/api/products') =>
  `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n${header}\r\nConnection: close\r\n\r\n`

test.for([
  ['a zero byte in a header', requestWith('X-A: a\0b'), 400],
  ['a bare line feed in a header', requestWith('X-A: a\nSet-Cookie: b=c'), 400],
  ['a bare carriage return in a header', requestWith('X-A: a\rSet-Cookie: b=c'), 400],
  ['a header without a name', requestWith(': b'), 400],
  ['a folded header', requestWith('X-A: a\r\n b'), 400],
  ['two content lengths', requestWith('Content-Length: 1\r\nContent-Length: 2'), 400],
  ['a content length and chunks', requestWith('Content-Length: 1\r\nTransfer-Encoding: chunked'), 400],
  ['an invalid request line', 'HELLO\r\n\r\n', 400],
  ['a header of a megabyte', requestWith(`X-A: ${'a'.repeat(2 ** 20)}`), 431],
  ['a URL of 20 kB', requestWith('X-A: a', `/${'a'.repeat(20_000)}`), 431],
] as const)(
  '%s is refused with a message of the shop, and the connection is closed',
  { tags: ['X9'] },
  async ([, bytes, status]) => {
    const { send } = await listeningShop()
    const answer = await send(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      message: expect.any(String),
      code: expect.any(String),
    })
  },
)

test('a request can neither add lines to the log nor color them', { tags: ['X9'] }, async ({ task }) => {
  const { send, log } = await listeningShop()
  const forgedEntry = '{"level":50,"msg":"forged"}'
  const odd = ['%0d%0a', '%0a', '%1b[31m', '%00', '%e2%80%a8', '\x1b[2J'].map((part) => `${part}${forgedEntry}`)
  for (const part of odd) {
    await send(requestWith(`User-Agent: ${part.replaceAll(/[\r\n]/g, '')}`, `/api/products/${encodeURI(part)}`))
    await send(requestWith(`X-Request-Id: ${part}`, `/api/products?keyword=${encodeURI(part)}`))
  }
  expect(log.length).toBeGreaterThan(odd.length)
  for (const line of log) {
    expect(line.trimEnd()).not.toMatch(/\p{Cc}|\u2028/u)
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
  }
  figure(task, `${2 * odd.length} requests, every line of the log one JSON object`)
})
