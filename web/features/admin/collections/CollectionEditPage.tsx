import { useParams } from 'react-router'
import { COLLECTION_FORM, COLLECTIONS } from '../../../texts/admin-collections.ts'
import { EditScreen } from '../lists/EditScreen.tsx'
import { CollectionForm } from './CollectionForm.tsx'
import { useCollectionQuery } from './collectionsApi.ts'

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
