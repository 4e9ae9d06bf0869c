import type { FastifyInstance } from 'fastify'
import type { Cdn } from '#server/platform/cdn/providers.ts'

/** How the server answers and logs. */
export type ServerOptions = {
  logLevel?: string
  /** The destination of the log; by default the standard output. */
  logTo?: { write(line: string): void }
  /** The proxies that may forward the client's address; none by default. */
  trustProxy?: string[] | undefined
  /** The CDN in front of the shop; none by default. */
  cdn?: Cdn | undefined
  /** Adds hooks for all routes, before there are any. */
  observe?: (app: FastifyInstance) => void
  /** How long most turns of the event loop take when the shop refuses what can wait. */
  lateMs?: number
}
