import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import {
  expectSoundStage,
  openStage,
  REAL_PACE,
  type RestartableShop,
  verifyLedgerSays,
  waitUntilSettled,
} from './stage.ts'
import { type Checkout, expectJournalHolds, startTraffic } from './traffic.ts'

/** Each has a database of its own: a start that compares with a long list of payments would slow the kills down. */
const KILLS_A_SHOP = 50
const PER_SECOND = 20
/** How long the shop is left alone at most between its opening and the next kill. */
const LIFE_MS = 2_000
test('a shop that is killed again and again loses no payment, and takes none twice', {
  tags: ['K21'],
  timeout: 2 * 3_600_000,
}, async ({ task }) => {
  const wantedKills = runs(5, 1_000)
  const total: Counts = { checkouts: 0, spared: 0, succeeded: 0, hit: 0, unreached: 0, acknowledged: 0, recovered: 0 }
  for (let kills = 0; kills < wantedKills; ) {
    const more = Math.min(wantedKills - kills, KILLS_A_SHOP)
    const counts = await killAtRandom(more)
    kills += more
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name]
    if (isLong) console.log(`${kills} kills of ${wantedKills}`, total)
  }
  const share = (100 * total.succeeded) / total.spared
  expect(share).toBeGreaterThanOrEqual(95)
  figure(
    task,
    `${wantedKills} kills in ${total.checkouts} checkouts at ${PER_SECOND} a second. ` +
      `${total.acknowledged} payments acknowledged, all of them paid; ${share.toFixed(1)} % of the ${total.spared} checkouts that no kill hit succeeded; ` +
      `of the ${total.hit} others ${total.unreached} found the shop closed, and recovery paid ${total.recovered}; 0 violations`,
  )
})

type Counts = Record<'checkouts' | 'spared' | 'succeeded' | 'hit' | 'unreached' | 'acknowledged' | 'recovered', number>

/** Kills a new shop so many times in the middle of checkouts, and checks everything when all is quiet again. */
async function killAtRandom(kills: number): Promise<Counts> {
  const stage = await openStage()
  try {
    const shop = await stage.shop()
    await stage.simulator.faults(REAL_PACE)
    const traffic = await startTraffic({ url: shop.url, db: stage.db, perSecond: PER_SECOND })
    const outages: Outage[] = []
    for (let kill = 0; kill < kills; kill++) {
      await setTimeout(Math.random() * LIFE_MS)
      outages.push(await outage(shop))
    }
    await setTimeout(LIFE_MS)
    const journal = await traffic.stop()
    await stage.simulator.faults([])
    await waitUntilSettled(stage)
    await expectSoundStage(stage)
    expect(await verifyLedgerSays(stage)).toMatch(/ 0 are violated$/)
    return countsOf(journal, await expectJournalHolds(journal, stage.db), outages)
  } finally {
    await stage.close()
  }
}

type Outage = { from: number; until: number }

async function outage(shop: RestartableShop): Promise<Outage> {
  const from = Date.now()
  await shop.die()
  await shop.start()
  return { from, until: Date.now() }
}

function countsOf(journal: Checkout[], states: Map<string, string>, outages: Outage[]): Counts {
  const isHit = ({ from, until = 0 }: Checkout) => outages.some((out) => from < out.until && until > out.from)
  const isDone = ({ said }: Checkout) => said === 'COMPLETED'
  const hit = journal.filter(isHit)
  const sparedCheckouts = journal.filter((checkout) => !isHit(checkout))
  return {
    checkouts: journal.length,
    spared: sparedCheckouts.length,
    succeeded: sparedCheckouts.filter(isDone).length,
    hit: hit.length,
    unreached: hit.filter(({ placed, paid }) => placed === 'unreached' || paid === 'unreached').length,
    acknowledged: journal.filter(isDone).length,
    recovered: journal.filter((checkout) => !isDone(checkout) && states.get(checkout.orderId ?? '') === 'paid').length,
  }
}
