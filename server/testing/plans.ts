// Query plans: which statements a piece of work sends, and how PostgreSQL reads the rows that they need.
import type pg from 'pg'

export type Statement = { text: string; values: unknown[] }

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** The statement that a client was asked to run. */
export function statementOf(config: pg.QueryConfig | string, values?: unknown[]): Statement {
  const { text, values: ownValues = [] } = typeof config === 'string' ? { text: config } : config
  return { text, values: values ?? ownValues }
}

/** Whether the statement reads and nothing else. Those with a row lock count. */
export const isReading = ({ text }: Statement) =>
  /^\s*(select|with)/i.test(text) && !/\b(insert into|update|delete from) /i.test(text)

/** How PostgreSQL runs the statement, which it does, and the milliseconds that it takes. */
export async function planOf(client: Pick<pg.Client, 'query'>, { text, values }: Statement) {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  )
  const plan = rows[0]?.['QUERY PLAN'][0]
  if (!plan) throw new Error('There is no plan.')
  return { plan: plan.Plan, ms: plan['Execution Time'] }
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const rowsOf = (node: Plan) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

/** How many rows of tables the plan reads, those included that it then leaves out. */
export const rowsRead = (plan: Plan) =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce((sum, node) => sum + rowsOf(node), 0)

/** Indexes of which the plan reads entries and not the rows that they are of. */
export const indexesReadAlone = (plan: Plan) =>
  nodesOf(plan).flatMap((node) => (node['Node Type'] === 'Index Only Scan' ? [node['Index Name'] ?? ''] : []))

/** Tables that the plan reads from their beginning, each with how many rows of it. */
export const scannedTables = (plan: Plan) =>
  nodesOf(plan).flatMap((node) =>
    node['Node Type'] === 'Seq Scan' ? [{ table: node['Relation Name'] ?? '', rows: rowsOf(node) }] : [],
  )
