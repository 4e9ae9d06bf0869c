import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import type { Gateway } from './gateway.ts'
import type { WebhookSecret } from './webhook-signature.ts'

/** The dependencies of every function that moves a payment on. The payment log records `actor`: a request or a worker. */
export type PaymentContext = { db: Db; gateway: Gateway; log: FastifyBaseLogger; actor: string }

declare module '#server/platform/context.ts' {
  interface Context {
    gateway: Gateway
    webhook?: WebhookSecret | undefined
    /** Whether simulated payments are public: then every page says so. */
    isPublicDemo?: boolean
    appleDomainFile?: string | undefined
  }
}
