import { z } from 'zod'
import type { SquareError } from './errors.ts'
import { type Blow, isEnding, type Moment, type Strike } from './fault-effects.ts'
import { OPERATIONS } from './operations.ts'

const yes = z.literal(true)
const Milliseconds = z.int().min(0).max(600_000)
const ErrorStatus = z.int().min(400).max(599)
// Codes are an open set: what is not in the description must be bearable too.
const Errors = z
  .array(z.looseObject({ category: z.string(), code: z.string() }))
  .transform((all) => all as SquareError[])

const AnyBlow: z.ZodType<Blow> = z.union([
  z.strictObject({ delay: Milliseconds }),
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
const ALTERABLE = NAMES.filter((name) => !name.startsWith('list') && name !== 'cancelByKey')

/** Where a blow can fall, and when, unless it is anywhere: those of the answer fall on every operation. */
const PLACES: Record<string, { on: readonly string[]; when?: Moment }> = {
  alter: { on: ALTERABLE, when: 'after' },
  decline: { on: ['createPayment'], when: 'before' },
  lag: { on: ['listPayments'], when: 'before' },
  repeatRow: { on: ['listPayments'], when: 'before' },
  pageSize: { on: ['listPayments'], when: 'before' },
  pending: { on: ['getRefund'], when: 'before' },
  lose: { on: ['webhook'] },
  duplicate: { on: ['webhook'] },
  reverse: { on: ['webhook'] },
  first: { on: ['webhook'] },
  delay: { on: [...NAMES, 'any', 'webhook'] },
}
const ANYWHERE: { on: readonly string[]; when?: Moment } = { on: [...NAMES, 'any'] }
const placeOf = (blow: Blow) => PLACES[Object.keys(blow)[0] ?? ''] ?? ANYWHERE

/** A fault on the wire: what it does, on which operation, before or after the effect, how many times (for ever). */
export const Fault = z
  .strictObject({
    on: z.enum([...NAMES, 'any', 'webhook']),
    when: z.enum(['before', 'after']).optional(),
    times: z.int().min(1).optional(),
    do: AnyBlow,
  })
  .refine((fault) => placeOf(fault.do).on.includes(fault.on), 'It does not happen there')
  .refine((fault) => !fault.when || (placeOf(fault.do).when ?? fault.when) === fault.when, 'It does not happen then')
export type Fault = z.infer<typeof Fault>

/** The faults in force: `replace` sets them, `strike` lets them fall. */
export function openFaults(): { replace(faults: Fault[]): void; strike: Strike } {
  let live: { fault: Fault; when: Moment; left: number }[] = []
  return {
    replace(faults) {
      live = faults.map((fault) => ({
        fault,
        when: placeOf(fault.do).when ?? fault.when ?? 'before',
        left: fault.times ?? Number.POSITIVE_INFINITY,
      }))
    },
    strike(on, when) {
      const struck: Blow[] = []
      for (const one of live) {
        const isHere = one.fault.on === on || (one.fault.on === 'any' && on !== 'webhook')
        const isNow = on === 'webhook' || one.when === when
        if (!isHere || !isNow || one.left === 0) continue
        one.left--
        struck.push(one.fault.do)
        if (isEnding(one.fault.do)) break
      }
      return struck
    },
  }
}
