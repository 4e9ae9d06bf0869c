import { expect, test } from 'vitest'
import { knownMigrations } from '#server/shop/database/migrate.ts'
import { functionsHash, MIGRATIONS, recordedHash } from './functions-hash.ts'
import { migrationProblems, readMigrations } from './migration-problems.ts'

const [baseline = '', ...later] = await knownMigrations()

test('every migration can run while the version before serves from the same tables', () => {
  const migrations = readMigrations(MIGRATIONS, later)
  expect(migrations.flatMap((it, index) => migrationProblems(it, migrations.slice(0, index)))).toEqual([])
})

test('a new database begins with the baseline', () => {
  expect(baseline).toMatch(/_baseline$/)
})

test('functions that have changed come with a migration: npm run migration -- --custom --name what_changes', async () => {
  expect(await recordedHash()).toBe(functionsHash())
})

const EXPANDING = '20990101000000_glaze'
const BEFORE = [{ name: EXPANDING, text: 'alter table products add column glaze text' }]
const problemsOf = (text: string, name = '20990201000000_change') => migrationProblems({ name, text }, BEFORE)

test.for([
  'alter table products add column glaze text',
  `alter table products add column glaze text default '' not null`,
  'create table glazes (id uuid primary key, name text not null);--> statement-breakpoint\ncreate unique index glazes_name on glazes (name)',
  'create index concurrently products_glaze on products (glaze)',
  '-- Allowed, new-constraint: no version writes a glaze yet.\nalter table products add constraint glazed check (glaze > 0) not valid',
  'alter table products validate constraint glazed',
  'alter table products alter column glaze set default 0',
  '-- Allowed, ban-drop-not-null: nobody writes null yet.\nalter table products alter column glaze drop not null',
])('may run beside old code: %s', (text) => {
  expect(problemsOf(text)).toEqual([])
})

test.for([
  ['ban-drop-column', 'alter table products drop column qty'],
  ['ban-drop-table', 'drop table products'],
  ['renaming-column', 'alter table products rename column qty to stock'],
  ['ban-drop-not-null', 'alter table products alter column glaze drop not null'],
  ['renaming-table', 'alter table products rename to pieces'],
  ['changing-column-type', 'alter table products alter column qty type bigint'],
  ['adding-required-field', 'alter table products add column glaze text not null'],
  ['adding-not-nullable-field', 'alter table products alter column glaze set not null'],
  ['adding-field-with-default', 'alter table products add column glazed_at timestamptz default clock_timestamp()'],
  ['constraint-missing-not-valid', 'alter table products add constraint glazed check (glaze > 0)'],
  ['adding-foreign-key-constraint', 'alter table products add constraint g foreign key (glaze) references users (id)'],
  ['new-constraint', 'alter table products add constraint glazed check (glaze > 0) not valid'],
  ['new-constraint', 'create unique index concurrently products_glaze on products (glaze)'],
  ['require-concurrent-index-creation', 'create index products_glaze on products (glaze)'],
  ['require-concurrent-index-deletion', 'drop index products_glaze'],
  ['function-elsewhere', 'create function price(cents int) returns int language sql as $$ select cents $$'],
  ['function-elsewhere', 'create or replace function glaze() returns int language sql as $$ select 2 $$'],
  ['function-elsewhere', 'create constraint trigger a after insert on products for each row execute function a()'],
  [
    'function-elsewhere',
    'create or replace trigger products_changed after update on products for each row execute function product_changed()',
  ],
  ['dropped-object', 'drop trigger if exists products_changed on products'],
  ['drop-if-exists', 'drop trigger products_changed on products'],
  ['fills-table', 'update products set glaze = 1'],
  ['one-table', 'alter table products add column a int;--> statement-breakpoint\nalter table orders add column a int'],
  [
    'concurrent-alone',
    'create index concurrently a on products (glaze);--> statement-breakpoint\nalter table products add column a int',
  ],
  ['new-constraint', '-- Allowed, new-constraint: x\nalter table products add constraint g check (a > 0) not valid'],
] as const)('is refused by the rule %s: %s', ([rule, text]) => {
  expect(problemsOf(text).join('\n')).toContain(`${rule}: `)
})

const DROP =
  '-- Allowed, ban-drop-column: nothing reads it since the glaze has a table.\nalter table products drop column glaze'

test.for([
  ['20990201000000_contract_20990101000000_glaze', true],
  ['20990201000000_contract_20980101000000_glaze', false],
  ['20990201000000_glaze', false],
] as const)('only a migration that contracts an earlier one takes something away: %s', ([name, isAllowed]) => {
  expect(problemsOf(DROP, name).length === 0).toBe(isAllowed)
})
