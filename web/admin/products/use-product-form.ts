import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AdminProduct } from '#contract/admin/products.ts'
import { DRAFT_NAME } from '#contract/admin/texts.ts'
import {
  useCreateProductMutation,
  useDeleteProductMutation,
  useLazyAdminProductQuery,
  useUpdateProductMutation,
} from '#web/admin/calls/adminProductsApi.ts'
import { useDraftForm } from '#web/admin/forms/use-draft-form.ts'
import { mergeProblem } from '#web/admin/forms/use-saved-draft.ts'
import type { UploadStatus } from '#web/admin/photos/use-uploads.ts'
import type { FormProblem } from '#web/forms/problems.ts'
import { codeOf, issuesOf, messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { PRODUCT_FORM } from '#web/texts/admin-products.ts'
import { Entries, editOf, entriesOf, errorsOf, FIELD_NAMES, mergedOnto } from './entries.ts'
import { useBack } from './use-back.ts'

/** Value of the button that saves the product and opens a new one. */
export const ADD_ANOTHER = 'add'

/** The form of a product. Its values survive leaving the page, an error, and a save by another admin. */
export function useProductForm(product: AdminProduct, uploading: UploadStatus) {
  const [update] = useUpdateProductMutation()
  const [load] = useLazyAdminProductQuery()
  const leave = useLeave()
  const addsAnother = useRef(false)
  const editing = useDraftForm<AdminProduct, Entries>({
    ...{ key: `product:${product._id}`, stored: product, schema: AdminProduct, fields: Entries },
    ...{ valuesOf: entriesOf, merge: mergedOnto, problemOf },
    conflict: {
      codes: ['product_changed', 'stock_too_low'],
      load: () => load(product._id),
      problem: (merged, _, error) =>
        codeOf(error as ApiFailure) === 'product_changed' ? askAgain(merged) : problemOf(error),
    },
    async save({ values, loaded }) {
      if (loaded.draft && values.name.trim() === '' && values.images.length === 0)
        return { problem: { message: PRODUCT_FORM.nothingToSave, fields: { name: PRODUCT_FORM.nameMissing } } }
      const { edit, errors } = editOf(values, loaded)
      return edit ? update({ id: product._id, edit }) : { problem: { message: PRODUCT_FORM.lookAgain, fields: errors } }
    },
    onSaved: (saved) => leave(saved, savedSentence(saved, uploading), addsAnother.current),
  })
  const { form, isSending, isRestored } = editing
  useRemovalOfNew(product._id, () => {
    const { loaded, changed } = editing.latest()
    return isNew(loaded) && changed.length === 0 && uploading.underWay === 0
  })
  const { state } = useLocation() as { state: { banner?: string } | null }
  // A form that was restored has told it before.
  const [banner, setBanner] = useState(isRestored ? undefined : state?.banner)
  const uploads = useUploadsFirst(form.ref, uploading)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    setBanner(undefined)
    const { submitter } = event.nativeEvent as SubmitEvent
    // Without a button the form is submitted again, once the uploads are done.
    if (submitter) addsAnother.current = submitter.getAttribute('value') === ADD_ANOTHER
    if (!uploads.mustWait()) return form.onSubmit(event)
    event.preventDefault()
  }
  return {
    ...editing,
    form: { ...form, onSubmit },
    isSaving: isSending || uploads.isWaiting,
    isWaiting: uploads.isWaiting,
    /** The result of the screen before this one. */
    banner,
    dismissBanner: () => setBanner(undefined),
  }
}

/** Whether nothing was saved of the product yet: it is as the press of the button created it. */
export const isNew = ({ draft, name, sku, price, images }: AdminProduct) =>
  draft === true && name === DRAFT_NAME && sku === '' && price === 0 && images.length === 0

/** Deletes a new product when its form is left, if `isUntouched` then. */
function useRemovalOfNew(id: string, isUntouched: () => boolean) {
  const [remove] = useDeleteProductMutation()
  const isOpen = useRef(false)
  const leave = useRef(() => {})
  leave.current = () => {
    if (!isOpen.current && isUntouched()) void remove(id)
  }
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      // In development React closes each screen once, and opens it again at once.
      setTimeout(() => leave.current())
    }
  }, [])
}

const askAgain = mergeProblem('product', FIELD_NAMES)

const problemOf = (error: unknown): FormProblem => ({
  ...{ message: messageOf(error), code: codeOf(error as ApiFailure) },
  fields: errorsOf(issuesOf(error as ApiFailure)),
})

/** Saving waits for running uploads, then submits the form again. Failed uploads do not delay it. */
function useUploadsFirst(form: RefObject<HTMLFormElement | null>, { underWay }: UploadStatus) {
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || underWay > 0) return
    setWaiting(false)
    form.current?.requestSubmit()
  }, [form, isWaiting, underWay])
  return {
    isWaiting,
    mustWait() {
      setWaiting(underWay > 0)
      return underWay > 0
    },
  }
}

/** Returns to the previous screen, or opens a new product; it shows the result. */
function useLeave() {
  const navigate = useNavigate()
  const [create] = useCreateProductMutation()
  const back = useBack()
  return async ({ slug }: AdminProduct, banner: string, addsAnother: boolean) => {
    const made = addsAnother ? (await create()).data : undefined
    if (made) return navigate(`/admin/products/${made._id}/edit`, { replace: true, state: { back, banner } })
    return navigate(back, { replace: true, state: { banner, page: `/products/${slug}` } })
  }
}

function savedSentence({ name, draft, price }: AdminProduct, { failed, failedNames }: UploadStatus) {
  const without = failed > 0 ? PRODUCT_FORM.withoutPhotos(failed, failedNames) : ''
  const saved = PRODUCT_FORM.saved(name, draft, without)
  return draft && price === 0 ? `${saved} ${PRODUCT_FORM.incomplete}` : saved
}
