import { useEffect, useId, useRef, useState } from 'react'
import { PHOTO_MAX_BYTES } from '#contract/admin/uploads.ts'
import type { ProductImage } from '#contract/products.ts'
import { PHOTOS } from '#web/texts/admin-products.ts'
import { insertUploaded, moveItem } from './order.ts'
import { PhotoPicker } from './PhotoPicker.tsx'
import { PhotoTile } from './PhotoTile.tsx'
import { UploadRows } from './UploadRows.tsx'
import { useDragging } from './use-dragging.ts'
import { type Upload, type UploadStatus, useUploads } from './use-uploads.ts'

type Props = {
  images: ProductImage[]
  /** Receives a function from the present list to the next, because uploads complete at any time, several at once. */
  onChange(edit: (images: ProductImage[]) => ProductImage[]): void
  onUploading(uploading: UploadStatus): void
  name: string
}

/** Editor of a product's photos; the first is the cover. Changes are saved with the product. */
export function PhotoEditor({ images, onChange, onUploading, name }: Props) {
  const hintId = useId()
  const list = useRef<HTMLOListElement>(null)
  const { announcement, move, edit, remove, arrive } = useEditing({ images, onChange, list })
  const { uploads, add, retry, forget } = useUploads(arrive)
  const failures = uploads.filter(({ problem }) => problem)
  const failed = failures.length
  const failedNames = failures.map(({ file }) => file.name).join(', ')
  const underWay = uploads.length - failed
  useEffect(() => onUploading({ underWay, failed, failedNames }), [onUploading, underWay, failed, failedNames])
  const { drag, start } = useDragging(move)
  const dragOf = (index: number) => {
    if (!drag) return 'none'
    if (index === drag.from) return 'moving'
    return index === drag.to ? 'target' : 'none'
  }
  return (
    <div className="grid gap-5">
      <p id={hintId} className="text-sm text-muted">
        {PHOTOS.hint(PHOTO_MAX_BYTES / 2 ** 20)}
      </p>
      <PhotoPicker onChoose={add} hintId={hintId} />
      <UploadRows uploads={uploads} onRetry={retry} onForget={forget} />
      {images.length > 0 && (
        <ol ref={list} aria-label={PHOTOS.listOf(name)} className="grid gap-6 lg:grid-cols-2 lg:gap-x-10">
          {images.map((image, index) => (
            <PhotoTile
              key={image.Location}
              image={image}
              index={index}
              count={images.length}
              drag={dragOf(index)}
              onDrag={(event) => start(event, index)}
              onDescribe={(alt) => edit(index, { alt })}
              onFocus={(focus) => edit(index, { focus })}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

type Editing = Pick<Props, 'images' | 'onChange'> & { list: React.RefObject<HTMLOListElement | null> }

/** Edits of the photo list, with screen reader announcements. The focus follows a moved photo. */
function useEditing({ images, onChange, list }: Editing) {
  const [announcement, setAnnouncement] = useState('')
  const uploadIds = useRef(new Map<string, number>())
  const focusNext = useRef<{ index: number; button: number }>(null)
  useEffect(() => {
    const { index, button } = focusNext.current ?? {}
    focusNext.current = null
    if (index !== undefined && button !== undefined)
      list.current?.children[index]?.querySelectorAll('button')[button]?.focus()
  })
  return {
    announcement,
    move(from: number, to: number) {
      const focused = list.current?.children[from]?.querySelectorAll('button')
      const button = [...(focused ?? [])].indexOf(document.activeElement as HTMLButtonElement)
      if (button >= 0) focusNext.current = { index: to, button }
      onChange((all) => moveItem(all, from, to))
      setAnnouncement(PHOTOS.moved(from + 1, to + 1, images.length))
    },
    edit(index: number, change: Partial<ProductImage>) {
      onChange((all) => all.map((image, at) => (at === index ? { ...image, ...change } : image)))
    },
    remove(index: number) {
      focusNext.current = { index: Math.min(index, images.length - 2), button: 2 }
      onChange((all) => all.toSpliced(index, 1))
      setAnnouncement(PHOTOS.removed(index + 1))
    },
    arrive(image: ProductImage, { id, file }: Upload) {
      uploadIds.current.set(image.Location, id)
      onChange((all) => insertUploaded(all, image, uploadIds.current))
      setAnnouncement(PHOTOS.uploaded(file.name))
    },
  }
}
