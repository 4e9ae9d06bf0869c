// Whatever happens in a shop, no address gets a reminder that it should not, and none that is due is missing. The rules
// are written here once more, over what the test knows itself.
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endEmails, endUrl } from '#server/shop/messages/optional-emails.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { guest, product } from '#server/testing/factories.ts'
import { runs } from '#server/testing/torture.ts'
import { shopWithReminders } from '../testing/shop-with-reminders.ts'
import { remindBuyers } from './remind-buyers.ts'
import { reminderMessages } from './reminder-mails.ts'
import { saveReminderSettings } from './reminder-settings.ts'

const ADDRESSES = ['ann@shopper.example', 'bea@shopper.example'] as const
type Address = (typeof ADDRESSES)[number]

type KnownOrder = {
  id: string
  total: number
  token: string
  address: Address
  cup: number
  age: number
  /** Moments in the order of events. */
  placedAt: number
  paidAt?: number
  isCanceled?: true
  isReminded?: true
}

const CUPS = [0, 1]
const which = { address: fc.constantFrom(...ADDRESSES), cup: fc.constantFrom(...CUPS), order: fc.nat({ max: 9 }) }

const step = fc.oneof(
  { weight: 30, arbitrary: fc.record({ do: fc.constant('forget' as const), address: which.address, cup: which.cup }) },
  { weight: 40, arbitrary: fc.record({ do: fc.constant('place' as const), address: which.address, cup: which.cup }) },
  {
    weight: 50,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 2, 19, 20, 21, 500) }),
  },
  { weight: 40, arbitrary: fc.record({ do: fc.constant('remind' as const) }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('pay' as const), order: which.order }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('cancel' as const), order: which.order }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('draft' as const), cup: which.cup }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('switch' as const), isOn: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('end' as const), address: which.address }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function play(steps: Step[]) {
  const shop = await shopWithReminders()
  const { db, deliver, pay, put, placedAgo } = shop
  const cups = await Promise.all(CUPS.map(() => product(db, { qty: 99 })))
  const known: KnownOrder[] = []
  const lastReminder = new Map<Address, number>()
  const ended = new Set<Address>()
  const drafts = new Set<number>()
  let isOn = true
  let sentCount = 0
  let moment = 0

  const isDue = (order: KnownOrder) =>
    isOn &&
    order.age >= 20 &&
    order.age < 23 &&
    isPayable(order) &&
    !order.isReminded &&
    (lastReminder.get(order.address) ?? 30 * 24) >= 30 * 24
  const isPayable = (order: KnownOrder) =>
    order.paidAt === undefined &&
    !order.isCanceled &&
    !drafts.has(order.cup) &&
    !known.some((other) => isSince(other, order))
  const isSince = (other: KnownOrder, order: KnownOrder) =>
    other !== order &&
    other.address === order.address &&
    ((other.paidAt ?? 0) > order.placedAt || (other.placedAt > order.placedAt && !other.isCanceled))

  const acts = {
    async place({ address, cup }: Extract<Step, { do: 'place' }>) {
      if (drafts.has(cup)) return
      const { token } = await guest(db, { email: address })
      const { _id: id, totalPrice: total } = await placedAgo(0, token, cups[cup]?.id)
      known.push({ id, total, token, address, cup, age: 0, placedAt: ++moment })
    },
    async wait({ hours }: Extract<Step, { do: 'wait' }>) {
      await shop.wait(hours)
      for (const order of known) order.age += hours
      for (const [address, age] of lastReminder) lastReminder.set(address, age + hours)
    },
    async pay({ order: place }: Extract<Step, { do: 'pay' }>) {
      const order = known[place % (known.length || 1)]
      if (!order || order.paidAt !== undefined || order.isCanceled || drafts.has(order.cup)) return
      const { statusCode } = await pay({ _id: order.id, totalPrice: order.total }, {}, order.token)
      if (statusCode === 200) order.paidAt = ++moment
    },
    async cancel({ order: place }: Extract<Step, { do: 'cancel' }>) {
      const order = known[place % (known.length || 1)]
      if (!order || order.paidAt !== undefined) return
      await put(`/api/orders/${order.id}/canceled`, {}, order.token)
      order.isCanceled = true
    },
    async draft({ cup }: Extract<Step, { do: 'draft' }>) {
      const isDraft = !drafts.delete(cup)
      if (isDraft) drafts.add(cup)
      await db
        .update(products)
        .set({ draft: isDraft })
        .where(eq(products.id, cups[cup]?.id ?? ''))
    },
    async switch(one: Extract<Step, { do: 'switch' }>) {
      isOn = one.isOn
      await saveReminderSettings(db, { isOn })
    },
    async end({ address }: Extract<Step, { do: 'end' }>) {
      const [{ topic } = {}] = reminderMessages
      if (!topic) throw new Error('Reminders have a topic.')
      const url = await endUrl(db, 'https://shop.test', topic, address)
      await endEmails(db, new URL(url).searchParams.get('link') ?? '')
      ended.add(address)
    },
    /** An order is placed and left until its reminder is due. */
    async forget({ address, cup }: Extract<Step, { do: 'forget' }>) {
      await acts.place({ do: 'place', address, cup })
      await acts.wait({ do: 'wait', hours: 21 })
      await acts.remind({ do: 'remind' })
    },
    async remind(_: Extract<Step, { do: 'remind' }>) {
      const due = known.filter(isDue)
      await Promise.all([remindBuyers(db), remindBuyers(db)])
      for (const order of due) {
        order.isReminded = true
        lastReminder.set(order.address, 0)
      }
      const wanted = due.filter(({ address }) => !ended.has(address))
      const sent = await deliver()
      expect(sent.map(({ to }) => to).sort()).toEqual(wanted.map(({ address }) => address).sort())
      for (const { id, address } of wanted) expect(sent.find(({ to }) => to === address)?.text).toContain(id)
      sentCount += sent.length
    },
  }
  for (const one of steps) await (acts[one.do] as (given: Step) => Promise<void>)(one)
  return sentCount
}

test('over random histories, exactly the reminders that are due are sent', async () => {
  let sentCount = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
      sentCount += await play(steps)
    }),
    { numRuns: runs(6, 200), endOnFailure: true },
  )
  expect(sentCount).toBeGreaterThan(0)
}, 300_000)
