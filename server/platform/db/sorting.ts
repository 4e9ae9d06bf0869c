import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** What a list is sorted by, and the exact reverse of it, so that one index serves both. */
type SortKey = { up: SQL; down: SQL }

/** From the lowest. Nulls are the highest, as in an index. */
export const ascending = (by: SQLWrapper): SortKey => ({ up: sql`${by}`, down: sql`${by} desc` })

/** From the highest. */
export const descending = (by: SQLWrapper): SortKey => ({ up: sql`${by} desc`, down: sql`${by}` })

/** From the lowest, with nulls first, as it is in the reverse of an index on `column.desc()`, which has nulls last. */
export const ascendingNullsFirst = (by: SQLWrapper): SortKey => ({
  up: sql`${by} nulls first`,
  down: sql`${by} desc nulls last`,
})

/** The same in both directions. */
export const always = (order: SQL): SortKey => ({ up: order, down: order })

/** Both directions of a sort order, `name` and `-name`: by the first key, then by those that break its ties. */
export const bothDirections = <Name extends string>(name: Name, ...keys: SortKey[]) => {
  const inDirection = (direction: keyof SortKey) =>
    sql.join(
      keys.map((key) => key[direction]),
      sql`, `,
    )
  return { [name]: inDirection('up'), [`-${name}`]: inDirection('down') } as Record<Name | `-${Name}`, SQL>
}
