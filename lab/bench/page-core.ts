import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Leaves the last core to the processes of pages: this process and all that it starts use the other ones. Returns the
 * flags that have Chromium start a page's process there; none on one core, or where there is no `taskset` (util-linux).
 */
export function reservePageCore(): string[] {
  const last = availableParallelism() - 1
  if (last === 0) return []
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `0-${last - 1}`, String(process.pid)])
  } catch {
    return []
  }
  // The zygote forks pages itself, without a command.
  return ['--no-zygote', `--renderer-cmd-prefix="taskset --cpu-list ${last}"`]
}
