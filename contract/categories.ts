/** The category's form in links: `wine-stoppers` for `wine stoppers`. */
export const categorySlug = (name: string) => name.toLowerCase().trim().replaceAll(' ', '-')

/** The category's form in titles: `Wine Stoppers`, `Zi-Collection`. */
export const titleCase = (name: string) => name.replaceAll(/(^|[\s-])\p{L}/gu, (start) => start.toUpperCase())
