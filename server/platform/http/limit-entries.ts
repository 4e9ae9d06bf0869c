import { rateLimitedLog } from '#server/platform/lib/rate-limited-log.ts'

/** The most log entries a minute about one kind of warning or error. */
const ENTRIES_A_MINUTE = 20
const WARN_LEVEL = 40

type LogArguments = [about: unknown, sentence?: string, ...values: unknown[]]
type Write = (...given: LogArguments) => void

/** Pino's hook that limits how often the same warning or error is logged, since anybody can cause many of them. */
export function limitEntries() {
  let tell: (leftOut: number) => void
  const limitedLog = rateLimitedLog(ENTRIES_A_MINUTE, (leftOut) => tell(leftOut))
  return function logMethod(this: unknown, args: LogArguments, write: Write, level: number) {
    if (level < WARN_LEVEL) return write.apply(this, args)
    tell = (leftOut) => write.call(this, { leftOut }, 'Warnings or errors happened more often than was logged.')
    limitedLog(() => write.apply(this, args), kindOf(args))
  }
}

/** What is the same each time that it happens: the sentence, and where in the code it was thrown. */
function kindOf([about, sentence]: LogArguments) {
  const { err, error = err ?? about } = (about ?? {}) as { err?: unknown; error?: unknown }
  if (!(error instanceof Error)) return sentence ?? String(about)
  const { name, code, stack = '' } = error as Error & { code?: unknown }
  return [sentence, name, code, stack.slice(stack.indexOf('\n    at '))].join(' ')
}
