import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { makePrivateFolder } from '#server/platform/lib/files.ts'
import type { Command, Outcome } from '#server/shop/command.ts'
import { openGateway } from '#server/shop/payments/open-gateway.ts'
import { healthChecks } from './health.ts'
import { DOCTOR } from './texts.ts'

/** To hear how the shop is. */
export const checkCommands: Record<string, Command> = {
  doctor: {
    place: 40,
    needs: 'shop',
    parameters: [],
    does: 'says how the shop is: cards, email, address, backups, disk, database, books, and pieces',
    run: async ({ db, env, url, added }) => {
      // The free room of its disk is a check.
      await makePrivateFolder(env.DATA_DIR)
      const gateway = await openGateway(env, url)
      try {
        return inWords(await healthChecks({ ...added, db, gateway, shopUrl: env.SHOP_URL }))
      } finally {
        await gateway.close()
      }
    },
  },
}

/** A line for each check. The shop is well when there is nothing to do. */
function inWords(checks: SetupCheck[]): Outcome {
  const left = checks.filter(({ state }) => state === 'todo').length
  const lines = checks.map(({ state, finding, todo }) => {
    if (state === 'todo') return DOCTOR.todo(finding, todo ?? '')
    return state === 'good' ? DOCTOR.good(finding) : DOCTOR.untested(finding)
  })
  return { text: [...lines, left > 0 ? DOCTOR.left(left) : DOCTOR.well].join('\n'), isGood: left === 0 }
}
