import { useParams } from 'react-router'
import { PRODUCT_FORM, PRODUCT_LIST } from '../../../texts/admin-products.ts'
import { Head } from '../../../ui/Head.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useCategoriesQuery } from '../../catalog/catalogApi.ts'
import { isNotFound, LoadFailure } from '../../layout/LoadFailure.tsx'
import { DeletedNotice } from '../lists/EditScreen.tsx'
import { useAdminProductQuery } from './adminProductsApi.ts'
import { ProductForm } from './ProductForm.tsx'

const LIST = { path: '/admin/productlist', label: PRODUCT_LIST.heading }

/** The edit screen of a product. */
export default function ProductEditPage() {
  const { id = '' } = useParams()
  const product = useAdminProductQuery(id, { refetchOnMountOrArgChange: true })
  const categories = useCategoriesQuery()
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
