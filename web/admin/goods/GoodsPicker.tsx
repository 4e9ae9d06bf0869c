import type { PickedProduct } from '#contract/admin/goods.ts'
import { useCollectionsQuery } from '#web/admin/calls/collectionsApi.ts'
import { AddPieces } from '#web/admin/collections/AddPieces.tsx'
import { Disclosure } from '#web/admin/lib/Disclosure.tsx'
import { useCategoriesQuery } from '#web/shop/catalog/catalogApi.ts'
import { GOODS } from '#web/texts/admin-goods.ts'
import { CheckField } from '#web/ui/Field.tsx'
import { PickedProducts } from './PickedProducts.tsx'

/** What a sale or a discount is for: categories by name, collections by id, and products. */
export type Goods = { categories: string[]; collections: string[]; products: PickedProduct[] }

/** Picks categories, collections and products of the shop. `name` is the field that an error is about. */
export function GoodsPicker({ name, goods, onChange }: GoodsProps) {
  const { data: collections = [] } = useCollectionsQuery()
  const { data: categories = [] } = useCategoriesQuery()
  const { products } = goods
  return (
    <>
      <Ticks
        name={name}
        legend={GOODS.collections}
        rows={collections.map((collection) => ({ key: collection._id, label: collection.name }))}
        ticked={goods.collections}
        onChange={(ticked) => onChange({ collections: ticked })}
      />
      <Ticks
        name={name}
        legend={GOODS.categories}
        rows={categories.map((category) => ({ key: category.name, label: category.label }))}
        ticked={goods.categories}
        onChange={(ticked) => onChange({ categories: ticked })}
      />
      <Disclosure title={GOODS.products} about={GOODS.productsAbout} isOpen={products.length > 0}>
        <div className="grid gap-4 pt-4">
          <PickedProducts products={products} onChange={(pickedProducts) => onChange({ products: pickedProducts })} />
          <AddPieces
            products={products}
            onAdd={({ _id, name: productName, sku, image }) =>
              onChange({ products: [...products, { _id, name: productName, sku, image }] })
            }
          />
        </div>
      </Disclosure>
    </>
  )
}

type GoodsProps = { name: string; goods: Goods; onChange(changedGoods: Partial<Goods>): void }

type TicksProps = {
  name: string
  legend: string
  rows: { key: string; label: string }[]
  ticked: string[]
  onChange(ticked: string[]): void
}

function Ticks({ name, legend, rows, ticked, onChange }: TicksProps) {
  if (rows.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{legend}</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {rows.map(({ key, label }) => (
          <CheckField
            key={key}
            name={name}
            label={label}
            checked={ticked.includes(key)}
            onChange={({ target }) =>
              onChange(target.checked ? [...ticked, key].sort() : ticked.filter((one) => one !== key))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
