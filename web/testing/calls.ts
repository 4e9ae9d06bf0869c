import { expect, onTestFinished } from 'vitest'

/** An answer of the shop; `lost` is a connection that fails. */
type Answer = { status?: number; body?: unknown } | 'lost'
type Sent = { call: string; body: unknown; token: string | null }

/**
 * The shop as a test answers for it: takes the place of `fetch` and of `XMLHttpRequest` until the test ends. Calls are
 * written as `PUT /api/orders/1/pay`. The test fails when a call was made that it did not expect, or one was not made.
 */
export function expectCalls() {
  const expected: { call: string; answer: Promise<Answer> }[] = []
  const standing = new Map<string, Answer>()
  const unexpected: string[] = []
  const sent: Sent[] = []

  const take = (call: string) => {
    const at = expected.findIndex((one) => one.call === call)
    return at === -1 ? standing.get(call) : expected.splice(at, 1)[0]?.answer
  }
  const answer = async (url: RequestInfo | URL, { method = 'GET', body, headers, signal }: RequestInit = {}) => {
    const call = `${method} ${url}`
    sent.push({ call, body: parsed(body), token: new Headers(headers).get('authorization') })
    const given = take(call)
    if (!given) unexpected.push(call)
    const found = await Promise.race([given ?? 'lost', aborted(signal)])
    if (found === 'lost') throw new TypeError('Failed to fetch')
    return Response.json(found.body ?? {}, { status: found.status ?? 200 })
  }
  replaceUntilTestEnds('fetch', answer)
  replaceUntilTestEnds('XMLHttpRequest', requestsBy(answer))
  onTestFinished(() => {
    expect(unexpected, 'calls that the test did not expect').toEqual([])
    expect(
      expected.map(({ call }) => call),
      'calls that were not made',
    ).toEqual([])
  })

  return {
    /** Expects a call once; several of the same are answered in this order. */
    once(call: string, given: Answer = {}) {
      expected.push({ call, answer: Promise.resolve(given) })
    },
    /** Expects a call once, and answers it when the test calls the returned function. */
    held(call: string) {
      const { promise, resolve } = Promise.withResolvers<Answer>()
      expected.push({ call, answer: promise })
      return (given: Answer = {}) => resolve(given)
    },
    /** Answers a call however often it is made, also never. */
    always(call: string, given: Answer = {}) {
      standing.set(call, given)
    },
    /** The calls made so far: all, or those of that name. */
    sent: (call?: string) => sent.filter((one) => !call || one.call === call),
  }
}

const parsed = (body: RequestInit['body']) => (typeof body === 'string' ? (JSON.parse(body) as unknown) : body)

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<'lost'>((resolve) => signal?.addEventListener('abort', () => resolve('lost')))

function replaceUntilTestEnds(name: 'fetch' | 'XMLHttpRequest', replacement: unknown) {
  const before = globalThis[name]
  Object.assign(globalThis, { [name]: replacement })
  onTestFinished(() => void Object.assign(globalThis, { [name]: before }))
}

/** The parts of XMLHttpRequest that an upload uses. Half of the body is sent at once, the rest with the answer. */
const requestsBy = (answer: (url: string, init: RequestInit) => Promise<Response>) =>
  class extends EventTarget {
    upload = new EventTarget()
    status = 0
    response: unknown = null
    headers = new Headers()
    aborting = new AbortController()
    url = ''
    method = ''
    open(method: string, url: string) {
      Object.assign(this, { method, url })
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value)
    }
    abort() {
      this.aborting.abort()
    }
    async send(body: FormData) {
      const { method, headers, aborting } = this
      const progress = (loaded: number) =>
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 2 }))
      progress(1)
      try {
        const answered = await answer(this.url, { method, headers, body, signal: aborting.signal })
        progress(2)
        this.status = answered.status
        this.response = await answered.json()
        this.dispatchEvent(new Event('load'))
      } catch {
        this.dispatchEvent(new Event(aborting.signal.aborted ? 'abort' : 'error'))
      }
    }
  }
