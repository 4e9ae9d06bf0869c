// Lists the calls of the API in app/server/calls.txt, one in a line, so that a review sees on one page who may make which:
// `npm run calls`.
import { writeFileSync } from 'node:fs'
import { CALLS } from '#app/server/calls.ts'
import type { Call } from '#contract/calls/define-calls.ts'
import { toolOf } from '#features/mcp/server/tools.ts'
import { keyRightsOf, rightsInWords } from '#server/shop/accounts/key-rights.ts'

export const LIST = 'app/server/calls.txt'

/**
 * Method, path, access, the rights that API keys need one of, what the tool of assistants does, and id of every call, sorted
 * by path.
 */
export function callList(): string {
  const calls = Object.entries<Call>(CALLS).map(([name, call]) => {
    const [method = '', path = ''] = name.split(' ')
    const tool = toolOf(method, path, call)
    const toolDoes = tool ? (tool.isRead ? 'reads' : 'changes') : '-'
    return [method, path, call.access, rightsInWords(keyRightsOf(method, call)) || '-', toolDoes, call.id ?? '-']
  })
  const byPath = calls.toSorted(([method, path], [otherMethod, otherPath]) =>
    `${path} ${method}` < `${otherPath} ${otherMethod}` ? -1 : 1,
  )
  const rows = [['method', 'path', 'access', 'right of API keys', 'tool', 'id'], ...byPath]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

if (import.meta.main) {
  writeFileSync(LIST, callList())
  process.stdout.write(callList())
}
