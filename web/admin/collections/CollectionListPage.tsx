import { useState } from 'react'
import { useLocation } from 'react-router'
import { collectionsApi, useCollectionsQuery, useOrderCollectionsMutation } from '#web/admin/calls/collectionsApi.ts'
import { ListScreen } from '#web/admin/lists/ListScreen.tsx'
import { useListAddress } from '#web/admin/lists/list-address.ts'
import { OrderedRows } from '#web/admin/lists/OrderedRows.tsx'
import { useMoving } from '#web/admin/lists/use-moving.ts'
import { useAppDispatch } from '#web/shop/visitor/store.ts'
import { COLLECTIONS } from '#web/texts/admin-collections.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { CollectionRow, type Said } from './CollectionRow.tsx'
import { NewCollectionForm } from './NewCollectionForm.tsx'

/** All collections in their order, and a form for a new one. */
export default function CollectionListPage() {
  const query = useCollectionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { state } = useLocation() as { state: { banner?: string } | null }
  const [said, say] = useState<Said | null>(state?.banner ? { kind: 'success', text: state.banner } : null)
  const [arrange] = useOrderCollectionsMutation()
  const dispatch = useAppDispatch()
  const rows = query.currentData ?? []
  const moving = useMoving({
    rows,
    show: (next) => dispatch(collectionsApi.util.updateQueryData('collections', undefined, () => next)),
    save: (next) => arrange(next.map(({ _id }) => _id)),
    onRefused: (text) => say({ kind: 'error', text }),
  })
  return (
    <ListScreen
      title={COLLECTIONS.title}
      about={COLLECTIONS.about}
      address={useListAddress()}
      query={query}
      banner={
        said && (
          <Alert key={said.text} kind={said.kind} onDismiss={() => say(null)}>
            {said.text}
          </Alert>
        )
      }
      empty={COLLECTIONS.empty}
      foot={<NewCollectionForm />}
    >
      <OrderedRows
        label={COLLECTIONS.list}
        rows={rows}
        moving={moving}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
      >
        {(collection) => (
          // The focused button of a deleted one is gone.
          <CollectionRow collection={collection} say={say} onDeleted={() => moving.list.current?.focus()} />
        )}
      </OrderedRows>
    </ListScreen>
  )
}
