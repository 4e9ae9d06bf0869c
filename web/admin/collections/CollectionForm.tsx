import { useNavigate } from 'react-router'
import { COLLECTION_NAME_MAX, COLLECTION_TEXT_MAX, EditedCollection } from '#contract/admin/collections.ts'
import { useLazyCollectionQuery, useUpdateCollectionMutation } from '#web/admin/calls/collectionsApi.ts'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { mergeProblem } from '#web/admin/forms/use-saved-draft.ts'
import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { LookPhotoField } from '#web/admin/look/LookPhotoField.tsx'
import { useLookUploads } from '#web/admin/look/use-look-uploads.ts'
import { COLLECTION_FORM, COLLECTIONS } from '#web/texts/admin-collections.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { AddPieces } from './AddPieces.tsx'
import { CollectedProducts } from './CollectedProducts.tsx'

const Fields = EditedCollection.pick({ name: true, text: true, hidden: true, products: true, photo: true })
const LABELS = {
  ...COLLECTION_FORM.fields,
  ...{ hidden: COLLECTION_FORM.hidden, products: COLLECTION_FORM.pieces, photo: COLLECTION_FORM.photo },
}

/** The form of a collection with its products in their order; saving leads back to the list. */
export function CollectionForm({ collection, listPath }: { collection: EditedCollection; listPath: string }) {
  const navigate = useNavigate()
  const [save] = useUpdateCollectionMutation()
  const [load] = useLazyCollectionQuery()
  const uploads = useLookUploads()
  const editing = useDraftForm({
    key: `collection:${collection._id}`,
    stored: collection,
    schema: EditedCollection,
    fields: Fields,
    valuesOf: ({ name, text, hidden, products, photo }) => ({ name, text, hidden, products, photo }),
    conflict: {
      codes: ['collection_changed'],
      load: () => load(collection._id),
      problem: mergeProblem(COLLECTION_FORM.noun, LABELS),
    },
    async save({ values: { products, ...values }, loaded: { _id, version } }) {
      if (uploads.isUploading) return { problem: { message: COLLECTION_FORM.uploading, fields: {} } }
      return save({ id: _id, update: { ...values, productIds: products.map((product) => product._id), version } })
    },
    onSaved: ({ name }) => navigate(listPath, { state: { banner: COLLECTIONS.saved(name) } }),
  })
  const { form, values, isSending, change, box, tick } = editing
  return (
    <form {...form} className="max-w-4xl [&_*]:scroll-mb-40">
      <div className="grid gap-6">
        <DraftNotices editing={editing} />
        <Panel>
          <div className="grid gap-5">
            <Field
              label={COLLECTION_FORM.fields.name}
              hint={COLLECTION_FORM.nameHint}
              maxLength={COLLECTION_NAME_MAX}
              autoComplete="off"
              {...box('name')}
            />
            <TextAreaField
              label={COLLECTION_FORM.fields.text}
              hint={COLLECTION_FORM.textHint}
              maxLength={COLLECTION_TEXT_MAX}
              className="min-h-24"
              {...box('text')}
            />
            <CheckField label={COLLECTION_FORM.hidden} {...tick('hidden')} />
          </div>
        </Panel>
        <Panel>
          <section aria-labelledby="pieces" className="grid gap-4">
            <header className="grid gap-1">
              <h2 id="pieces">{COLLECTION_FORM.pieces}</h2>
              {values.products.length > 0 && <p className="text-sm text-muted">{COLLECTION_FORM.piecesHint}</p>}
            </header>
            <CollectedProducts products={values.products} onChange={(products) => change({ products })} />
            <AddPieces
              products={values.products}
              onAdd={(product) => change({ products: [...values.products, product] })}
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
              photo={values.photo}
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
