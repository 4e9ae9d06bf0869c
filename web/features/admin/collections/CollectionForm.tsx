import { useNavigate } from 'react-router'
import { COLLECTION_NAME_MAX, COLLECTION_TEXT_MAX, EditedCollection } from '#contract/admin/collections.ts'
import { RestoredNotice } from '../../../forms/RestoredNotice.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useKeptDraft } from '../../../forms/use-kept-draft.ts'
import { useUnsavedWarning } from '../../../forms/use-unsaved.ts'
import { COLLECTION_FORM, COLLECTIONS } from '../../../texts/admin-collections.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { CheckField, Field } from '../../../ui/Field.tsx'
import { InView } from '../../../ui/InView.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { formProblemOf } from '../../accounts/validation.ts'
import { ActionBar } from '../frame/ActionBar.tsx'
import { LookPhotoField } from '../look/LookPhotoField.tsx'
import { useLookUploads } from '../look/use-look-uploads.ts'
import { AddPieces } from './AddPieces.tsx'
import { CollectedProducts } from './CollectedProducts.tsx'
import { useUpdateCollectionMutation } from './collectionsApi.ts'

/** The form of a collection with its products in their order; saving leads back to the list. */
export function CollectionForm({ collection, listPath }: { collection: EditedCollection; listPath: string }) {
  const navigate = useNavigate()
  const [save] = useUpdateCollectionMutation()
  const { draft, change, isUnsaved, isRestored, drop } = useKeptDraft(
    `collection:${collection._id}`,
    collection,
    EditedCollection,
  )
  const uploads = useLookUploads()
  useUnsavedWarning(isUnsaved)
  const { form, problem, errors, isSending, dismiss } = useForm(['name', 'text'], async () => {
    if (uploads.isUploading) return { message: COLLECTION_FORM.uploading, fields: {} }
    const { _id, name, text, photo, hidden, products, version } = draft
    const productIds = products.map((product) => product._id)
    const { data, error } = await save({ id: _id, update: { name, text, photo, hidden, productIds, version } })
    if (error) return formProblemOf(error)
    drop()
    navigate(listPath, { state: { banner: COLLECTIONS.saved(data.name) } })
    return null
  })
  return (
    <form {...form} className="max-w-4xl [&_*]:scroll-mb-40">
      <div className="grid gap-6">
        {problem && (
          <InView>
            <Alert onDismiss={dismiss}>{problem.message}</Alert>
          </InView>
        )}
        {isRestored && <RestoredNotice onDiscard={drop} />}
        <Panel>
          <div className="grid gap-5">
            <Field
              label={COLLECTION_FORM.fields.name}
              name="name"
              hint={COLLECTION_FORM.nameHint}
              error={errors.name}
              maxLength={COLLECTION_NAME_MAX}
              autoComplete="off"
              value={draft.name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <TextAreaField
              label={COLLECTION_FORM.fields.text}
              name="text"
              hint={COLLECTION_FORM.textHint}
              error={errors.text}
              maxLength={COLLECTION_TEXT_MAX}
              className="min-h-24"
              value={draft.text}
              onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            />
            <CheckField
              label={COLLECTION_FORM.hidden}
              checked={draft.hidden}
              onChange={({ currentTarget }) => change({ hidden: currentTarget.checked })}
            />
          </div>
        </Panel>
        <Panel>
          <section aria-labelledby="pieces" className="grid gap-4">
            <header className="grid gap-1">
              <h2 id="pieces">{COLLECTION_FORM.pieces}</h2>
              {draft.products.length > 0 && <p className="text-sm text-muted">{COLLECTION_FORM.piecesHint}</p>}
            </header>
            <CollectedProducts products={draft.products} onChange={(products) => change({ products })} />
            <AddPieces
              products={draft.products}
              onAdd={(product) => change({ products: [...draft.products, product] })}
            />
          </section>
        </Panel>
        <Panel>
          <section aria-labelledby="photo" className="grid gap-4">
            <header className="grid gap-1">
              <h2 id="photo">{COLLECTION_FORM.photo}</h2>
              <p className="text-sm text-muted">{COLLECTION_FORM.photoHint}</p>
            </header>
            <LookPhotoField
              label={COLLECTION_FORM.photoNoun}
              photo={draft.photo}
              slot="collection"
              uploads={uploads}
              onChange={(photo) => change({ photo })}
            />
          </section>
        </Panel>
      </div>
      <ActionBar label={COLLECTION_FORM.save}>
        <Button isBusy={isSending} className="grow sm:grow-0">
          {COLLECTION_FORM.save}
        </Button>
        <ButtonLink to={listPath} variant="secondary">
          {COLLECTION_FORM.back}
        </ButtonLink>
      </ActionBar>
    </form>
  )
}
