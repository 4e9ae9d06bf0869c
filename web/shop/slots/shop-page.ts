/**
 * A page of the application that a feature adds: its path, and its screen, which is the file without the extension. What
 * features add to other pages is in app/web/slots/.
 */
export type ShopPage = { path: string; screen: string }
