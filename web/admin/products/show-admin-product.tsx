import { createRoot } from 'react-dom/client'
import {
  type BuyBoxParts,
  BuyBoxPartsContext,
  type ProductParts,
  ProductPartsContext,
} from '#web/shop/slots/product-parts.ts'
import { PageSurroundings, type Surroundings } from '#web/shop/visitor/surroundings.tsx'
import { ShopName, ShopUrl } from '#web/ui/Head.tsx'
import { AdminProductView } from './AdminProductView.tsx'

/** Adds to a product's page what only admins see, as soon as it is loaded. */
export function showAdminProduct(productKey: string, surroundings: Surroundings, parts: ProductParts & BuyBoxParts) {
  const main = document.getElementById('main')
  if (!main) return
  const forShoppers = [...main.childNodes]
  const [above, below] = [document.createElement('div'), document.createElement('div')]
  main.prepend(above)
  main.append(below)
  const onDraft = () => {
    for (const node of forShoppers) node.remove()
    document.querySelector('title')?.remove()
  }
  createRoot(above).render(
    <PageSurroundings {...surroundings}>
      <ShopName value={surroundings.shop.name}>
        <ShopUrl value={document.documentElement.dataset.shop ?? ''}>
          <ProductPartsContext value={parts}>
            <BuyBoxPartsContext value={parts}>
              <AdminProductView productKey={productKey} below={below} onDraft={onDraft} />
            </BuyBoxPartsContext>
          </ProductPartsContext>
        </ShopUrl>
      </ShopName>
    </PageSurroundings>,
  )
}
