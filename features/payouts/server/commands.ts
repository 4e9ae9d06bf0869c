import type { Command } from '#server/shop/command.ts'
import { openGateway } from '#server/shop/payments/open-gateway.ts'
import { moneyCheckInWords } from './money-check-cli.ts'

/** To compare payments with payouts. */
export const payoutCommands: Record<string, Command> = {
  'money-check': {
    place: 50,
    needs: 'shop',
    parameters: ['[month]'],
    does: 'compares the card payments of a month, such as 2026-11, with the payouts of the card service',
    run: async ({ db, env, url }, month) => {
      const gateway = await openGateway(env, url)
      try {
        return await moneyCheckInWords({ db, gateway }, month)
      } finally {
        await gateway.close()
      }
    },
  },
}
