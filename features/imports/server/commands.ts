import { photoStoreLocation } from '#server/env.ts'
import { openPhotoStore } from '#server/platform/media/open-store.ts'
import type { Command, ShopDatabase } from '#server/shop/command.ts'
import { importFile, importPhotos } from './import-file.ts'

/** To import a file, and the photos that it lacked. */
export const importCommands: Record<string, Command> = {
  import: {
    place: 170,
    needs: 'shop',
    parameters: ['<file, folder or archive>', '[--dry-run]', '[--update]', '[--stock]'],
    does: 'creates the products of a file from Etsy, Shopify, Square or a shop like this; with --update it also updates those that the shop has, with --stock their stock, too; with --dry-run it only checks the file',
    run: async (place, file = '', ...options) => {
      const setsStock = options.includes('--stock')
      const updates = setsStock || options.includes('--update')
      return importFile(contextOf(place), file, { isDryRun: options.includes('--dry-run'), updates, setsStock })
    },
  },
  'import-photos': {
    place: 180,
    needs: 'shop',
    parameters: ['[id of an import]', '[folder or archive with photos]'],
    does: 'fetches the photos again that an import is missing; without an id, the last one that misses some',
    run: async (place, id, path) => importPhotos(contextOf(place), id, path),
  },
}

const contextOf = ({ db, env, added }: ShopDatabase) => ({
  ...added,
  db,
  photos: openPhotoStore(photoStoreLocation(env)),
  photosQuota: env.PHOTOS_QUOTA_MB * 2 ** 20,
})
