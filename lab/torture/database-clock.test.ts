import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { callerBySession } from '#server/shop/accounts/sessions.ts'
import { checkRest } from '#server/shop/audit/ledger.ts'
import { recover } from '#server/shop/payments/recovery.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { sessions } from '#server/shop/schema/users.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product, user } from '#server/testing/factories.ts'
import { faultyShop } from '#server/testing/faults.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'

const HOURS_MS = 3_600_000

/** To a database whose clock jumps forward, all that it knows is older by as much; backward, younger. */
async function jumpDatabaseClock(db: Db, hours: number) {
  const { rows } = await db.execute<{ table: string; set: string }>(sql`
    select table_name as table, string_agg(format('%1$I = %1$I - %2$L::interval', column_name, ${`${hours} hours`}::text), ', ') as set
    from information_schema.columns where table_schema = 'public' and data_type = 'timestamp with time zone'
    group by table_name`)
  await db.transaction(async (tx) => {
    // The rows have not changed: it is the clock that has.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const { table, set } of rows) await tx.execute(sql.raw(`update "${table}" set ${set}`))
  })
}

test.for([2, -2])(
  'a clock of the database that jumps by %i hours during a payment takes no money twice or for nothing',
  {
    tags: ['D10'],
  },
  async (hours, { task }) => {
    const count = runs(3, 25)
    const shop = await testCheckout()
    const { db, app, placed, pay, order: orderOf } = shop
    const works = { db, gateway: shop.shop.gateway, log: app.log }
    const { authorize } = works.gateway
    const statuses: number[] = []
    for (let run = 0; run < count; run++) {
      const order = await placed(await product(db))
      // The jump comes while the card service is asked, and recovery looks at what has outlived its lease.
      works.gateway.authorize = async (...request) => {
        const answer = await authorize(...request)
        await jumpDatabaseClock(db, hours)
        await recover(works)
        return answer
      }
      statuses.push((await pay(order)).statusCode)
      works.gateway.authorize = authorize
      await jumpDatabaseClock(db, -hours)
      await recover(works)
      if ((await orderOf(order._id)).payment === 'none') expect((await pay(order)).statusCode).toBe(200)
    }
    const takenPayments = (await paymentsAtSquare(db)).filter(({ status }) => status === 'COMPLETED')
    expect(new Set(takenPayments.map(({ order }) => order)).size).toBe(count)
    expect(takenPayments).toHaveLength(count)
    for (const { rule, broken } of await checkRest(db)) expect(broken, rule).toEqual([])
    const givenUp = statuses.filter((status) => status !== 200).length
    figure(
      task,
      `${count} payments across a jump of ${hours} h and back: ${givenUp} given up and paid at the second press, 0 violations`,
    )
  },
)

test.for([
  ['whose answers were lost', 'here'],
  ['of a process that was killed', 'a process that was killed'],
] as const)(
  'payments %s while the clock was two hours ahead are finished once it is set back',
  { tags: ['D10'] },
  async ([what, processId], { task }) => {
    const count = runs(3, 25)
    const shop = await faultyShop()
    const { db, orderOfOne, pay, control, works } = shop
    const orders = []
    for (let number = 0; number < count; number++) orders.push(await orderOfOne())
    await jumpDatabaseClock(db, 2)
    await control.faults([{ on: 'completePayment', when: 'after', do: { hang: true } }])
    for (const order of orders) await pay(order)
    if (processId !== 'here') await db.update(paymentAttempts).set({ processId })
    await control.faults([])
    await jumpDatabaseClock(db, -2)
    const states = () => db.select({ state: paymentAttempts.state }).from(paymentAttempts)
    const statesAtStart = await states()
    await waitFor(async () => {
      await recover(works)
      expect(new Set((await states()).map(({ state }) => state))).toEqual(new Set(['captured']))
    })
    const takenPayments = (await paymentsAtSquare(db)).filter(({ status }) => status === 'COMPLETED')
    expect(takenPayments).toHaveLength(count)
    for (const { rule, broken } of await checkRest(db)) expect(broken, rule).toEqual([])
    figure(task, `${statesAtStart.length} payments ${what} two hours ahead: all finished once the clock was right`)
  },
)

test.for([2, -2])(
  'a clock of the shop that is wrong by %i hours lengthens no sign-in and stops no payment',
  {
    tags: ['D10'],
  },
  async (hours) => {
    const { db, placed, pay } = await testCheckout()
    const { token } = await user(db)
    const [old, fresh] = [await user(db), await user(db)]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOURS_MS })
    onTestFinished(() => void vi.useRealTimers())
    await db
      .update(sessions)
      .set({ lastUsedAt: sql`now() - interval '30 days 1 minute'` })
      .where(sql`user_id = ${old.user.id}`)
    await db
      .update(sessions)
      .set({ lastUsedAt: sql`now() - interval '29 days 23 hours'` })
      .where(sql`user_id = ${fresh.user.id}`)
    expect(await callerBySession(db, old.token)).toBe(null)
    expect(await callerBySession(db, fresh.token)).toMatchObject({ id: fresh.user.id })
    await db
      .update(sessions)
      .set({ createdAt: sql`now() - interval '16 minutes'` })
      .where(sql`user_id = ${fresh.user.id}`)
    expect((await callerBySession(db, fresh.token))?.session?.isRecent).toBe(false)
    expect((await callerBySession(db, token))?.session?.isRecent).toBe(true)
    const order = (await placed(await product(db), {}, token)) as Parameters<typeof pay>[0]
    expect((await pay(order, {}, token)).statusCode).toBe(200)
  },
)
