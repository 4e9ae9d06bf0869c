import { rateLimitedLog } from '../lib/rate-limited-log.ts'

/** The most log entries a minute about one kind of warning or error. */
const ENTRIES_A_MINUTE = 20
const WARN_LEVEL = 40

type Given = [about: unknown, sentence?: string, ...values: unknown[]]
type Write = (...given: Given) => void

/** Pino's hook that limits how often the same warning or error is logged, since anybody can cause many of them. */
export function limitEntries() {
  let tell: (leftOut: number) => void
  const limited = rateLimitedLog(ENTRIES_A_MINUTE, (leftOut) => tell(leftOut))
  return function logMethod(this: unknown, given: Given, write: Write, level: number) {
    if (level < WARN_LEVEL) return write.apply(this, given)
    tell = (leftOut) => write.call(this, { leftOut }, 'Warnings or errors happened more often than was logged.')
    limited(() => write.apply(this, given), kindOf(given))
  }
}

/** What is the same each time that it happens: the sentence, and where in the code it was thrown. */
function kindOf([about, sentence]: Given) {
  const { err, error = err ?? about } = (about ?? {}) as { err?: unknown; error?: unknown }
  if (!(error instanceof Error)) return sentence ?? String(about)
  const { name, code, stack = '' } = error as Error & { code?: unknown }
  return [sentence, name, code, stack.slice(stack.indexOf('\n    at '))].join(' ')
}
