/** Where photographs are kept and read from. */
export type PhotoStore = { folder: string }
