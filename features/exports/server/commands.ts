import { photoStoreLocation } from '#server/env.ts'
import { openPhotoStore } from '#server/platform/media/open-store.ts'
import type { Command } from '#server/shop/command.ts'
import { EXPORT_NAMES, exportFile } from './export-file.ts'

/** To write what the shop has into a file. */
export const exportCommands: Record<string, Command> = {
  export: {
    place: 190,
    needs: 'shop',
    parameters: ['<what>', '<file>', '[first day]', '[last day]'],
    does: `writes a part of the shop, or all of it, into a new file, and products with their photos into a .zip: ${EXPORT_NAMES.join(', ')}`,
    run: async ({ db, env }, what = '', file = '', from, to) => {
      const photos = openPhotoStore(photoStoreLocation(env))
      return { text: await exportFile({ db, photos, shopUrl: env.SHOP_URL }, what, file, from, to), isGood: true }
    },
  },
}
