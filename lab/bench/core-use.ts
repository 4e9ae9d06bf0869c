// Which program used how many cores of this machine during a load, from /proc.
import { availableParallelism } from 'node:os'
import { machineCpu, ownCpu, treeCpu } from './clusters.ts'

/** The main processes of each part of what is measured; those that they start count with them. */
export type Parts = Record<'shop' | 'PostgreSQL' | 'HAProxy' | 'card service', number[]>

/**
 * The cores that each part used, 2 being all of two cores: `load` is this process with what it has started and ended
 * since, `busiest` the one process of the shop that used most, `others` all programs that were not measured.
 */
export type CoreUse = Record<keyof Parts | 'load' | 'busiest' | 'others' | 'free', number>

/** Does the work, and answers what it answers with the cores that were used meanwhile. */
export async function withCoreUse<Done>(parts: Parts, work: () => Promise<Done>): Promise<Done & { use: CoreUse }> {
  const began = performance.now()
  const before = await look(parts)
  const result = await work()
  const after = await look(parts)
  const ms = performance.now() - began
  const cores = (from: number, to: number) => (to - from) / ms
  const of = (part: keyof Parts) => cores(before.parts[part], after.parts[part])
  const each = [...after.each].map(([pid, cpu]) => cores(before.each.get(pid) ?? 0, cpu))
  const coresOfParts = {
    shop: of('shop'),
    PostgreSQL: of('PostgreSQL'),
    HAProxy: of('HAProxy'),
    'card service': of('card service'),
  }
  const load = cores(before.load, after.load)
  const measuredSum = Object.values(coresOfParts).reduce((sum, one) => sum + one, load)
  const use = {
    ...coresOfParts,
    load,
    busiest: Math.max(...each),
    others: Math.max(0, cores(before.busy, after.busy) - measuredSum),
    free: cores(before.idle, after.idle),
  }
  return { ...result, use }
}

async function look(parts: Parts) {
  const all = async (pids: number[]) => {
    const trees = await Promise.all(pids.map(treeCpu))
    return {
      all: trees.reduce((sum, tree) => sum + tree.all, 0),
      each: new Map(trees.flatMap((tree) => [...tree.each])),
    }
  }
  const { each, all: shop } = await all(parts.shop)
  return {
    each,
    load: await ownCpu(),
    parts: {
      shop,
      PostgreSQL: (await all(parts.PostgreSQL)).all,
      HAProxy: (await all(parts.HAProxy)).all,
      'card service': (await all(parts['card service'])).all,
    },
    ...(await machineCpu()),
  }
}

/** From this share on, the machine, or a process of the shop with its one event loop, has no more to give. */
const FULL = 0.9

/** What keeps a load from being more, by the cores that were used. */
export function boundOf({ busiest, free, ...use }: CoreUse) {
  const cores = availableParallelism()
  const [[most = ''] = []] = Object.entries(use).toSorted(([, one], [, other]) => other - one)
  if (free < (1 - FULL) * cores) return `the ${cores} cores, most of them ${most}`
  if (busiest >= FULL) return 'one event loop'
  return 'waiting'
}
