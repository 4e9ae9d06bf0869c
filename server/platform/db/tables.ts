import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** A table, its columns without generated ones, and those of them that are identity columns. */
export type TableShape = { name: string; columns: string[]; numbers: string[] }

/** All permanent tables, each after the tables it references, but for references that a transaction can defer. */
export async function tablesByDependency(db: Db): Promise<TableShape[]> {
  const { rows } = await db.execute<TableShape & { refers: string[] }>(sql`
    select t.relname as name,
      array(select attname::text from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped
        and attgenerated = '' order by attnum) as columns,
      array(select attname::text from pg_attribute where attrelid = t.oid and attidentity <> '') as numbers,
      array(select confrelid::regclass::text from pg_constraint where conrelid = t.oid and contype = 'f'
        and confrelid <> t.oid and not condeferrable) as refers
    from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.relpersistence = 'p'
    order by t.relname`)
  const inOrder: TableShape[] = []
  for (let tablesLeft = rows; tablesLeft.length > 0; ) {
    const names = new Set(tablesLeft.map(({ name }) => name))
    const free = tablesLeft.filter(({ refers }) => !refers.some((other) => names.has(other)))
    assert(free.length > 0, `These tables refer to each other in a circle: ${[...names].join(', ')}`)
    inOrder.push(...free.map(({ name, columns, numbers }) => ({ name, columns, numbers })))
    tablesLeft = tablesLeft.filter((table) => !free.includes(table))
  }
  return inOrder
}

/** The names of the applied migrations, oldest first. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from drizzle.__drizzle_migrations order by id`)
  return rows.map(({ name }) => name)
}

/** Whether the database has the tables of a shop, empty or not. */
export async function hasTables(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('public.users') is not null as has`)
  return rows[0]?.has ?? false
}
