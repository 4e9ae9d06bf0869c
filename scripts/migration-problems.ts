// Checks that a migration can run while the version before serves from the same tables, as CONTRIBUTING.md asks: Squawk
// finds what breaks old code or locks a table for long, and a few rules of our own what it does not know.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SQUAWK = join(import.meta.dirname, '../node_modules/.bin/squawk')

/** Matters of taste, and the timeouts, which server/shop/database/migrate.ts sets. */
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
const TAKES_AWAY_PATTERN = /^(ban-drop-(?!not-null)|renaming-|changing-column-type|dropped-object)/

const CONTRACTION_PATTERN = /^\d{14}_contract_(\d{14})_/

export type Migration = { name: string; text: string }
type Finding = { rule: string; message: string }
type Statement = { sql: string; allowed: string[]; line: number }

/** The problems of a migration, as sentences, given those before it. Empty when it may run beside the version before. */
export function migrationProblems({ name, text }: Migration, before: Migration[]): string[] {
  const statements = statementsOf(text)
  const createdTables = namesIn(text, CREATED_TABLE_PATTERN)
  const tables = statements
    .flatMap(({ sql }) => namesIn(sql, USED_TABLE_PATTERN))
    .filter((table) => !createdTables.includes(table))
  const isConcurrent = /\bconcurrently\b/i.test(text)
  const [, expanding] = CONTRACTION_PATTERN.exec(name) ?? []
  const isContraction = before.some((earlier) => earlier.name.startsWith(`${expanding}_`))
  const findings = [
    ...squawkFindings(text, isConcurrent).map(({ line, ...finding }) => ({
      ...finding,
      statement: at(statements, line),
    })),
    ...statements.flatMap((statement) =>
      ownFindings(statement.sql, createdTables).map((finding) => ({ ...finding, statement })),
    ),
  ].flatMap(({ rule, message, statement }) => {
    const isAllowed = statement.allowed.includes(rule)
    if (isAllowed && TAKES_AWAY_PATTERN.test(rule) && !isContraction)
      return [`${rule}: only a migration named contract_<stamp of the expanding migration>_… may do this.`]
    return isAllowed ? [] : [`${rule}: ${message}`]
  })
  const usedTables = [...new Set(tables)]
  if (usedTables.length > 1)
    findings.push(`one-table: it changes ${usedTables.join(', ')}; a migration changes one table that is in use.`)
  if (isConcurrent && statements.some(({ sql }) => !/\bconcurrently\b/i.test(sql)))
    findings.push(
      'concurrent-alone: what is concurrent runs outside of a transaction, so it has a migration of its own.',
    )
  return findings.map((problem) => `${name}: ${problem}`)
}

const CREATED_TABLE_PATTERN = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi
const USED_TABLE_PATTERN =
  /\b(?:alter\s+table|create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?"?\w+"?\s+on|create\s+(?:or\s+replace\s+)?trigger\s+"?\w+"?[^;]*?\son|(?<!\bon )update|delete\s+from|insert\s+into|truncate)\s+"?(\w+)"?/gi

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** What Squawk does not know. The first words of a statement say enough; bodies of functions are not read. */
function ownFindings(sql: string, createdTables: string[]): Finding[] {
  const [table] = namesIn(sql, USED_TABLE_PATTERN)
  const isInUse = table !== undefined && !createdTables.includes(table)
  return [
    {
      rule: 'function-elsewhere',
      holds: /^create\s+(or\s+replace\s+)?(function|(constraint\s+)?trigger)\b/i.test(sql),
      message: 'it belongs into a folder of functions, whose files replace what has another text.',
    },
    {
      rule: 'drop-if-exists',
      holds: /^drop\s+(function|trigger)\s+(?!if\s+exists\b)/i.test(sql),
      message: 'a new database never had it: drop it if it exists.',
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
    const allowedRules = [...part.matchAll(/^--\s*Allowed, ([\w-]+): \S.{9,}$/gim)].map(([, rule = '']) => rule)
    const statement = { sql: part.replace(/^\s*--.*$/gm, '').trim(), allowed: allowedRules, line }
    line += part.split('\n').length - 1
    return statement
  })
}

const at = (statements: Statement[], line: number) =>
  statements.findLast((statement) => statement.line <= line) ?? { sql: '', allowed: [], line: 0 }

type SquawkReport = { line: number; message: string; rule_name: string }

function squawkFindings(text: string, isConcurrent: boolean): (Finding & { line: number })[] {
  const options = ['--reporter=json', '--pg-version=18', `--exclude=${NOT_OURS.join(',')}`]
  const words = isConcurrent ? options : [...options, '--assume-in-transaction']
  const { stdout, error, stderr } = spawnSync(SQUAWK, words, { input: text, encoding: 'utf8' })
  if (error || !stdout.startsWith('[')) throw new Error(`Squawk did not run: ${error?.message ?? stderr}`)
  return (JSON.parse(stdout) as SquawkReport[]).map(({ rule_name: rule, message, line }) => ({ rule, message, line }))
}

/** The migrations of that folder with these names. */
export const readMigrations = (folder: string, names: string[]): Migration[] =>
  names.map((name) => ({ name, text: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }))
