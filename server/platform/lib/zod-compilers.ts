import type { FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

/**
 * Fastify's `schemaController` for zod schemas. Without it Fastify loads its own compilers, more than a hundred modules,
 * and never uses them. Its types know no compilers but its own.
 */
export const zodCompilers = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => serializerCompiler },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>
