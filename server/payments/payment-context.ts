import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import type { Gateway } from './gateway.ts'

/** The dependencies of every function that moves a payment on. The payment log records `actor`: a request or a worker. */
export type PaymentContext = { db: Db; gateway: Gateway; log: FastifyBaseLogger; actor: string }
