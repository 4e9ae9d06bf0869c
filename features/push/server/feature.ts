import { defineFeature } from '#server/shop/feature.ts'
import { pushCalls } from '../calls.ts'
import { pushDevices, pushLowProducts, pushNotices } from '../schema.ts'
import { startDailyNotices } from './daily-notices.ts'
import { outlastSessions } from './devices.ts'
import { writeEventNotices } from './notices.ts'
import { ofPeople } from './person-hooks.ts'
import { PUSH_POLICIES } from './rate-limits.ts'
import { pushRoutes } from './routes.ts'
import { startDeletingNotices, startSendingNotices } from './send-notices.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** Hosts of push services that are asked although they are not public. */
    pushHosts?: string[]
  }
}

/** Notices of sales and other events on the devices of those who run the shop (Web Push). */
export const push = defineFeature({
  name: 'push',
  calls: pushCalls,
  sections: { 'push-devices': 'Devices with notifications of the shop' },
  context: ({ env }) => ({ pushHosts: env.PUSH_HOSTS ?? [] }),
  routes: [pushRoutes],
  policies: PUSH_POLICIES,
  jobs: [startSendingNotices, startDailyNotices, startDeletingNotices],
  people: ofPeople,
  notBackedUp: [pushDevices, pushNotices, pushLowProducts],
  sessions: { expiring: outlastSessions },
  desk: { tell: writeEventNotices },
})
