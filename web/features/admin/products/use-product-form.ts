import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AdminProduct } from '#contract/admin/products.ts'
import { codeOf, issuesOf, messageOf } from '../../../api-failure.ts'
import type { ApiFailure } from '../../../call-api.ts'
import { focusFirstInvalid } from '../../../forms/focus.ts'
import { useDraftOwner } from '../../../forms/use-draft-owner.ts'
import { useAppDispatch } from '../../../store.ts'
import { PRODUCT_FORM } from '../../../texts/admin-products.ts'
import { FRESH, freshData } from '../fresh-data.ts'
import { productsApi, useCreateProductMutation, useUpdateProductMutation } from './adminProductsApi.ts'
import { type Entries, type Errors, editOf, entriesOf, errorsOf, mergedOnto } from './entries.ts'
import type { UploadStatus } from './photos/use-uploads.ts'
import { deleteProductDraft, productDraft, saveProductDraft } from './product-draft.ts'
import { useBack } from './use-back.ts'

/** The notice above the form's fields. */
export type Notice = { kind: 'error' | 'warning' | 'info' | 'success'; message: string; isRestored?: boolean }

/** Value of the button that saves the product and opens a new one. */
export const ADD_ANOTHER = 'add'

/** The form of a product. Its values survive leaving the page, an error, and a save by another admin. */
export function useProductForm(product: AdminProduct, uploading: UploadStatus) {
  const entered = useEntries(product)
  const { loaded, entries, change, startOver } = entered
  const { ref, notice, errors, say } = useNotices(entered.isRestored)
  const [update, { isLoading }] = useUpdateProductMutation()
  const fresh = useFresh(product._id)
  const leave = useLeave()
  const addsAnother = useRef(false)
  const uploads = useUploadsFirst(ref, uploading)

  /** Merges the version of another admin into the form, which the admin then checks and saves again. */
  const mergeTheirs = async (failure: ApiFailure) => {
    const now = await fresh()
    if (!now) return say({ kind: 'error', message: messageOf(failure) })
    const merged = mergedOnto(entries, loaded, now)
    startOver(now, merged.entries)
    if (codeOf(failure) === 'product_changed') say({ kind: 'warning', message: sentenceOn(merged) })
    else say({ kind: 'error', message: messageOf(failure) }, errorsOf(issuesOf(failure)))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    const { submitter } = event.nativeEvent as SubmitEvent
    // Without a button the form is submitted again, once the uploads are done.
    if (submitter) addsAnother.current = submitter.getAttribute('value') === ADD_ANOTHER
    if (uploads.mustWait()) return say({ kind: 'info', message: PRODUCT_FORM.uploading })
    const { edit, errors: found } = editOf(entries, loaded)
    if (!edit) return say({ kind: 'error', message: PRODUCT_FORM.lookAgain }, found)
    const { data, error } = await update({ id: product._id, edit })
    if (data) {
      deleteProductDraft(product._id)
      return leave(data, savedSentence(data, uploading), addsAnother.current)
    }
    const failure = error as ApiFailure
    if (MERGED.includes(codeOf(failure) ?? '')) return mergeTheirs(failure)
    say({ kind: 'error', message: messageOf(failure) }, errorsOf(issuesOf(failure)))
  }
  const discard = () => {
    startOver(product)
    say(null)
  }
  const form = { ref, onSubmit: submit, noValidate: true }
  return {
    form,
    entries,
    loaded,
    errors,
    notice,
    isSaving: isLoading || uploads.isWaiting,
    change,
    discard,
    dismiss: () => say(null, errors),
  }
}

/** The changed values, or a function that returns them for the present values. */
type Change = Partial<Entries> | ((entries: Entries) => Partial<Entries>)

/** The values of the fields and those they were loaded with. Unsaved values are stored until they are saved. */
function useEntries(product: AdminProduct) {
  const userId = useDraftOwner()
  const [draft] = useState(() => productDraft(product._id, userId))
  const [{ loaded, entries }, setForm] = useState(draft ?? { loaded: product, entries: entriesOf(product) })
  useEffect(() => saveProductDraft({ loaded, entries }, userId), [loaded, entries, userId])
  return {
    loaded,
    entries,
    isRestored: draft !== null,
    change: (some: Change) =>
      setForm((form) => ({
        ...form,
        entries: { ...form.entries, ...(typeof some === 'function' ? some(form.entries) : some) },
      })),
    startOver: (from: AdminProduct, begun = entriesOf(from)) => setForm({ loaded: from, entries: begun }),
  }
}

/** The notice above the fields and the errors beside them. The first invalid field gets the focus. */
function useNotices(isRestored: boolean) {
  const ref = useRef<HTMLFormElement>(null)
  const { state } = useLocation()
  const [{ notice, errors }, setSaid] = useState<{ notice: Notice | null; errors: Errors }>(() => ({
    notice: isRestored ? { kind: 'info', message: PRODUCT_FORM.restored, isRestored } : bannerOf(state),
    errors: {},
  }))
  useEffect(() => {
    if (!notice || notice.isRestored || notice.kind === 'success') return
    if (!focusFirstInvalid(ref.current)) ref.current?.scrollIntoView()
  }, [notice])
  const say = (next: Notice | null, found: Errors = {}) => setSaid({ notice: next, errors: found })
  return { ref, notice, errors, say }
}

/** The result of the screen before this one. */
const bannerOf = (state: { banner?: string } | null): Notice | null =>
  state?.banner ? { kind: 'success', message: state.banner } : null

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

const MERGED = ['product_changed', 'stock_too_low']

/** Loads the product as it is now; undefined when that fails. */
function useFresh(id: string) {
  const dispatch = useAppDispatch()
  return () => freshData(dispatch(productsApi.endpoints.adminProduct.initiate(id, FRESH)))
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

function sentenceOn({ theirs, both }: { theirs: string[]; both: string[] }) {
  // The axes and the choices have one name.
  const listed = (names: string[]) => [...new Set(names)].join(', ')
  const sentences = [
    PRODUCT_FORM.changedByOthers,
    ...(theirs.length > 0 ? [PRODUCT_FORM.theirs(listed(theirs))] : []),
    ...(both.length > 0 ? [PRODUCT_FORM.both(listed(both))] : []),
    PRODUCT_FORM.saveAgain,
  ]
  return sentences.join(' ')
}
