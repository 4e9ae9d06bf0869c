import { useParams } from 'react-router'
import { useCollectionQuery } from '#web/admin/calls/collectionsApi.ts'
import { EditScreen } from '#web/admin/lists/EditScreen.tsx'
import { COLLECTION_FORM, COLLECTIONS } from '#web/texts/admin-collections.ts'
import { CollectionForm } from './CollectionForm.tsx'

const LIST = { path: '/admin/collections', label: COLLECTIONS.title }

/** The edit screen of a collection. */
export default function CollectionEditPage() {
  const { id = '' } = useParams()
  const query = useCollectionQuery(id)
  return (
    <EditScreen title={COLLECTION_FORM.title} list={LIST} noun={COLLECTION_FORM.noun} query={query}>
      {query.currentData && <CollectionForm key={id} collection={query.currentData} listPath={LIST.path} />}
    </EditScreen>
  )
}
