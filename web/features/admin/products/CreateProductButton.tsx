import { useNavigate } from 'react-router'
import { messageOf } from '../../../api-failure.ts'
import type { ApiFailure } from '../../../call-api.ts'
import { PRODUCT_LIST } from '../../../texts/admin-products.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCreateProductMutation } from './adminProductsApi.ts'

/** Creates a draft and opens its form. `onRefused` gets the reason why the shop did not. */
export function CreateProductButton({ onRefused }: { onRefused(message: string): void }) {
  const navigate = useNavigate()
  const [create, { isLoading }] = useCreateProductMutation()
  const onCreate = async () => {
    const { data, error } = await create()
    if (data) navigate(`/admin/products/${data._id}/edit`)
    else onRefused(messageOf(error as ApiFailure))
  }
  return (
    <Button isBusy={isLoading} onClick={onCreate}>
      {PRODUCT_LIST.create}
    </Button>
  )
}
