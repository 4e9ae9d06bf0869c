import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'
import type { PhotoStore, StoreLocation } from './store.ts'

/** Opens the photo store at that location. */
export const openPhotoStore = (place: StoreLocation): PhotoStore =>
  'folder' in place ? folderStore(place) : s3Store(place)
