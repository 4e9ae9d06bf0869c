import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCreateProductMutation, useUpdateProductMutation } from '#web/admin/calls/adminProductsApi.ts'
import { fileProblem, sendPhoto } from '#web/admin/photos/send-photo.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { SHARED_PHOTOS } from '#web/texts/admin-products.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { forgetSharedPhotos, sharedPhotos } from './shared-photos.ts'

/** Makes the draft of a product of the photos that a phone has shared with the desk. */
export default function SharedPhotosPage() {
  const [photos, setPhotos] = useState<File[]>()
  const { create, isBusy, problem, forgetProblem } = useDraftOf(photos ?? [])
  const navigate = useNavigate()
  useEffect(() => {
    sharedPhotos().then(setPhotos, () => setPhotos([]))
  }, [])
  const discard = async () => {
    await forgetSharedPhotos()
    navigate('/admin', { replace: true })
  }
  if (photos?.length === 0) return <NoPhotos />
  return (
    <section aria-labelledby="shared-title" className="grid max-w-3xl grid-cols-1 gap-6">
      <Head title={SHARED_PHOTOS.heading} noIndex />
      <h1 id="shared-title">{SHARED_PHOTOS.heading}</h1>
      {problem && <Alert onDismiss={forgetProblem}>{problem}</Alert>}
      {!photos && <Skeleton className="h-80" />}
      {photos && (
        <>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Button isBusy={isBusy} onClick={create}>
              {SHARED_PHOTOS.create}
            </Button>
            <Button variant="quiet" aria-disabled={isBusy} onClick={isBusy ? undefined : discard}>
              {SHARED_PHOTOS.discard}
            </Button>
          </div>
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {photos.map((photo, index) => (
              <li key={photo.name + String(index)}>
                <Preview photo={photo} name={SHARED_PHOTOS.photo(index + 1, photos.length)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Creates the draft with these photos, and opens its form. */
function useDraftOf(photos: File[]) {
  const token = useAppSelector(({ session }) => session.user?.token) ?? ''
  const [createProduct] = useCreateProductMutation()
  const [updateProduct] = useUpdateProductMutation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const navigate = useNavigate()
  const create = async () => {
    setProblem(null)
    setBusy(true)
    try {
      const wrong = photos.map(fileProblem).find(Boolean)
      if (wrong) return setProblem(wrong)
      const sending = { token, signal: new AbortController().signal, onProgress() {} }
      const images = await Promise.all(photos.map((photo) => sendPhoto(photo, sending)))
      const created = await createProduct()
      if (!created.data) return setProblem(messageOf(created.error as ApiFailure))
      const { _id: id } = created.data
      const { error } = await updateProduct({ id, edit: { images } })
      if (error) return setProblem(messageOf(error as ApiFailure))
      await forgetSharedPhotos()
      navigate(`/admin/products/${id}/edit`, { replace: true })
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return { create, isBusy, problem, forgetProblem: () => setProblem(null) }
}

function Preview({ photo, name }: { photo: File; name: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const reader = new FileReader()
    reader.onload = () => setUrl(String(reader.result))
    reader.readAsDataURL(photo)
  }, [photo])
  return url ? (
    <img src={url} alt={name} className="aspect-square w-full rounded-md object-cover" />
  ) : (
    <Skeleton className="aspect-square" />
  )
}

const NoPhotos = () => (
  <>
    <Head title={SHARED_PHOTOS.heading} noIndex />
    <EmptyState title={SHARED_PHOTOS.none} heading="h1">
      <p>{SHARED_PHOTOS.shareAgain}</p>
      <Link to="/admin/productlist">{SHARED_PHOTOS.products}</Link>
    </EmptyState>
  </>
)
