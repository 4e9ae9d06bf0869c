import { useState } from 'react'
import { useLocation } from 'react-router'
import type { AdminProduct } from '#contract/admin/products.ts'
import { productDeleted } from '#contract/admin/texts.ts'
import { useAdminProductsQuery, useDeleteProductMutation } from '#web/admin/calls/adminProductsApi.ts'
import { useIsOwner } from '#web/admin/lib/use-is-owner.ts'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { useDeletion } from '#web/admin/lists/use-deletion.tsx'
import { useSelection } from '#web/admin/lists/use-selection.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { PRODUCT_LIST } from '#web/texts/admin-products.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { BulkEdit, type Said } from './BulkEdit.tsx'
import { CreateProductButton } from './CreateProductButton.tsx'
import { ProductActions, ProductFacts, productColumns } from './product-columns.tsx'
import { useProductFilters } from './use-product-filters.ts'

const PATH = '/admin/productlist'

/** All products, drafts included. */
export default function ProductListPage() {
  const address = useListAddress(PATH)
  const isOwner = useIsOwner()
  const [result, setResult] = useResult()
  const [remove] = useDeleteProductMutation()
  const sentence = ({ name }: AdminProduct) => productDeleted(name)
  const { banner, dismiss, deleteRow, isDeleting, isLeaving, left } = useDeletion({ address, sentence, remove })
  const options = { refetchOnMountOrArgChange: true, skip: isLeaving }
  const query = useAdminProductsQuery(address.query, options)
  const rows = query.currentData?.products ?? []
  const selection = useSelection(left(rows))
  const say = (next: Said | null) => {
    dismiss()
    setResult(next)
  }
  const onDelete = (product: AdminProduct) => {
    setResult(null)
    return deleteRow(product, rows)
  }
  return (
    <ListScreen
      title={PRODUCT_LIST.heading}
      nouns={PRODUCT_LIST.nouns}
      address={address}
      query={query}
      searchLabel={PRODUCT_LIST.search}
      action={isOwner && <CreateProductButton onRefused={(message) => say({ kind: 'error', message })} />}
      more={
        isOwner && (
          <ButtonLink to="/admin/exports" variant="quiet">
            {PRODUCT_LIST.export}
          </ButtonLink>
        )
      }
      {...useProductFilters()}
      banner={result ? <Banner said={result} onDismiss={() => say(null)} /> : banner}
      empty={PRODUCT_LIST.empty}
      table={{
        columns: productColumns,
        rows: left(rows),
        sortedBy: '-created',
        nameOf: ({ name }) => name,
        facts: (product) => <ProductFacts product={product} />,
        selection: isOwner ? selection : undefined,
        actions: (product) => (
          <ProductActions
            product={product}
            onRefused={(failure) => say(refusalOf(failure))}
            isDeleting={isDeleting(product)}
            onDelete={() => void onDelete(product)}
          />
        ),
      }}
    >
      <BulkEdit ids={[...selection.ids]} say={say} onClear={selection.clear} />
    </ListScreen>
  )
}

const Banner = ({ said: { kind, message, page }, onDismiss }: { said: Said; onDismiss(): void }) => (
  <Alert key={message} kind={kind} onDismiss={onDismiss}>
    {message} {page && <Link to={page}>{PRODUCT_LIST.viewPage}</Link>}
  </Alert>
)

const refusalOf = (failure: unknown): Said => ({ kind: 'error', message: messageOf(failure as ApiFailure) })

/** The result of the last action, here or on the previous screen. */
function useResult() {
  const { state } = useLocation()
  return useState<Said | null>(state?.banner ? { kind: 'success', message: state.banner, page: state.page } : null)
}
