import { formatDecimal } from '#contract/money.ts'
import type { Cell } from '#server/platform/lib/csv.ts'
import { choicePhoto, csvFormat, type ExportedProduct, photosOf, type Source } from './exported-product.ts'

const AXES = [1, 2, 3] as const
type Axis = (typeof AXES)[number]

type Field =
  | `name${Axis}`
  | `value${Axis}`
  | 'alt'
  | 'description'
  | 'grams'
  | 'handle'
  | 'photo'
  | 'position'
  | 'price'
  | 'published'
  | 'qty'
  | 'sku'
  | 'status'
  | 'tags'
  | 'title'
  | 'type'
  | 'variantPhoto'
  | 'vendor'
  | 'wasPrice'
/** What each variant says, whatever it is. */
type Constant = { is: string }
type Layout = Record<string, Field | Constant | null>

const [YES, NO] = [{ is: 'TRUE' }, { is: 'FALSE' }]

const optionsOf = (
  name: (axis: Axis) => string,
  value: (axis: Axis) => string,
  linkOf?: (axis: Axis) => string,
): Layout =>
  Object.assign(
    {},
    ...AXES.map((axis) => ({
      [name(axis)]: `name${axis}`,
      [value(axis)]: `value${axis}`,
      ...(linkOf && { [linkOf(axis)]: null }),
    })),
  )

/** The columns of today's layout in their order. */
const TODAY: Layout = {
  Title: 'title',
  'URL handle': 'handle',
  Description: 'description',
  Vendor: 'vendor',
  'Product category': null,
  Type: 'type',
  Tags: 'tags',
  'Published on online store': 'published',
  Status: 'status',
  SKU: 'sku',
  Barcode: null,
  ...optionsOf(
    (axis) => `Option${axis} name`,
    (axis) => `Option${axis} value`,
    (axis) => `Option${axis} Linked To`,
  ),
  Price: 'price',
  'Compare-at price': 'wasPrice',
  'Cost per item': null,
  'Charge tax': YES,
  'Tax code': null,
  'Inventory tracker': { is: 'shopify' },
  'Inventory quantity': 'qty',
  'Continue selling when out of stock': { is: 'DENY' },
  'Weight value (grams)': 'grams',
  'Weight unit for display': { is: 'g' },
  'Requires shipping': YES,
  'Fulfillment service': { is: 'manual' },
  'Product image URL': 'photo',
  'Image position': 'position',
  'Image alt text': 'alt',
  'Variant image URL': 'variantPhoto',
  'Gift card': NO,
  'SEO title': null,
  'SEO description': null,
}

/** The columns of the layout that Shopify exported before, which other programs know. */
const OLDER: Layout = {
  Handle: 'handle',
  Title: 'title',
  'Body (HTML)': 'description',
  Vendor: 'vendor',
  'Product Category': null,
  Type: 'type',
  Tags: 'tags',
  Published: 'published',
  ...optionsOf(
    (axis) => `Option${axis} Name`,
    (axis) => `Option${axis} Value`,
  ),
  'Variant SKU': 'sku',
  'Variant Grams': 'grams',
  'Variant Inventory Tracker': { is: 'shopify' },
  'Variant Inventory Qty': 'qty',
  'Variant Inventory Policy': { is: 'deny' },
  'Variant Fulfillment Service': { is: 'manual' },
  'Variant Price': 'price',
  'Variant Compare At Price': 'wasPrice',
  'Variant Requires Shipping': YES,
  'Variant Taxable': YES,
  'Variant Barcode': null,
  'Image Src': 'photo',
  'Image Position': 'position',
  'Image Alt Text': 'alt',
  'Gift Card': NO,
  'SEO Title': null,
  'SEO Description': null,
  'Variant Image': 'variantPhoto',
  'Variant Weight Unit': { is: 'g' },
  'Variant Tax Code': null,
  'Cost per item': null,
  Status: 'status',
}

/** Shopify's products: rows of a handle, the first with the product, each with a variant, a photo, or both. */
export const shopify = ofLayout(TODAY)
export const olderShopify = ofLayout(OLDER)

function ofLayout(layout: Layout) {
  const headings = Object.keys(layout)
  const columns = Object.values(layout)
  return csvFormat(
    () => headings,
    (product, source) =>
      rowsOf(product, source).map((row) =>
        columns.map((column) => {
          if (typeof column === 'string') return row[column] ?? ''
          return row.price === undefined ? '' : (column?.is ?? '')
        }),
      ),
  )
}

type Row = Partial<Record<Field, Cell>>

function rowsOf(product: ExportedProduct, source: Source): Row[] {
  const variants = variantsOf(product, source)
  const photos = photosOf(product, source)
  return Array.from({ length: Math.max(variants.length, photos.length) }, (_, at) => ({
    handle: product.slug,
    ...(at === 0 && aboutProduct(product, source)),
    ...variants[at],
    ...(photos[at] && { photo: photos[at], position: at + 1, alt: product.images[at]?.alt ?? '' }),
  }))
}

const aboutProduct = (product: ExportedProduct, { shopName }: Source): Row => ({
  title: product.name,
  description: product.description,
  vendor: shopName,
  type: product.categoryLabel,
  tags: product.collectionNames.map((name) => name.replaceAll(',', ';')).join(', '),
  published: product.draft ? 'FALSE' : 'TRUE',
  status: product.draft ? 'draft' : 'active',
})

const compareAt = ({ wasPrice }: { wasPrice?: number | undefined }): Row =>
  wasPrice === undefined ? {} : { wasPrice: formatDecimal(wasPrice) }

function variantsOf(product: ExportedProduct, source: Source): Row[] {
  const { choices, axes = [], sku, price, qty, grams = '' } = product
  // As Shopify names what comes in one form.
  if (!choices)
    return [
      { name1: 'Title', value1: 'Default Title', sku, price: formatDecimal(price), ...compareAt(product), qty, grams },
    ]
  return choices.map((choice, place) => ({
    ...{ sku: choice.sku, price: formatDecimal(choice.price), ...compareAt(choice), qty: choice.qty, grams },
    variantPhoto: choicePhoto(product, choice.photo, source),
    ...Object.fromEntries(axes.map((_, at) => [`value${at + 1}`, choice.values[at] ?? ''])),
    ...(place === 0 && Object.fromEntries(axes.map((axis, at) => [`name${at + 1}`, axis]))),
  }))
}
