import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Shop } from '../app.ts'

export const catalogRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (_app, { shop: _shop }) => {}
