// What pages show of drops, and what changes it.
import { z } from 'zod'
import type { FeatureReads } from '#server/shop/added-data.ts'
import { HOME_ROWS, productTag, SITEMAP } from '#server/shop/public-tags.ts'
import { type AnnouncedDrop, Drop, Line, type StandingInLine } from '../contract.ts'
import { announcedDrops, shownDrop, shownLine } from './shown-drops.ts'

declare module '#contract/rendering.ts' {
  interface AddedData {
    /** The drops that the home page announces, the next to start first. */
    announcedDrops: AnnouncedDrop[]
    /** A drop, by its slug. */
    drop: Drop
    /** The line of a drop, by its slug. */
    line: Line
  }

  interface AddedPlainPages {
    line: StandingInLine
  }
}

/** The drops that the home page announces. */
const DROPS = 'drops'
const dropTag = (slug: string) => `drop:${slug}`
const lineTag = (slug: string) => `line:${slug}`

export const dropReads: FeatureReads = {
  announcedDrops: {
    read: async (db) => ({ value: await announcedDrops(db), tags: [DROPS, HOME_ROWS] }),
  },
  drop: {
    async read(db, slug) {
      const { drop, productIds } = await shownDrop(db, slug)
      return { value: drop, tags: [dropTag(drop.slug), ...productIds.map(productTag)] }
    },
    answer: { route: '/api/drops/:slug', schema: Drop },
  },
  line: {
    read: async (db, slug) => ({ value: await shownLine(db, slug), tags: [lineTag(slug.toLowerCase())] }),
    answer: { route: '/api/drops/:slug/line', schema: Line },
  },
}

const Notice = z.union([z.object({ drop: z.string(), pieces: z.array(z.string()) }), z.object({ line: z.string() })])

/** The tags of what shows a change that a trigger of functions/ tells of; undefined for other notices. */
export function tagsOfDropNotice(json: unknown): string[] | undefined {
  const { data: notice } = Notice.safeParse(json)
  if (!notice) return undefined
  if ('line' in notice) return [lineTag(notice.line)]
  return [dropTag(notice.drop), DROPS, SITEMAP, ...notice.pieces.map(productTag)]
}
