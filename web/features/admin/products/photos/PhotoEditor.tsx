import type { ProductImage } from '#contract/products.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Photo } from '../../../../ui/Photo.tsx'

type Props = { images: ProductImage[]; onChange(images: ProductImage[]): void; name: string }

/** The photographs of a product, the first of which is its cover. */
export function PhotoEditor({ images, onChange, name }: Props) {
  if (images.length === 0) return <p className="text-muted">There is no photograph yet.</p>
  return (
    <ul aria-label={`Photographs of ${name}`} className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {images.map((image, index) => (
        <li key={image.Location} className="grid justify-items-start gap-1">
          <Photo image={image} alt={image.alt || name} sizes="10rem" className="aspect-square w-full rounded-md" />
          <Button
            type="button"
            variant="quiet"
            className="ml-0"
            aria-label={`Delete photograph ${index + 1}`}
            onClick={() => onChange(images.filter((other) => other !== image))}
          >
            Delete
          </Button>
        </li>
      ))}
    </ul>
  )
}
