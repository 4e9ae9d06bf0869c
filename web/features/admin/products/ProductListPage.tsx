import { useState } from 'react'
import { useLocation } from 'react-router'
import type { AdminProduct } from '#contract/admin/products.ts'
import { productDeleted } from '#contract/admin/texts.ts'
import { messageOf } from '../../../api-failure.ts'
import type { ApiFailure } from '../../../call-api.ts'
import { PRODUCT_LIST } from '../../../texts/admin-products.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Link } from '../../../ui/Link.tsx'
import { DataTable } from '../lists/DataTable.tsx'
import { ListScreen } from '../lists/ListScreen.tsx'
import { useListAddress } from '../lists/list-address.ts'
import { useDeletion } from '../lists/use-deletion.tsx'
import { useSelection } from '../lists/use-selection.ts'
import { useAdminProductsQuery, useDeleteProductMutation } from './adminProductsApi.ts'
import { BulkEdit, type Said } from './BulkEdit.tsx'
import { CreateProductButton } from './CreateProductButton.tsx'
import { ProductFilters } from './ProductFilters.tsx'
import { ProductActions, productColumns } from './product-columns.tsx'

const PATH = '/admin/productlist'

/** All products, drafts included. */
export default function ProductListPage() {
  const address = useListAddress(PATH)
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
      action={<ListActions say={say} />}
      filters={<ProductFilters address={address} />}
      banner={result ? <Banner said={result} onDismiss={() => say(null)} /> : banner}
      hrefOf={address.hrefOf}
      empty={PRODUCT_LIST.empty}
    >
      <div className={selection.ids.size > 0 ? '[&_*]:scroll-mb-48' : ''}>
        <DataTable
          caption={PRODUCT_LIST.heading}
          columns={productColumns}
          rows={left(rows)}
          address={address}
          sortedBy="-created"
          nameOf={({ name }) => name}
          selection={selection}
          actions={(product) => (
            <ProductActions
              product={product}
              onRefused={(failure) => say(refusalOf(failure))}
              isDeleting={isDeleting(product)}
              onDelete={() => void onDelete(product)}
            />
          )}
        />
      </div>
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

function ListActions({ say }: { say(said: Said | null): void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <Link to="/admin/exports" className="inline-flex min-h-11 items-center">
        {PRODUCT_LIST.export}
      </Link>
      <CreateProductButton onRefused={(message) => say({ kind: 'error', message })} />
    </div>
  )
}
