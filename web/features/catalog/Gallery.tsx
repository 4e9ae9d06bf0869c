import { type MouseEvent, useRef, useState } from 'react'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { ProductImage } from '#contract/products.ts'
import { Photo } from '../../ui/Photo.tsx'

const SIZES = '(min-width: 1400px) 46rem, (min-width: 991px) 52vw, 92vw'

/** A product's photographs, big, side by side to swipe through; with thumbnails that lead to each. */
export function Gallery({ images, name }: { images: ProductImage[]; name: string }) {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  if (images.length < 2)
    return (
      <Photo image={images[0] ?? PLACEHOLDER_PHOTO} alt={images[0]?.alt || name} sizes={SIZES} eager className={BIG} />
    )
  const show = (event: MouseEvent, index: number) => {
    event.preventDefault()
    row.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
  return (
    <div className="grid gap-4">
      <ul
        ref={row}
        aria-label={`Photographs of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, scrollWidth } }) =>
          setShown(Math.round((scrollLeft / scrollWidth) * images.length))
        }
        className="slides rounded-lg"
      >
        {images.map((image, index) => (
          <li key={image.Location} id={`photo-${index + 1}`}>
            <Photo image={image} alt={image.alt || name} sizes={SIZES} eager={index === 0} className={BIG} />
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-3">
        {images.map((image, index) => (
          <li key={image.Location}>
            <a
              href={`#photo-${index + 1}`}
              aria-label={`Photograph ${index + 1}`}
              aria-current={index === shown}
              onClick={(event) => show(event, index)}
              className="block size-20 rounded-md border-2 border-transparent p-1 focus-visible:rounded-md aria-[current=true]:border-accent sm:size-24"
            >
              <Photo image={image} alt="" sizes="6rem" className="aspect-square rounded-sm" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const BIG = 'aspect-square rounded-lg'
