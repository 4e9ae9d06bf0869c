import { LINE_PANEL, TURN_CLOCK } from '#features/drops/shop/panel-id.ts'
import { waitForPress } from '#features/wishes/shop/wait-for-press.ts'

/** Scripts of the features on catalog pages: each starts on the first element of its selector, where a page has one. */
export const FEATURE_SCRIPTS: readonly { on: string; start(element: HTMLElement): unknown }[] = [
  {
    on: `#${LINE_PANEL}`,
    start: async (panel) => (await import('#features/drops/shop/follow-line.ts')).followLine(panel),
  },
  {
    on: `#${TURN_CLOCK}`,
    start: async (clock) => (await import('#features/drops/shop/start-turn.ts')).startTurn(clock),
  },
  { on: '[data-wish]', start: waitForPress },
]
