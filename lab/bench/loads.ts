import { type Agent, get, request } from 'node:http'

type Headers = Record<string, string>

const NEWLINE = 10

/** Requests a URL once. Returns the status, the entity tag and the bytes of the body as sent. */
export function fetchOnce(url: string, headers: Headers, agent?: Agent) {
  return new Promise<{ status: number; etag: string; bytes: number; lines: number }>((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      let [bytes, lines] = [0, 0]
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++
      })
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, etag: answer.headers.etag ?? '', bytes, lines }),
      )
    }).once('error', reject)
  })
}

type Posting = { token: string; body: object; agent: Agent; method?: 'POST' | 'PUT' }

/** Sends JSON with the token; returns the parsed response. Throws when the status is not 2xx. */
export function post(url: string, { token, body, agent, method = 'POST' }: Posting): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    request(url, { method, agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => (text += part))
      answer.once('end', () =>
        (answer.statusCode ?? 0) < 300 ? resolve(JSON.parse(text)) : reject(new Error(`${url}: ${text}`)),
      )
    })
      .once('error', reject)
      .end(JSON.stringify(body))
  })
}
