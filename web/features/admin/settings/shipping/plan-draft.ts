// The shipping plan as the seller types it: one text of the form of settings, with its numbers as texts.
import { z } from 'zod'
import { SHIPPING_PLAN } from '#contract/admin/messages.ts'
import { type PlanMethod, ShippingPlan } from '#contract/admin/shipping-plan.ts'
import { parseCents, parseNumber } from '#contract/amounts.ts'
import { formatDecimal } from '#contract/money.ts'
import { SHIPPING_PLAN_TEXTS } from '../../../../texts/admin-shipping.ts'

const MethodDraft = z.object({
  id: z.string(),
  name: z.string(),
  by: z.enum(['pieces', 'grams', 'goods']),
  /** An empty `upTo` is that of the last band. */
  bands: z.array(z.object({ upTo: z.string(), price: z.string() })),
  freeFrom: z.string(),
  days: z.string(),
})
export type MethodDraft = z.infer<typeof MethodDraft>

const ZoneDraft = z.object({ name: z.string(), places: z.array(z.string()), methods: z.array(MethodDraft) })
export type ZoneDraft = z.infer<typeof ZoneDraft>

const PickupDraft = z.object({ address: z.string(), hours: z.string() })
export type PickupDraft = z.infer<typeof PickupDraft>

const PlanDraft = z.object({
  zones: z.array(ZoneDraft),
  pickup: PickupDraft.nullable(),
  usualGrams: z.string(),
  packingGrams: z.string(),
})
export type PlanDraft = z.infer<typeof PlanDraft>

/** The plans to start from, at the figures of a shop without one. */
export const STARTS = {
  one: ({ shippingOne }: Figures) => startOf('pieces', [{ upTo: '', price: shippingOne }]),
  pieces: ({ shippingOne, shippingMore }: Figures) =>
    startOf('pieces', [
      { upTo: '1', price: shippingOne },
      { upTo: '', price: shippingMore },
    ]),
  weight: ({ shippingOne, shippingMore }: Figures) =>
    startOf('grams', [
      { upTo: '450', price: shippingOne },
      { upTo: '', price: shippingMore },
    ]),
}

type Figures = { shippingOne: string; shippingMore: string }

const startOf = (by: MethodDraft['by'], bands: MethodDraft['bands']): PlanDraft => ({
  zones: [{ name: SHIPPING_PLAN_TEXTS.home, places: ['US'], methods: [{ ...newMethod(), by, bands }] }],
  pickup: null,
  usualGrams: '250',
  packingGrams: '100',
})

/** A way to ship for one price that is not typed yet. */
export const newMethod = (): MethodDraft => ({
  id: `m-${crypto.randomUUID().slice(0, 8)}`,
  name: SHIPPING_PLAN_TEXTS.standard,
  by: 'pieces',
  bands: [{ upTo: '', price: '' }],
  freeFrom: '',
  days: '',
})

/** A copy of a group of places for other ones, whose prices are to be changed. */
export const newZone = ({ methods }: ZoneDraft, name: string, places: string[]): ZoneDraft => ({
  name,
  places,
  methods: methods.map((method) => ({ ...method, id: newMethod().id })),
})

/** The draft in a text of the form; null for the empty text, and for one of another shape. */
export function draftIn(text: string): PlanDraft | null {
  if (!text) return null
  return PlanDraft.safeParse(JSON.parse(text)).data ?? null
}

/** The text of a draft. */
export const textOfDraft = (draft: PlanDraft) => JSON.stringify(draft)

/** The text of a saved plan; empty without one. */
export const planText = (plan: ShippingPlan | null) => (plan ? textOfDraft(draftOf(plan)) : '')

function draftOf({ zones, pickup, usualGrams, packingGrams }: ShippingPlan): PlanDraft {
  return {
    zones: zones.map(({ name, places, methods }) => ({ name, places, methods: methods.map(methodDraftOf) })),
    pickup: pickup ?? null,
    usualGrams: String(usualGrams),
    packingGrams: String(packingGrams),
  }
}

const methodDraftOf = ({ id, name, by, bands, freeFrom, days }: PlanMethod): MethodDraft => ({
  ...{ id, name, by },
  bands: bands.map(({ upTo, price }) => ({
    upTo: upTo === null ? '' : by === 'goods' ? formatDecimal(upTo) : String(upTo),
    price: formatDecimal(price),
  })),
  freeFrom: freeFrom === undefined ? '' : formatDecimal(freeFrom),
  days: days ? (days.from === days.to ? String(days.to) : `${days.from}-${days.to}`) : '',
})

/** The plan of a text: null for the empty one, and the error of one that cannot be saved. */
export function planOf(text: string): { plan: ShippingPlan | null; problem: string | null } {
  const draft = draftIn(text)
  if (!draft) return { plan: null, problem: null }
  const plan = readPlan(draft)
  const { error } = z.safeEncode(ShippingPlan, plan)
  return error ? { plan: null, problem: sentenceOf(error, draft) } : { plan, problem: null }
}

function readPlan({ zones, pickup, usualGrams, packingGrams }: PlanDraft): ShippingPlan {
  return {
    zones: zones.map(({ name, places, methods }) => ({ name: name.trim(), places, methods: methods.map(readMethod) })),
    ...(pickup && { pickup }),
    usualGrams: numberIn(usualGrams),
    packingGrams: numberIn(packingGrams),
  }
}

function readMethod({ id, name, by, bands, freeFrom, days }: MethodDraft): PlanMethod {
  const size = by === 'goods' ? centsIn : numberIn
  return {
    ...{ id, name: name.trim(), by },
    bands: bands.map(({ upTo, price }, place) => ({
      upTo: place === bands.length - 1 ? null : size(upTo),
      price: centsIn(price),
    })),
    ...(freeFrom.trim() && { freeFrom: centsIn(freeFrom) }),
    ...(days.trim() && { days: daysIn(days) }),
  }
}

const centsIn = (text: string) => parseCents(text) ?? Number.NaN
const numberIn = (text: string) => parseNumber(text) ?? Number.NaN

function daysIn(text: string) {
  const [, from, to = from] = /^(\d{1,3})(?:\s*(?:-|–|to)\s*(\d{1,3}))?$/.exec(text.trim()) ?? []
  return { from: Number(from ?? Number.NaN), to: Number(to ?? Number.NaN) }
}

/** The sentence on the first error, with the group of places that it is in. */
function sentenceOf({ issues }: z.core.$ZodError, { zones }: PlanDraft) {
  const [issue] = issues
  const [field, place] = issue?.path ?? []
  const zone = field === 'zones' && typeof place === 'number' && zones.length > 1 ? zones[place]?.name : undefined
  const isOurs = issue?.code === 'custom' || OURS.has(issue?.message ?? '')
  const sentence = isOurs ? (issue?.message ?? '') : SHIPPING_PLAN.enterNumbers
  return zone ? `${zone}: ${sentence}` : sentence
}

const OURS = new Set<string>(Object.values(SHIPPING_PLAN).filter((text) => typeof text === 'string'))
