import { use, useState } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import type { Category } from '#contract/products.ts'
import { DraftNotices } from '#web/admin/forms/DraftNotices.tsx'
import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { PhotoEditor } from '#web/admin/photos/PhotoEditor.tsx'
import type { UploadStatus } from '#web/admin/photos/use-uploads.ts'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { PRODUCT_FORM } from '#web/texts/admin-products.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { InView } from '#web/ui/InView.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Parts } from '#web/ui/Parts.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { ChoiceEditor } from './choices/ChoiceEditor.tsx'
import { CostFields } from './costs/CostFields.tsx'
import { AboutFields, FactFields, ParcelFields, PlaceFields, StockFields } from './ProductFields.tsx'
import { QuestionEditor } from './questions/QuestionEditor.tsx'
import { useBack } from './use-back.ts'
import { ADD_ANOTHER, isNew, useProductForm } from './use-product-form.ts'

type Props = { product: AdminProduct; categories: Category[] }

/** The form of a product, in the order in which a maker thinks of it, with one button that saves everything. */
export function ProductForm({ product, categories }: Props) {
  const [uploading, setUploading] = useState<UploadStatus>({ underWay: 0, failed: 0, failedNames: '' })
  const editing = useProductForm(product, uploading)
  const { form, values: entries, loaded, errors, isSaving, change, banner, dismissBanner } = editing
  const name = entries.name || PRODUCT_FORM.newProduct
  const heading = loaded.draft ? PRODUCT_FORM.newProduct : PRODUCT_FORM.heading
  return (
    <section aria-labelledby="edit-title" className="grid max-w-4xl gap-6">
      <Head title={heading} noIndex />
      <header className="grid gap-2">
        <h1 id="edit-title">{heading}</h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
          {entries.name && <span className="min-w-0 break-words">{entries.name}</span>}
          {loaded.draft && <Badge kind="neutral">{PRODUCT_FORM.draft}</Badge>}
          {!isNew(loaded) && (
            <Link to={`/products/${loaded.slug}`} className="inline-flex min-h-11 items-center">
              {PRODUCT_FORM.seePage}
            </Link>
          )}
        </p>
        <Parts of={use(AdminSlotsContext).product} props={{ product: loaded }} />
      </header>
      <form {...form} className="[&_*]:scroll-mb-40">
        <div className="grid gap-6">
          {editing.isWaiting && (
            <InView>
              <Alert kind="info">{PRODUCT_FORM.uploading}</Alert>
            </InView>
          )}
          <DraftNotices editing={editing} />
          {banner && (
            <Alert kind="success" onDismiss={dismissBanner}>
              {banner}
            </Alert>
          )}
          <Panel>
            <section aria-labelledby="photos" className="grid gap-5">
              <h2 id="photos">{PRODUCT_FORM.photos}</h2>
              {errors.images && <StandingAlert of={errors}>{errors.images}</StandingAlert>}
              <PhotoEditor
                images={entries.images}
                onChange={(edit) => change(({ images }) => ({ images: edit(images) }))}
                onUploading={setUploading}
                name={name}
              />
            </section>
          </Panel>
          <Panel>
            <AboutFields entries={entries} errors={errors} onChange={change} categories={categories} />
          </Panel>
          <Panel>
            <StockFields
              {...{ entries, errors }}
              onChange={change}
              loadedQty={loaded.qty}
              isInSale={loaded.regularPrices !== undefined}
            />
          </Panel>
          <Panel>
            <ChoiceEditor
              entries={entries}
              errors={errors}
              isFamily={loaded.axes !== undefined}
              isInSale={loaded.regularPrices !== undefined}
              onChange={change}
            />
          </Panel>
          <Panel>
            <QuestionEditor asks={entries.asks} errors={errors} onChange={change} />
          </Panel>
          <Panel>
            <FactFields entries={entries} errors={errors} onChange={change} />
          </Panel>
          <Panel>
            <ParcelFields entries={entries} errors={errors} onChange={change} />
          </Panel>
          <Panel>
            <CostFields entries={entries} errors={errors} onChange={change} />
          </Panel>
          <Panel>
            <PlaceFields entries={entries} errors={errors} onChange={change} />
          </Panel>
        </div>
        <SaveBar isSaving={isSaving} />
        <div className="mt-6">
          <Button variant="secondary" value={ADD_ANOTHER} disabled={isSaving}>
            {PRODUCT_FORM.saveAndAdd}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** The save bar stays visible while the form scrolls. */
function SaveBar({ isSaving }: { isSaving: boolean }) {
  const back = useBack()
  return (
    <ActionBar label={PRODUCT_FORM.save}>
      <Button isBusy={isSaving} className="grow sm:grow-0">
        {PRODUCT_FORM.save}
      </Button>
      <ButtonLink to={back} variant="secondary">
        {PRODUCT_FORM.back}
      </ButtonLink>
    </ActionBar>
  )
}
