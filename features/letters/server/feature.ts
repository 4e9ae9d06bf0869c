import { sql } from 'drizzle-orm'
import { defineFeature } from '#server/shop/feature.ts'
import { letterCalls } from '../calls.ts'
import { letters as letterTable } from '../schema.ts'
import { letterMessages } from './letter-mails.ts'
import { hasConfirmed, ofPeople } from './person-hooks.ts'
import { ofOrders } from './placing-hooks.ts'
import { LETTER_POLICIES } from './rate-limits.ts'
import { startForgettingSubscribers } from './retention.ts'
import { letterRoutes } from './routes.ts'
import { startSendingLetters } from './send-letters.ts'

declare module '#contract/switches.ts' {
  interface Switches {
    offersLetters: boolean
  }
}

/** Photos in the text of a letter, for PostgreSQL. */
const PHOTO_PATTERN = '/images/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.]jpg'

/** Letters of the seller to those who asked for them. */
export const letters = defineFeature({
  name: 'letters',
  calls: letterCalls,
  sections: { letters: 'Letters of the seller to those who asked for them' },
  routes: [letterRoutes],
  policies: LETTER_POLICIES,
  switches: { offersLetters: { isOn: false, isPublic: true } },
  jobs: [startSendingLetters, startForgettingSubscribers],
  placing: ofOrders,
  messages: letterMessages,
  people: ofPeople,
  confirmation: hasConfirmed,
  usedPhotos: sql`
    select (regexp_matches(lower(${letterTable.body}), ${PHOTO_PATTERN}, 'g'))[1]::uuid from ${letterTable}`,
})
