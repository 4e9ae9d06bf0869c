import { useParams } from 'react-router'
import { useAdminProductQuery } from '#web/admin/calls/adminProductsApi.ts'
import { useIsOwner } from '#web/admin/lib/use-is-owner.ts'
import { DeletedNotice } from '#web/admin/lists/EditScreen.tsx'
import { useCategoriesQuery } from '#web/shop/catalog/catalogApi.ts'
import { isNotFound, LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { PRODUCT_FORM, PRODUCT_LIST } from '#web/texts/admin-products.ts'
import { Head } from '#web/ui/Head.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ProductForm } from './ProductForm.tsx'
import { ShelfForm } from './ShelfForm.tsx'

const LIST = { path: '/admin/productlist', label: PRODUCT_LIST.heading }

/** The edit screen of a product; for packers that of its photos and stock. */
export default function ProductEditPage() {
  const { id = '' } = useParams()
  const product = useAdminProductQuery(id, { refetchOnMountOrArgChange: true })
  const categories = useCategoriesQuery()
  const isOwner = useIsOwner()
  if (product.currentData && !isOwner) return <ShelfForm key={id} product={product.currentData} />
  if (product.currentData && categories.data)
    return <ProductForm key={id} product={product.currentData} categories={categories.data} />
  return (
    <section aria-labelledby="edit-title" className="grid gap-6">
      <Head title={PRODUCT_FORM.heading} noIndex />
      <h1 id="edit-title">{PRODUCT_FORM.heading}</h1>
      {isNotFound(product.error) ? (
        <DeletedNotice noun="product" list={LIST} />
      ) : (
        <LoadFailure queries={[product, categories]} />
      )}
      {!product.error && !categories.error && <Skeleton className="h-dvh" />}
    </section>
  )
}
