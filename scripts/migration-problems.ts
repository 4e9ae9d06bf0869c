// Checks that a migration can run while the version before serves from the same tables, as CONTRIBUTING.md asks: Squawk
// finds what breaks old code or locks a table for long, and a few rules of our own what it does not know.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SQUAWK = join(import.meta.dirname, '../node_modules/.bin/squawk')

/** Matters of taste, and the timeouts, which server/db/migrate.ts sets. */
const NOT_OURS = [
  'ban-char-field',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-timestamp-tz',
  'require-enum-value-ordering',
  'require-lock-timeout',
  'require-statement-timeout',
]

/**
 * What takes something away from old code. Only a contracting migration may, and only with a reason. Null where there was
 * none is no loss until somebody writes it.
 */
const TAKES_AWAY = /^(ban-drop-(?!not-null)|renaming-|changing-column-type|dropped-object)/

const CONTRACTION = /^\d{14}_contract_(\d{14})_/

export type Migration = { name: string; text: string }
type Finding = { rule: string; message: string }
type Statement = { sql: string; allowed: string[]; line: number }

/** The problems of a migration, as sentences, given those before it. Empty when it may run beside the version before. */
export function migrationProblems({ name, text }: Migration, before: Migration[]): string[] {
  const statements = statementsOf(text)
  const created = namesIn(text, CREATED_TABLE)
  const tables = statements.flatMap(({ sql }) => namesIn(sql, USED_TABLE)).filter((table) => !created.includes(table))
  const isConcurrent = /\bconcurrently\b/i.test(text)
  const [, expanding] = CONTRACTION.exec(name) ?? []
  const isContraction = before.some((earlier) => earlier.name.startsWith(`${expanding}_`))
  const found = [
    ...squawkFindings(text, isConcurrent).map(({ line, ...finding }) => ({
      ...finding,
      statement: at(statements, line),
    })),
    ...statements.flatMap((statement) =>
      ownFindings(statement.sql, { created, before }).map((finding) => ({ ...finding, statement })),
    ),
  ].flatMap(({ rule, message, statement }) => {
    const isAllowed = statement.allowed.includes(rule)
    if (isAllowed && TAKES_AWAY.test(rule) && !isContraction)
      return [`${rule}: only a migration named contract_<stamp of the expanding migration>_… may do this.`]
    return isAllowed ? [] : [`${rule}: ${message}`]
  })
  const used = [...new Set(tables)]
  if (used.length > 1)
    found.push(`one-table: it changes ${used.join(', ')}; a migration changes one table that is in use.`)
  if (isConcurrent && statements.some(({ sql }) => !/\bconcurrently\b/i.test(sql)))
    found.push('concurrent-alone: what is concurrent runs outside of a transaction, so it has a migration of its own.')
  return found.map((problem) => `${name}: ${problem}`)
}

const CREATED_TABLE = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi
const USED_TABLE =
  /\b(?:alter\s+table|create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?"?\w+"?\s+on|create\s+(?:or\s+replace\s+)?trigger\s+"?\w+"?[^;]*?\son|update|delete\s+from|insert\s+into|truncate)\s+"?(\w+)"?/gi
const CREATED_FUNCTION = /\bcreate\s+(?:or\s+replace\s+)?function\s+"?(\w+)"?/gi

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

type Surroundings = { created: string[]; before: Migration[] }

/** What Squawk does not know. The first words of a statement say enough; bodies of functions are not read. */
function ownFindings(sql: string, { created, before }: Surroundings): Finding[] {
  const [table] = namesIn(sql, USED_TABLE)
  const isInUse = table !== undefined && !created.includes(table)
  const isReplaced = namesIn(sql, CREATED_FUNCTION).some((name) =>
    before.some(({ text }) => namesIn(text, CREATED_FUNCTION).includes(name)),
  )
  return [
    { rule: 'replaced-function', holds: isReplaced, message: 'say why it still does what old code expects of it.' },
    {
      rule: 'replaced-trigger',
      holds: /^create\s+or\s+replace\s+(constraint\s+)?trigger\b/i.test(sql),
      message: 'say why it still does what old code expects of it.',
    },
    {
      rule: 'dropped-object',
      holds: /^drop\s+(function|trigger|view|type|sequence|schema)\b/i.test(sql),
      message: 'old code may need it.',
    },
    {
      rule: 'new-constraint',
      holds: isInUse && /\badd\s+constraint\b/i.test(sql),
      message: 'say why old code never violates it.',
    },
    {
      rule: 'new-constraint',
      holds: isInUse && /^create\s+unique\b/i.test(sql),
      message: 'say why old code never violates it.',
    },
    {
      rule: 'fills-table',
      holds: isInUse && /^(update|delete|insert|truncate)\b/i.test(sql),
      message: 'it locks its rows until it ends: fill in batches, by a job or a command.',
    },
  ].filter(({ holds }) => holds)
}

/** The statements with the rules that the comments in front of them allow: `-- Allowed, <rule>: <reason>`. */
function statementsOf(text: string): Statement[] {
  let line = 0
  return text.split('--> statement-breakpoint').map((part) => {
    const allowed = [...part.matchAll(/^--\s*Allowed, ([\w-]+): \S.{9,}$/gim)].map(([, rule = '']) => rule)
    const statement = { sql: part.replace(/^\s*--.*$/gm, '').trim(), allowed, line }
    line += part.split('\n').length - 1
    return statement
  })
}

const at = (statements: Statement[], line: number) =>
  statements.findLast((statement) => statement.line <= line) ?? { sql: '', allowed: [], line: 0 }

type Reported = { line: number; message: string; rule_name: string }

function squawkFindings(text: string, isConcurrent: boolean): (Finding & { line: number })[] {
  const options = ['--reporter=json', '--pg-version=18', `--exclude=${NOT_OURS.join(',')}`]
  const words = isConcurrent ? options : [...options, '--assume-in-transaction']
  const { stdout, error, stderr } = spawnSync(SQUAWK, words, { input: text, encoding: 'utf8' })
  if (error || !stdout.startsWith('[')) throw new Error(`Squawk did not run: ${error?.message ?? stderr}`)
  return (JSON.parse(stdout) as Reported[]).map(({ rule_name: rule, message, line }) => ({ rule, message, line }))
}

/** The migrations of that folder with these names. */
export const readMigrations = (folder: string, names: string[]): Migration[] =>
  names.map((name) => ({ name, text: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }))
