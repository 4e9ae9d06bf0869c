// What features add to products. app/server/features.ts fills the list while the program loads.
import { type SQL, sql } from 'drizzle-orm'
import type { AdminProduct, ProductUpdate } from '#contract/admin/products.ts'
import type { Product } from '#contract/products.ts'

/** A field of the API: its value in SQL, null for none, and how that value is written. */
type AddedField<Value> = { sql: SQL; write?(value: never): Value }

type AddedFields<Shown> = { [Field in keyof Shown]?: AddedField<Shown[Field]> }

export type ProductHooks = {
  /** Fields of a product on its own page. */
  page?: AddedFields<Product>
  /** Fields of a product for admins. */
  admin?: AddedFields<AdminProduct>
  /** Drafts that the feature puts on sale itself. */
  comingSale?: {
    /** SQL condition on `products`. */
    condition: SQL<boolean>
    isComing(product: AdminProduct): boolean
    /** Why these products cannot be put on sale by hand. */
    refusal(products: string): string
  }
  /** SQL: the id of what limits who may order a product, null for none; the feature's `placing` checks it. */
  limit?: SQL<string | null>
  /** Throws for an edit that the feature does not allow. */
  requireEdit?(before: AdminProduct, edit: ProductUpdate): void
}

export const productHooks: ProductHooks[] = []

/** The columns of added fields, for a select. */
export const columnsOf = (part: 'page' | 'admin'): Record<string, SQL> =>
  Object.fromEntries(fieldsOf(part).map(([name, field]) => [name, field.sql]))

/** A row without the columns of added fields, and these fields as the API has them, without those that are null. */
export function splitRow<Row extends object>(part: 'page' | 'admin', row: Row) {
  const ownColumns = { ...row } as Record<string, unknown>
  const featureFields: Record<string, unknown> = {}
  for (const [name, { write }] of fieldsOf(part)) {
    const value = ownColumns[name]
    delete ownColumns[name]
    if (value !== null && value !== undefined) featureFields[name] = write ? write(value as never) : value
  }
  return { own: ownColumns as Row, added: featureFields }
}

const fieldsOf = (part: 'page' | 'admin') =>
  productHooks.flatMap((hooks) => Object.entries<AddedField<unknown>>(hooks[part] ?? {}))

/** SQL: the ids of what limits who may order a product. */
export const limitsOfProduct = (): SQL<string[]> => {
  const limits = productHooks.flatMap(({ limit }) => limit ?? [])
  return sql`array_remove(array[${sql.join(limits, sql`, `)}]::text[], null)`
}

/** SQL condition on `products`: a feature will put it on sale. */
export const isComing = (): SQL<boolean> =>
  sql`(${sql.join([sql`false`, ...productHooks.flatMap(({ comingSale }) => comingSale?.condition ?? [])], sql` or `)})`

/** Whether a feature will put the product on sale. */
export const staysDraft = (product: AdminProduct) =>
  productHooks.some(({ comingSale }) => comingSale?.isComing(product))

/** Why products that a feature will put on sale cannot be put on sale by hand. */
export const comingRefusal = (names: string): string =>
  productHooks.flatMap(({ comingSale }) => comingSale?.refusal(names) ?? [])[0] ?? ''
