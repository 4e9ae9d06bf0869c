import { useState } from 'react'
import { PHOTO_FORMATS, PHOTO_WIDTHS, type PhotoFormat, PLACEHOLDER_PHOTO, photoUrl } from '#contract/photos.ts'
import type { ProductImage } from '#contract/products.ts'

type Props = {
  image: ProductImage | string
  alt?: string
  /** How wide it is shown, for the browser to choose a file. */
  sizes: string
  /** For what is seen first: fetched at once, and before the rest. */
  eager?: boolean
  /** Its shape and corners, where a square does not do. */
  className?: string
}

/** A photograph in the formats and widths the browser may choose from, over its blurred likeness until it is there. */
export function Photo({ image, alt, sizes, eager = false, className = 'aspect-square rounded-md' }: Props) {
  const [gone, setGone] = useState<string>()
  const { Location, width, height, placeholder, ...photo } = shownOf(image, gone)
  const blurred = placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined
  return (
    <picture className={`block overflow-hidden bg-sand ${className}`}>
      {Location.endsWith('.jpg') &&
        PHOTO_FORMATS.map((format) => (
          <source key={format} type={`image/${format}`} srcSet={srcSetOf(Location, width, format)} sizes={sizes} />
        ))}
      <img
        src={Location}
        alt={alt ?? photo.alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        onError={() => setGone(Location)}
        className="size-full bg-cover bg-center object-cover"
        style={blurred}
      />
    </picture>
  )
}

type Plain = { Location: string; alt: string; width?: number; height?: number; placeholder?: string }
/** An old order may show a photograph that is no longer kept. */
function shownOf(image: ProductImage | string, gone: string | undefined): Plain {
  const shown = typeof image === 'string' ? plain(image) : image
  return shown.Location === gone ? plain(PLACEHOLDER_PHOTO) : shown
}

const plain = (location: string): Plain => ({ Location: location, alt: '' })

/** The widths worth offering: none is wider than the photograph, but for the smallest. */
function srcSetOf(location: string, fullWidth = Number.POSITIVE_INFINITY, format: PhotoFormat) {
  const [smallest, ...larger] = PHOTO_WIDTHS
  const widths = [smallest, ...larger.filter((width) => width <= fullWidth)]
  return widths.map((width) => `${photoUrl(location, width, format)} ${width}w`).join(', ')
}
