import { useState } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import type { Category } from '#contract/products.ts'
import { PRODUCT_FORM } from '../../../texts/admin-products.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { StandingAlert } from '../../../ui/StandingAlert.tsx'
import { InDropNotice } from '../drops/InDropNotice.tsx'
import { ActionBar } from '../frame/ActionBar.tsx'
import { ChoiceEditor } from './choices/ChoiceEditor.tsx'
import { CostFields } from './costs/CostFields.tsx'
import { AboutFields, FactFields, ParcelFields, PlaceFields, StockFields } from './ProductFields.tsx'
import { PhotoEditor } from './photos/PhotoEditor.tsx'
import type { UploadStatus } from './photos/use-uploads.ts'
import { QuestionEditor } from './questions/QuestionEditor.tsx'
import { useBack } from './use-back.ts'
import { ADD_ANOTHER, type Notice, useProductForm } from './use-product-form.ts'

type Props = { product: AdminProduct; categories: Category[] }

/** The form of a product, in the order in which a maker thinks of it, with one button that saves everything. */
export function ProductForm({ product, categories }: Props) {
  const [uploading, setUploading] = useState<UploadStatus>({ underWay: 0, failed: 0, failedNames: '' })
  const { form, entries, loaded, errors, notice, isSaving, change, discard, dismiss } = useProductForm(
    product,
    uploading,
  )
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
          <Link to={`/products/${loaded.slug}`} className="inline-flex min-h-11 items-center">
            {PRODUCT_FORM.seePage}
          </Link>
        </p>
        {loaded.inDrop && <InDropNotice drop={loaded.inDrop} />}
      </header>
      <form {...form} className="[&_*]:scroll-mb-40">
        <div className="grid gap-6">
          {notice && <FormNotice notice={notice} onDiscard={discard} onDismiss={dismiss} />}
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
            <StockFields entries={entries} errors={errors} onChange={change} loadedQty={loaded.qty} />
          </Panel>
          <Panel>
            <ChoiceEditor entries={entries} errors={errors} isFamily={loaded.axes !== undefined} onChange={change} />
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

type SaysProps = { notice: Notice; onDiscard(): void; onDismiss(): void }

const FormNotice = ({ notice: { kind, message, isRestored }, onDiscard, onDismiss }: SaysProps) => (
  <Alert kind={kind} onDismiss={onDismiss}>
    <p>{message}</p>
    {isRestored && (
      <Button type="button" variant="quiet" className="ml-0" onClick={onDiscard}>
        {PRODUCT_FORM.discardRestored}
      </Button>
    )}
  </Alert>
)

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
