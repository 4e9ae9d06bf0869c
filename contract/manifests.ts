/** The path of the web manifest of the shop, for shoppers. */
export const SHOP_MANIFEST = '/manifest.webmanifest'
/** The path of the web manifest of the desk, for admins. */
export const DESK_MANIFEST = '/admin/manifest.webmanifest'
/** Below it are the pages of the desk, and the scope of its service worker. */
export const DESK_SCOPE = '/admin/'
/** Where photos arrive that are shared with the installed desk, as a form and then as a page. */
export const SHARED_PHOTOS = '/admin/shared-photos'
/** The field of that form. */
export const SHARED_PHOTOS_FIELD = 'photos'
