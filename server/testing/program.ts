// The program that tests call. It stands above the storeys that are tested here, so app/testing/program.ts hands it down.
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import type { ServerOptions } from '#server/platform/http/server-options.ts'
import type { AddedContext, Configuration } from '#server/shop/added-context.ts'

type Program = {
  buildApp(context: Context, options?: ServerOptions): Promise<FastifyInstance>
  addedContext(configuration: Configuration): AddedContext
}

let program: Program | undefined

export function setProgram(tested: Program) {
  program = tested
}

/** The program of the shop. Throws when app/testing/program.ts is not loaded. */
export function testedProgram(): Program {
  if (!program) throw new Error('No program is set: import #app/testing/program.ts.')
  return program
}
