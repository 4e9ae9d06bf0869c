import { type DragEvent, useState } from 'react'
import { ACCEPTED_PHOTOS } from '#contract/admin/uploads.ts'
import { FileButton } from '#web/admin/lib/FileButton.tsx'
import { PHOTOS } from '#web/texts/admin-products.ts'
import { Icon } from '#web/ui/Icon.tsx'

type Props = { onChoose(files: Iterable<File>): void; hintId: string }

/** Adds photos: from files, from a phone's camera, or by drag and drop. */
export function PhotoPicker({ onChoose, hintId }: Props) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onChoose(event.dataTransfer.files)
  }
  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the buttons within do the same
    <div
      onDragOver={hover}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`grid justify-items-center gap-3 rounded-lg border-2 border-dashed px-4 py-6 text-center transition-colors ${
        isOver ? 'border-accent bg-accent-soft' : 'border-line bg-paper'
      }`}
    >
      <div className="flex flex-wrap justify-center gap-3">
        <FileButton label={PHOTOS.choose} accept={ACCEPTED_PHOTOS} multiple onChoose={onChoose} noteId={hintId}>
          <Icon name="plus" />
          {PHOTOS.choose}
        </FileButton>
        <span className="hidden pointer-coarse:block">
          <FileButton label={PHOTOS.take} accept="image/*" capture="environment" onChoose={onChoose} noteId={hintId}>
            <Icon name="camera" />
            {PHOTOS.take}
          </FileButton>
        </span>
      </div>
      <p className="text-sm text-muted pointer-coarse:hidden">{PHOTOS.drop}</p>
    </div>
  )
}
