import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SellersProduct } from '#contract/product-edits.ts'
import { type ApiFailure, codeOf, messageOf } from '../../../api.ts'
import { useAppDispatch } from '../../../store.ts'
import { type Entries, type Errors, editOf, entriesOf, errorsOf, mergedOnto } from './entries.ts'
import { forgetEntries, keepEntries, keptEntries } from './keptEntries.ts'
import { productsApi, useUpdateProductMutation } from './productsApi.ts'

/** What the form has to say above its fields. */
export type Notice = { kind: 'error' | 'warning' | 'info'; message: string; isRestored?: boolean }

const RESTORED = 'Here are the changes that you had not saved yet.'

/** The form of a product: its entries outlive the page, a refusal, and somebody else who saves meanwhile. */
export function useProductForm(product: SellersProduct) {
  const ref = useRef<HTMLFormElement>(null)
  const [{ loaded, entries }, setForm] = useState(() => keptEntries(product._id) ?? startOf(product))
  const [notice, setNotice] = useState<Notice | null>(() =>
    keptEntries(product._id) ? { kind: 'info', message: RESTORED, isRestored: true } : null,
  )
  const [errors, setErrors] = useState<Errors>({})
  const [update, { isLoading }] = useUpdateProductMutation()
  const fresh = useFresh(product._id)
  const leave = useLeave()
  useEffect(() => keepEntries({ loaded, entries }), [loaded, entries])
  useEffect(() => {
    const field = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field && Object.keys(errors).length > 0) field.focus()
    else if (notice && !notice.isRestored) ref.current?.scrollIntoView()
  }, [errors, notice])

  const refuse = (found: Errors, message: string, kind: Notice['kind'] = 'error') => {
    setErrors(found)
    setNotice({ kind, message })
  }
  /** Takes over what somebody else has done, and leaves it to the seller to look at it and save again. */
  const mergeTheirs = async (failure: ApiFailure) => {
    const now = await fresh()
    if (!now) return refuse({}, messageOf(failure))
    const merged = mergedOnto(entries, loaded, now)
    setForm({ loaded: now, entries: merged.entries })
    if (codeOf(failure) === 'stock_too_low') return refuse(issuesOf(failure), messageOf(failure))
    refuse({}, sentenceOn(merged), 'warning')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    const { edit, errors: found } = editOf(entries, loaded)
    if (!edit) return refuse(found, 'Nothing is saved yet: please look at the marked fields.')
    const { data, error } = await update({ id: product._id, edit })
    if (data) {
      forgetEntries(product._id)
      return leave(savedSentence(data))
    }
    const failure = error as ApiFailure
    if (MERGED.includes(codeOf(failure) ?? '')) return mergeTheirs(failure)
    refuse(issuesOf(failure), messageOf(failure))
  }
  return {
    form: { ref, onSubmit: submit, noValidate: true },
    entries,
    loaded,
    errors,
    notice,
    isSaving: isLoading,
    change: (some: Partial<Entries>) => setForm({ loaded, entries: { ...entries, ...some } }),
    discard() {
      setForm(startOf(product))
      setErrors({})
      setNotice(null)
    },
    dismiss: () => setNotice(null),
  }
}

const MERGED = ['product_changed', 'stock_too_low']

const startOf = (product: SellersProduct) => ({ loaded: product, entries: entriesOf(product) })

const issuesOf = ({ data }: ApiFailure) => errorsOf((data && typeof data === 'object' && data.issues) || [])

/** Asks for the product as it is now; nothing when it cannot be had. */
function useFresh(id: string) {
  const dispatch = useAppDispatch()
  return async () => {
    const asked = productsApi.endpoints.sellersProduct.initiate(id, { forceRefetch: true, subscribe: false })
    return (await dispatch(asked)).data
  }
}

/** Goes back to where one came from, which says what has been done. */
function useLeave() {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (banner: string) => navigate(state?.back ?? '/admin/productlist', { replace: true, state: { banner } })
}

function savedSentence({ name, draft, price }: SellersProduct) {
  if (!draft) return `${name} is saved.`
  return price === 0
    ? `${name} is saved as a draft: it is shown in the shop once it has a name, a price and a category.`
    : `${name} is saved as a draft.`
}

function sentenceOn({ theirs, both }: { theirs: string[]; both: string[] }) {
  const sentences = [
    'Somebody else has saved this product meanwhile, so nothing of yours is saved yet.',
    ...(theirs.length > 0 ? [`Taken over from them: ${theirs.join(', ')}.`] : []),
    ...(both.length > 0 ? [`Changed by both, and here as you have it: ${both.join(', ')}.`] : []),
    'Look it over, and press Update Product again.',
  ]
  return sentences.join(' ')
}
