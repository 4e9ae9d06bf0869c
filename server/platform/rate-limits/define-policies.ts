import type { ErrorCode } from '#server/errors.ts'

/** At most `most` in `seconds`, counted from the first action; with `delays`, from the latest. */
type Rule = { most: number; seconds: number; delays?: Delays }

/** Beyond `most`, the rule admits one more after each delay, up to this `most`. Delays double, in seconds. */
type Delays = { first: number; longest: number; most: number }

/**
 * The kinds of rate limit keys: an account (by user id or email address; at sign-in by the device mark of a known
 * browser), a network address, the whole shop, or any other thing by its id, which the log may have.
 */
type KeyKind = string

/** The outcome of an action: success or an error code. */
export type Outcome = 'success' | ErrorCode

type PolicyFields = {
  /** The message before "Please try again in …". */
  sentence: string
  per: Record<KeyKind, Rule>
  /** The outcomes that count; all of them by default. */
  counts?: readonly Outcome[]
  /** The error code and whole message of an alternative to waiting, such as the robot check. */
  asksFor?: 'robot_check_required'
  /** A success resets the counters of this kind, which count failures in a row. */
  inARow?: KeyKind
  /** The counters stay when the user is deleted, or else another account would begin with new ones. */
  outlivesUser?: true
}

/** The rate limits of an action. Its counters bear its name. */
export type Policy = PolicyFields & { name: string }

/** Policies by the names of their actions, each of which occurs once in the shop. */
export const definePolicies = <const P extends Record<string, PolicyFields>>(policies: P) =>
  Object.fromEntries(Object.entries(policies).map(([name, policy]) => [name, { ...policy, name }])) as {
    [Name in keyof P]: P[Name] & { name: Name }
  }

export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The keys that an action is counted by, besides the network address of the request and the shop. */
export type RateLimitKeys<P extends Policy> = { [Kind in Exclude<keyof P['per'], 'address' | 'shop'>]: string }

export type AnyRateLimitKeys = Partial<Record<KeyKind, string>>

/** One counter: its name (unique within a call), its key and its limit. */
export type Counter = Rule & { name: string; subject: string; isInARow: boolean; kind?: string }

const counterName = ({ name }: Policy, kind: string) => `${name} per ${kind}`

/** The name of the counter of an action that the whole shop shares. */
export const shopCounterName = (policy: Policy) => counterName(policy, 'shop')

/** The counters of an action for these keys. */
export const countersOf = (policy: Policy, keys: AnyRateLimitKeys): Counter[] =>
  Object.entries(policy.per).flatMap(([kind, rule]) => {
    const subject = keys[kind]
    return subject === undefined
      ? []
      : [{ ...rule, name: counterName(policy, kind), subject, kind, isInARow: kind === policy.inARow }]
  })
