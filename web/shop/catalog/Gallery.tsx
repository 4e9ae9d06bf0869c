import { type ComponentType, type MouseEvent, type UIEvent, useRef, useState } from 'react'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { ProductImage } from '#contract/products.ts'
import { PHOTOS } from '#web/texts/product.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import type { ZoomProps } from './ZoomDialog.tsx'

type Props = { images: ProductImage[]; name: string }

const SIZES = '(min-width: 1400px) 46rem, (min-width: 991px) 52vw, (min-width: 600px) 46vw, 92vw'
const SQUARE = 'aspect-square rounded-lg'
/** The shape of a slide is between these ratios of width to height; a photo beyond them has room beside it. */
const [NARROWEST, WIDEST] = [0.7, 1.5]
/** Percent of the window's height. */
const MAX_HEIGHT = 86

/** Swipeable photos of a product; a click opens the zoom dialog. */
export function Gallery({ images, name }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const [shownIndex, setShownIndex] = useState(0)
  const { enlarge, dialog } = useZoom(images, name)
  const show = (index: number) => row.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  const follow = ({ currentTarget: { scrollLeft, scrollWidth } }: UIEvent) =>
    setShownIndex(Math.round((scrollLeft / scrollWidth) * images.length))
  if (images.length === 0) return <Photo image={PLACEHOLDER_PHOTO} alt={name} sizes={SIZES} eager className={SQUARE} />
  // All slides have the shape of the first photo, so that nothing moves while they load or are swiped.
  const [{ width, height } = { width: 1, height: 1 }] = images
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, width / height))
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div className="relative" style={{ maxWidth: `${MAX_HEIGHT * ratio}vh` }}>
        <ul ref={row} aria-label={PHOTOS.of(name)} onScroll={follow} className="slides rounded-lg">
          {images.map((image, index) => (
            <li key={image.Location} id={idOf(index)}>
              <Slide
                image={image}
                alt={image.alt || name}
                isFirst={index === 0}
                ratio={ratio}
                onEnlarge={(event) => enlarge(event, index)}
              />
            </li>
          ))}
        </ul>
        <p className="pointer-events-none absolute right-4 bottom-4 flex items-center gap-2 rounded-full bg-card px-3 py-1 text-xs font-semibold tabular-nums">
          <Icon name="expand" className="size-4" />
          {images.length > 1 && `${shownIndex + 1} / ${images.length}`}
        </p>
      </div>
      {images.length > 1 && <Thumbnails images={images} shown={shownIndex} onChoose={show} />}
      {dialog}
    </div>
  )
}

type SlideProps = {
  image: ProductImage
  alt: string
  isFirst: boolean
  ratio: number
  onEnlarge(event: MouseEvent<HTMLAnchorElement>): void
}

/** A photo that links to its full size. */
const Slide = ({ image, alt, isFirst, ratio, onEnlarge }: SlideProps) => (
  <a
    href={image.Location}
    aria-label={PHOTOS.enlarge(alt)}
    onClick={onEnlarge}
    style={{ aspectRatio: ratio }}
    className="block cursor-zoom-in rounded-lg focus-visible:rounded-lg focus-visible:-outline-offset-4"
  >
    <Photo image={image} alt={alt} sizes={SIZES} eager={isFirst} isWhole className="size-full rounded-lg" />
  </a>
)

/** The zoom dialog. Its code loads with the first click; if that fails, the browser follows the link to the photo. */
function useZoom(images: ProductImage[], name: string) {
  const [Zoom, setZoom] = useState<ComponentType<ZoomProps>>()
  const [start, setStart] = useState<number | null>(null)
  const enlarge = async (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const { href } = event.currentTarget
    const module = await import('./ZoomDialog.tsx').catch(() => null)
    if (!module) return window.location.assign(href)
    setZoom(() => module.ZoomDialog)
    setStart(index)
  }
  const isOpen = Zoom && start !== null
  const dialog = isOpen ? <Zoom images={images} name={name} start={start} onClose={() => setStart(null)} /> : null
  return { enlarge, dialog }
}

type ThumbnailsProps = { images: ProductImage[]; shown: number; onChoose(index: number): void }

/** A small link to each photo, which works without JavaScript. */
function Thumbnails({ images, shown, onChoose }: ThumbnailsProps) {
  const choose = (event: MouseEvent, index: number) => {
    event.preventDefault()
    onChoose(index)
  }
  return (
    <ul className="flex gap-3 max-sm:overflow-x-auto sm:flex-wrap">
      {images.map((image, index) => (
        <li key={image.Location} className="shrink-0">
          <a
            href={`#${idOf(index)}`}
            aria-label={PHOTOS.place(index + 1, images.length)}
            aria-current={index === shown}
            onClick={(event) => choose(event, index)}
            className="block size-14 rounded-md border-2 border-transparent p-1 transition-colors hover:border-line focus-visible:rounded-md aria-[current=true]:border-accent sm:size-24"
          >
            <Photo image={image} alt="" sizes="6rem" className="aspect-square rounded-sm" />
          </a>
        </li>
      ))}
    </ul>
  )
}

const idOf = (index: number) => `photo-${index + 1}`
