import type { Look } from '#contract/admin/look.ts'
import { mergeFields } from '../merge-fields.ts'

type Versions<Value> = { loaded: Value; mine: Value; now: Value }

/**
 * The look as it is `now`, with what was changed in `mine` since it was `loaded`. The parts of the first view are merged
 * one by one; any other part is taken whole.
 */
export function mergeLook({ loaded, mine, now }: Versions<Look>): Look {
  const hero = merged({ loaded: loaded.hero, mine: mine.hero, now: now.hero })
  return { ...merged({ loaded, mine, now }), hero }
}

const merged = <Value extends object>(versions: Versions<Value>) =>
  mergeFields(Object.keys(versions.now) as (keyof Value)[], versions).fields
