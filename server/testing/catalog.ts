import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

const ownSchema = sql`'public'::regnamespace`
/** SQL condition: the object belongs to no extension. */
const isOurs = (oid: string) =>
  sql.raw(`not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`)

/**
 * All that the database defines in its schema, a line for each thing: extensions, tables, columns, sequences, constraints,
 * indexes, functions, triggers, types and comments. The order of the columns of a table is left out.
 */
export async function catalogOf(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select format('extension %s %s', extname, extversion) as line from pg_extension
    union all select format('relation %s %s persistence %s options %s rules %s security %s', oid::regclass, relkind,
        relpersistence, reloptions, relhasrules, relrowsecurity)
      from pg_class where relnamespace = ${ownSchema}
    union all select format('column %s.%s %s collate %s null %s identity %s generated %s default %s storage %s statistics %s',
        attrelid::regclass, attname, format_type(atttypid, atttypmod), nullif(attcollation, 0)::regcollation, not attnotnull,
        attidentity, attgenerated, pg_get_expr(adbin, adrelid), attstorage, attstattarget)
      from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = ${ownSchema} and relkind in ('r', 'v', 'm') and attnum > 0 and not attisdropped
    union all select format('sequence %s of %s.%s %s', s.seqrelid::regclass, d.refobjid::regclass, a.attname,
        (seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle))
      from pg_sequence s left join pg_depend d on d.objid = seqrelid and d.deptype in ('a', 'i')
        left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where s.seqrelid::regclass::text !~ '^drizzle[.]'
    union all select format('constraint %s on %s %s validated %s', conname, conrelid::regclass, pg_get_constraintdef(oid), convalidated)
      from pg_constraint where connamespace = ${ownSchema} and contype <> 'n'
    union all select format('index %s valid %s clustered %s', pg_get_indexdef(indexrelid), indisvalid, indisclustered)
      from pg_index join pg_class c on c.oid = indrelid where c.relnamespace = ${ownSchema}
    union all select format('function %s', pg_get_functiondef(oid))
      from pg_proc where pronamespace = ${ownSchema} and ${isOurs('pg_proc.oid')}
    union all select format('trigger %s enabled %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    union all select format('type %s %s', typname, typtype) from pg_type
      where typnamespace = ${ownSchema} and typtype <> 'c' and typelem = 0 and ${isOurs('pg_type.oid')}
    union all select format('comment %s %s', pg_describe_object(classoid, objoid, objsubid), description)
      from pg_description where objoid >= 16384
    order by 1`)
  return rows.map(({ line }) => line)
}
