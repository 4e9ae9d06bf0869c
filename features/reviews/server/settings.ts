import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { ASKING_DAYS, type ReviewSettings } from '../contract.ts'
import { reviewSettings } from '../schema.ts'

const { isOn, days } = reviewSettings

/** Whether buyers are asked for reviews, and how many days after their order came. */
export async function readReviewSettings(db: Db): Promise<ReviewSettings> {
  const [row] = await db.select({ isOn, days }).from(reviewSettings)
  return row ?? { isOn: false, days: ASKING_DAYS.standard }
}

/** Saves them. Switching it on does not ask those who would have been asked before. */
export async function saveReviewSettings(db: Db, settings: ReviewSettings): Promise<ReviewSettings> {
  await db
    .insert(reviewSettings)
    .values(settings)
    .onConflictDoUpdate({
      target: reviewSettings.id,
      set: {
        ...settings,
        onSince: sql`case when excluded.is_on and not ${reviewSettings.isOn} then now() else ${reviewSettings.onSince} end`,
      },
    })
  return settings
}
