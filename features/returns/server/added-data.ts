// What pages show of the return policy and of what shipping costs, and what changes it.
import { z } from 'zod'
import type { Zone } from '#contract/admin/shipping-plan.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FeatureReads } from '#server/shop/added-data.ts'
import { SETTINGS } from '#server/shop/public-tags.ts'
import { orderTerms } from '#server/shop/settings/settings.ts'
import { methodsTo } from '#server/shop/shipping/rates.ts'
import type { ReturnPolicy } from '../admin-contract.ts'
import type { WithdrawalView } from '../contract.ts'
import type { OfferTerms, ShippedZone } from '../offer-terms.ts'
import { savedPolicy } from './policy.ts'

declare module '#contract/rendering.ts' {
  interface AddedData {
    /** Return policy and shipping, for the structured data of products. */
    offerTerms: OfferTerms
  }

  interface AddedPlainPages {
    withdrawal: WithdrawalView
  }
}

export const returnReads: FeatureReads = {
  offerTerms: { read: async (db) => ({ value: await offerTerms(db), tags: [SETTINGS] }) },
}

async function offerTerms(db: Db): Promise<OfferTerms> {
  const [policy, terms] = await Promise.all([savedPolicy(db), orderTerms(db)])
  const zones = terms.shipping ? terms.shipping.zones : HOME_ZONE
  return {
    policy: policy satisfies ReturnPolicy | null,
    zones: zones.map(({ places }): ShippedZone => ({ places, methods: methodsOf(terms, places) })),
    shipDays: terms.shipDays,
  }
}

/** The 50 states, to which a shop without a plan ships. */
const HOME_ZONE: Pick<Zone, 'places'>[] = [{ places: ['US'] }]

/** The ways to ship to the zone of these places. */
function methodsOf(terms: Parameters<typeof methodsTo>[0], [place = 'US']: string[]) {
  const [country = '', state] = place.split('-')
  return methodsTo(terms, { country, ...(state && { state }) }).flatMap(({ offered }) =>
    offered.pickup ? [] : [offered],
  )
}

const Notice = z.object({ returnPolicy: z.literal(true) })

/** The tags of what shows the return policy; undefined for other notices. */
export const tagsOfReturnNotice = (json: unknown) => (Notice.safeParse(json).success ? [SETTINGS] : undefined)
