import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Browsers and proxies do not pipeline requests; a few of them do no harm. */
const MOST_UNANSWERED = 32

/** Limits HTTP pipelining: closes a connection with more than 32 unread responses, each of which costs memory. */
export function limitPipelining(app: FastifyInstance) {
  const openRequests = new WeakMap<Socket, number>()
  const add = (socket: Socket, change: number) => {
    const count = (openRequests.get(socket) ?? 0) + change
    openRequests.set(socket, count)
    return count
  }
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (add(socket, 1) > MOST_UNANSWERED) {
      reply.hijack()
      socket.destroy()
      return
    }
    reply.raw.once('close', () => add(socket, -1))
    done()
  })
}
