// The shipping plan as the seller types it: one text of the form of settings, with its numbers as texts.
import { z } from 'zod'
import { HOME } from '#contract/addresses.ts'
import { SHIPPING_PLAN } from '#contract/admin/messages.ts'
import { type PlanMethod, ShippingPlan } from '#contract/admin/shipping-plan.ts'
import { parseCents } from '#contract/amounts.ts'
import { formatDecimal } from '#contract/money.ts'
import { parseNumber } from '#contract/numbers.ts'
import { SHIPPING_PLAN_TEXTS } from '#web/texts/admin-shipping.ts'
import { dayRangeText, parsedDayRange } from '../day-range.ts'

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
  originCountry: z.string().default(HOME),
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
  zones: [
    {
      name: SHIPPING_PLAN_TEXTS.home,
      places: ['US'],
      methods: [{ ...newMethod(SHIPPING_PLAN_TEXTS.standard), by, bands }],
    },
  ],
  pickup: null,
  usualGrams: '250',
  packingGrams: '100',
  originCountry: HOME,
})

/** A way to ship for one price that is not typed yet. */
export const newMethod = (name = ''): MethodDraft => ({
  id: `m-${crypto.randomUUID().slice(0, 8)}`,
  name,
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

function draftOf({ zones, pickup, usualGrams, packingGrams, originCountry = HOME }: ShippingPlan): PlanDraft {
  return {
    zones: zones.map(({ name, places, methods }) => ({ name, places, methods: methods.map(methodDraftOf) })),
    pickup: pickup ?? null,
    usualGrams: String(usualGrams),
    packingGrams: String(packingGrams),
    originCountry,
  }
}

const methodDraftOf = ({ id, name, by, bands, freeFrom, days }: PlanMethod): MethodDraft => ({
  ...{ id, name, by },
  bands: bands.map(({ upTo, price }) => ({
    upTo: upTo === null ? '' : by === 'goods' ? formatDecimal(upTo) : String(upTo),
    price: formatDecimal(price),
  })),
  freeFrom: freeFrom === undefined ? '' : formatDecimal(freeFrom),
  days: days ? dayRangeText(days) : '',
})

/** The errors of a plan by their paths, such as `zones.0.methods.0.bands.1.price`. */
export type PlanErrors = Readonly<Record<string, string>>

const NO_ERRORS: PlanErrors = {}

/** The plan of a text: null for the empty one, and for one with errors, which cannot be saved. */
export function planOf(text: string): { plan: ShippingPlan | null; errors: PlanErrors } {
  const draft = draftIn(text)
  if (!draft) return { plan: null, errors: NO_ERRORS }
  const plan = readPlan(draft)
  const { error } = z.safeEncode(ShippingPlan, plan)
  if (!error) return { plan, errors: NO_ERRORS }
  const errors = error.issues.map((issue) => [issue.path.join('.'), sentenceOf(issue, draft)])
  return { plan: null, errors: Object.fromEntries(errors) }
}

/** The first error, of those that have no field of their own or of all; undefined without one. */
export const firstError = (errors: PlanErrors, of: 'all' | 'without field' = 'all') =>
  Object.entries(errors).find(([path]) => of === 'all' || !FIELD_PATTERN.test(path))?.[1]

const FIELD_PATTERN = /\.(name|upTo|price|freeFrom|days\.from|days\.to)$|^(usualGrams|packingGrams|pickup\..+)$/

function readPlan({ zones, pickup, usualGrams, packingGrams, originCountry }: PlanDraft): ShippingPlan {
  return {
    zones: zones.map(({ name, places, methods }) => ({ name: name.trim(), places, methods: methods.map(readMethod) })),
    ...(pickup && { pickup }),
    usualGrams: numberIn(usualGrams),
    packingGrams: numberIn(packingGrams),
    ...(originCountry !== HOME && { originCountry }),
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
    ...(days.trim() && { days: parsedDayRange(days) ?? { from: Number.NaN, to: Number.NaN } }),
  }
}

const centsIn = (text: string) => parseCents(text) ?? Number.NaN
const numberIn = (text: string) => parseNumber(text) ?? Number.NaN

/** The sentence on an error. One without a field names its group of places. */
function sentenceOf({ path, code, message }: z.core.$ZodIssue, { zones }: PlanDraft) {
  const sentence = code === 'custom' || OURS.has(message) ? message : SHIPPING_PLAN.enterNumbers
  const [field, place] = path
  const zone = field === 'zones' && zones.length > 1 ? zones[Number(place)]?.name : undefined
  return zone && !FIELD_PATTERN.test(path.join('.')) ? `${zone}: ${sentence}` : sentence
}

const OURS = new Set<string>(Object.values(SHIPPING_PLAN).filter((text) => typeof text === 'string'))
