import { defineFeature } from '#server/shop/feature.ts'
import { passkeyCalls } from '../calls.ts'
import { removePasskeysOf } from './passkeys.ts'
import { ofPeople } from './person-hooks.ts'
import { PASSKEY_POLICIES } from './rate-limits.ts'
import { passkeyRoutes } from './routes.ts'

/** Passkeys of those who work at the desk, in the place of their password. */
export const passkeys = defineFeature({
  name: 'passkeys',
  calls: passkeyCalls,
  sections: { passkeys: 'Passkeys of admins and packers' },
  routes: [passkeyRoutes],
  policies: PASSKEY_POLICIES,
  people: ofPeople,
  endSignIns: removePasskeysOf,
})
