import { type Column, getTableColumns } from 'drizzle-orm'
import { images, products } from '#server/shop/schema/catalog.ts'

/** What pages show of a product besides price and stock. They show no customs papers. */
function shownOfProducts() {
  const { id, priceCents, regularCents, qty, createdAt, updatedAt, search, choicesSearch, ...columns } =
    getTableColumns(products)
  const { hsCode, customsName, originCountry, ...shownColumns } = columns
  return shownColumns
}

function shownOfImages() {
  const { id, pageSlug, bytes, unusedSince, createdAt, ...shownColumns } = getTableColumns(images)
  return shownColumns
}

const namesOf = (columns: Record<string, Column>) => Object.values(columns).map(({ name }) => name)

/** The columns whose change empties cached pages, by table. A new column is among them, unless it is left out here. */
export const SHOWN_COLUMNS: Record<string, string[]> = {
  products: namesOf(shownOfProducts()),
  images: namesOf(shownOfImages()),
}
