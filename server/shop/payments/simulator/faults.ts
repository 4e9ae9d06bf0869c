import { z } from 'zod'
import type { SquareError } from '../square-api.ts'
import { type FaultEffect, isEnding, type Phase, type TakeEffects } from './fault-effects.ts'
import { OPERATIONS } from './operations.ts'

const yes = z.literal(true)
const Milliseconds = z.int().min(0).max(600_000)
const ErrorStatus = z.int().min(400).max(599)
// Codes are an open set: the shop must bear codes that the published contract lacks.
const Errors = z
  .array(z.looseObject({ category: z.string(), code: z.string() }))
  .transform((all) => all as SquareError[])

const AnyEffect: z.ZodType<FaultEffect> = z.union([
  z.strictObject({ delay: Milliseconds }),
  z.strictObject({ wait: yes }),
  z.strictObject({ hang: yes }),
  z.strictObject({ reset: yes }),
  z.strictObject({ stall: yes }),
  z.strictObject({ cutOff: yes }),
  z.strictObject({ html: z.int().min(200).max(599) }),
  z.strictObject({ status: ErrorStatus, errors: Errors.optional(), retryAfter: z.int().min(0).optional() }),
  z.strictObject({ empty: yes }),
  z.strictObject({ alter: z.record(z.string(), z.unknown()) }),
  z.strictObject({ decline: z.string().min(1) }),
  z.strictObject({ lag: Milliseconds }),
  z.strictObject({ repeatRow: yes }),
  z.strictObject({ pageSize: z.int().min(1).max(100) }),
  z.strictObject({ pending: yes }),
  z.strictObject({ lose: yes }),
  z.strictObject({ duplicate: z.int().min(2).max(1000) }),
  z.strictObject({ reverse: z.int().min(2).max(100) }),
  z.strictObject({ first: yes }),
])

const NAMES = OPERATIONS.map(({ name }) => name)
const ALTERABLE = NAMES.filter(
  (name) => name === 'listLocations' || !(name.startsWith('list') || name === 'cancelByKey'),
)

/** The operations of an effect and when it applies; an effect without an entry applies to every operation. */
const SCOPES: Record<string, { on: readonly string[]; when?: Phase }> = {
  alter: { on: ALTERABLE, when: 'after' },
  decline: { on: ['createPayment'], when: 'before' },
  lag: { on: ['listPayments'], when: 'before' },
  repeatRow: { on: ['listPayments'], when: 'before' },
  pageSize: { on: ['listPayments', 'listPayouts', 'listPayoutEntries'], when: 'before' },
  pending: { on: ['getRefund'], when: 'before' },
  lose: { on: ['webhook'] },
  duplicate: { on: ['webhook'] },
  reverse: { on: ['webhook'] },
  first: { on: ['webhook'] },
  delay: { on: [...NAMES, 'any', 'webhook'] },
}
const ANY_OPERATION: { on: readonly string[]; when?: Phase } = { on: [...NAMES, 'any'] }
const scopeOf = (effect: FaultEffect) => SCOPES[Object.keys(effect)[0] ?? ''] ?? ANY_OPERATION

/** A fault in JSON: its effect, the operation, before or after the work, and how often (without `times`, always). */
export const Fault = z
  .strictObject({
    on: z.enum([...NAMES, 'any', 'webhook']),
    when: z.enum(['before', 'after']).optional(),
    times: z.int().min(1).optional(),
    do: AnyEffect,
  })
  .refine((fault) => scopeOf(fault.do).on.includes(fault.on), 'It does not happen there')
  .refine((fault) => !fault.when || (scopeOf(fault.do).when ?? fault.when) === fault.when, 'It does not happen then')
export type Fault = z.infer<typeof Fault>

/** The active faults: `replace` sets them, `takeEffects` uses them up, `replaced` is the signal of their end. */
export function openFaults(): { replace(faults: Fault[]): void; takeEffects: TakeEffects; replaced(): AbortSignal } {
  let active: { fault: Fault; when: Phase; left: number }[] = []
  let replacing = new AbortController()
  return {
    replaced: () => replacing.signal,
    replace(faults) {
      replacing.abort()
      replacing = new AbortController()
      active = faults.map((fault) => ({
        fault,
        when: scopeOf(fault.do).when ?? fault.when ?? 'before',
        left: fault.times ?? Number.POSITIVE_INFINITY,
      }))
    },
    takeEffects(on, when) {
      const effects: FaultEffect[] = []
      for (const entry of active) {
        const isHere = entry.fault.on === on || (entry.fault.on === 'any' && on !== 'webhook')
        const isNow = on === 'webhook' || entry.when === when
        if (!isHere || !isNow || entry.left === 0) continue
        entry.left--
        effects.push(entry.fault.do)
        if (isEnding(entry.fault.do)) break
      }
      return effects
    },
  }
}
