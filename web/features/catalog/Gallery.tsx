import { type MouseEvent, useRef, useState } from 'react'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { ProductImage } from '#contract/products.ts'
import { Photo } from '../../ui/Photo.tsx'

type Props = { images: ProductImage[]; name: string }

const SIZES = '(min-width: 1400px) 46rem, (min-width: 991px) 52vw, 92vw'
const BIG = 'aspect-square rounded-lg'

/** A product's photographs, big; where there are several, side by side to swipe through. */
export function Gallery({ images, name }: Props) {
  const [first, ...others] = images
  if (others.length > 0) return <Photos images={images} name={name} />
  return <Photo image={first ?? PLACEHOLDER_PHOTO} alt={first?.alt || name} sizes={SIZES} eager className={BIG} />
}

function Photos({ images, name }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const show = (index: number) => row.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start' })
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
          <li key={image.Location} id={idOf(index)}>
            <Photo image={image} alt={image.alt || name} sizes={SIZES} eager={index === 0} className={BIG} />
          </li>
        ))}
      </ul>
      <Thumbnails images={images} shown={shown} onChoose={show} />
    </div>
  )
}

type ThumbnailsProps = { images: ProductImage[]; shown: number; onChoose(index: number): void }

/** A small link to each photograph, which the browser can follow by itself. */
function Thumbnails({ images, shown, onChoose }: ThumbnailsProps) {
  const choose = (event: MouseEvent, index: number) => {
    event.preventDefault()
    onChoose(index)
  }
  return (
    <ul className="flex flex-wrap gap-3">
      {images.map((image, index) => (
        <li key={image.Location}>
          <a
            href={`#${idOf(index)}`}
            aria-label={`Photograph ${index + 1}`}
            aria-current={index === shown}
            onClick={(event) => choose(event, index)}
            className="block size-20 rounded-md border-2 border-transparent p-1 focus-visible:rounded-md aria-[current=true]:border-accent sm:size-24"
          >
            <Photo image={image} alt="" sizes="6rem" className="aspect-square rounded-sm" />
          </a>
        </li>
      ))}
    </ul>
  )
}

const idOf = (index: number) => `photo-${index + 1}`
