import { useState } from 'react'
import { useLocation } from 'react-router'
import { useAppDispatch } from '../../../store.ts'
import { MOVING } from '../../../texts/admin.ts'
import { COLLECTIONS } from '../../../texts/admin-collections.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { EmptyList } from '../lists/EmptyList.tsx'
import { useMoving } from '../lists/use-moving.ts'
import { CollectionRow, type Said } from './CollectionRow.tsx'
import { collectionsApi, useCollectionsQuery, useOrderCollectionsMutation } from './collectionsApi.ts'
import { NewCollectionForm } from './NewCollectionForm.tsx'

/** All collections in their order, and a form for a new one. */
export default function CollectionListPage() {
  const query = useCollectionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data: collections, error } = query
  const { state } = useLocation() as { state: { banner?: string } | null }
  const [said, say] = useState<Said | null>(state?.banner ? { kind: 'success', text: state.banner } : null)
  const [arrange] = useOrderCollectionsMutation()
  const dispatch = useAppDispatch()
  const { list, moved, move } = useMoving({
    rows: collections ?? [],
    show: (rows) => dispatch(collectionsApi.util.updateQueryData('collections', undefined, () => rows)),
    save: (rows) => arrange(rows.map(({ _id }) => _id)),
    onRefused: (text) => say({ kind: 'error', text }),
  })
  return (
    <section aria-labelledby="list-title" className="grid gap-6">
      <Head title={COLLECTIONS.title} noIndex />
      <header className="grid gap-1">
        <h1 id="list-title">{COLLECTIONS.title}</h1>
        <p className="max-w-xl text-muted">{COLLECTIONS.about}</p>
      </header>
      {said && (
        <Alert key={said.text} kind={said.kind} onDismiss={() => say(null)}>
          {said.text}
        </Alert>
      )}
      <p role="status" className="sr-only">
        {moved && MOVING.moved(moved.row.name, moved.to + 1, collections?.length ?? 0)}
      </p>
      <LoadFailure queries={[query]} />
      {!collections && !error && <Skeleton className="h-80" />}
      {collections?.length === 0 && <EmptyList>{COLLECTIONS.empty}</EmptyList>}
      {collections && collections.length > 0 && (
        <ol
          ref={list}
          tabIndex={-1}
          aria-label={COLLECTIONS.list}
          className="divide-y divide-line rounded-lg border border-line bg-card px-5 shadow-sm"
        >
          {collections.map((collection, index) => (
            <CollectionRow
              key={collection._id}
              collection={collection}
              isFirst={index === 0}
              isLast={index === collections.length - 1}
              onMove={(by) => move(index, by)}
              say={say}
              // The focused button is gone.
              onDeleted={() => list.current?.focus()}
            />
          ))}
        </ol>
      )}
      {collections && <NewCollectionForm />}
    </section>
  )
}
