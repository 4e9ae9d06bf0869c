// A stand-in of a program that receives webhooks: it notes what comes, and answers as it is told.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An event as it came. */
export type ReceivedEvent = {
  headers: IncomingHttpHeaders
  body: string
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** Starts a receiver on this machine; `answer` sends the answer of one that is not plain. */
export async function openReceiver(answer: RequestListener = (_, reply) => reply.end('thanks')) {
  const received: ReceivedEvent[] = []
  const answers = { now: answer }
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    received.push({ headers: request.headers, body, event: JSON.parse(body) })
    answers.now(request, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/events`,
    received,
    /** Answers from now on like this. */
    answerWith: (next: RequestListener) => {
      answers.now = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
