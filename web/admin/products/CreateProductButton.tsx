import { useNavigate } from 'react-router'
import { useCreateProductMutation } from '#web/admin/calls/adminProductsApi.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { PRODUCT_LIST } from '#web/texts/admin-products.ts'
import { Button } from '#web/ui/Button.tsx'

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
