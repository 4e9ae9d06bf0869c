import { z } from 'zod'

let named: z.core.$ZodRegistry<{ id?: string }> | undefined

/**
 * The schemas of the contract that have a name of their own, by which documents refer to them. The registry of zod is
 * shared by the whole process, and the code of the pages brings a second copy of the contract along when it is loaded:
 * so the names are read once, when the first API is built, before there is any page.
 */
export function namedSchemas() {
  if (named) return named
  named = z.registry<{ id?: string }>()
  for (const [id, schema] of z.globalRegistry._idmap) named.add(schema, { ...z.globalRegistry.get(schema), id })
  return named
}
