import { useState } from 'react'
import { PHOTO_FORMATS, PHOTO_WIDTHS, type PhotoFormat, PLACEHOLDER_PHOTO, photoUrl } from '#contract/photos.ts'
import type { Focus, ProductImage } from '#contract/products.ts'

type Props = {
  image: ProductImage | string
  alt?: string
  /** The `sizes` attribute: the width at which the photo is shown. */
  sizes: string
  /** For photos above the fold: loads immediately with high priority. */
  eager?: boolean
  /** The aspect ratio and corners, if not square. */
  className?: string
  /** Shows all of the photo instead of filling the shape. */
  isWhole?: boolean
}

const SQUARE = 'aspect-square rounded-md'

/** Responsive photo in all variants, over its blurred placeholder while it loads. */
export function Photo({ image, alt, sizes, eager = false, className = SQUARE, isWhole }: Props) {
  const [missingUrl, setMissingUrl] = useState<string>()
  const { Location, width, height, placeholder, focus, ...photo } = shownOf(image, missingUrl)
  const style = {
    ...(placeholder && { backgroundImage: `url("${placeholder}")` }),
    ...(focus && { objectPosition: `${focus.x}% ${focus.y}%` }),
  }
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
        onError={() => setMissingUrl(Location)}
        className={`size-full bg-cover bg-center ${isWhole ? 'object-contain' : 'object-cover'}`}
        style={style}
      />
    </picture>
  )
}

type Plain = { Location: string; alt: string; width?: number; height?: number; placeholder?: string; focus?: Focus }
/** The placeholder image replaces a missing photo, which an old order may have. */
function shownOf(image: ProductImage | string, missingUrl: string | undefined): Plain {
  const photoShown = typeof image === 'string' ? plain(image) : image
  return photoShown.Location === missingUrl ? plain(PLACEHOLDER_PHOTO) : photoShown
}

const plain = (location: string): Plain => ({ Location: location, alt: '' })

/** The smallest width, and all others up to the width of the photo. */
function srcSetOf(location: string, fullWidth = Number.POSITIVE_INFINITY, format: PhotoFormat) {
  const [smallest, ...larger] = PHOTO_WIDTHS
  const widths = [smallest, ...larger.filter((width) => width <= fullWidth)]
  return widths.map((width) => `${photoUrl(location, width, format)} ${width}w`).join(', ')
}
