import { z } from 'zod'

let nameRegistry: z.core.$ZodRegistry<{ id?: string }> | undefined

/**
 * The contract's schemas that have an id, for OpenAPI references. zod's registry is global, and the pages load a second
 * copy of the contract, so the ids are read once, when the first API is built.
 */
export function namedSchemas() {
  if (nameRegistry) return nameRegistry
  nameRegistry = z.registry<{ id?: string }>()
  for (const [id, schema] of z.globalRegistry._idmap) nameRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
  return nameRegistry
}
