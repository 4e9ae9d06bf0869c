import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'

/** `isQuiet` when its errors are of no interest, as those about a visitor's file. */
type Limits = Pick<ForkOptions, 'env' | 'execArgv'> & { timeoutMs?: number; isQuiet?: boolean }

/**
 * Sends a task to a child process that runs this module, and returns its one answer. Null when the child ends without
 * one, or is killed because it took too long.
 */
export async function answerOfChild<Answer>(
  module: URL,
  task: object,
  { env, execArgv = [], timeoutMs, isQuiet }: Limits = {},
) {
  const child = fork(module, {
    execArgv,
    ...(env && { env }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', isQuiet ? 'ignore' : 'inherit', 'ipc'],
  })
  const timer = timeoutMs && setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const childAnswer = Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])])
  child.send(task)
  const [answer] = (await childAnswer) as [Answer?]
  clearTimeout(timer)
  child.kill('SIGKILL')
  return answer ?? null
}
