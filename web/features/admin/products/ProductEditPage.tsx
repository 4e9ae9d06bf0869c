import { useParams } from 'react-router'
import type { ApiFailure } from '../../../api.ts'
import { messageOf } from '../../../api.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useCategoriesQuery } from '../../catalog/catalogApi.ts'
import { NotFound } from '../../layout/NotFound.tsx'
import { ProductForm } from './ProductForm.tsx'
import { useSellersProductQuery } from './productsApi.ts'

/** Everything about one product, to be changed. */
export default function ProductEditPage() {
  const { id = '' } = useParams()
  const product = useSellersProductQuery(id, { refetchOnMountOrArgChange: true })
  const categories = useCategoriesQuery()
  const failure = (product.error ?? categories.error) as ApiFailure | undefined
  if (product.currentData && categories.data)
    return <ProductForm key={id} product={product.currentData} categories={categories.data} />
  if (failure?.status === 404) return <NotFound what="This product" />
  return (
    <section aria-labelledby="edit-title" className="grid gap-6">
      <Head title="Edit Product" noIndex />
      <h1 id="edit-title">Edit Product</h1>
      {failure ? <Alert>{messageOf(failure)}</Alert> : <Skeleton className="h-dvh" />}
    </section>
  )
}
