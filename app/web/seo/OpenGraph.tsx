// Open Graph tags for link previews, rendered on the server only.
import type { ShownLook } from '#contract/look.ts'
import { formatDecimal } from '#contract/money.ts'
import { photoUrl, SHARED_PHOTO } from '#contract/photos.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import type { HeadTags } from '#web/ui/Head.tsx'
import type { PageSubject } from './structured-data.ts'

type Props = { tags: HeadTags; subject: PageSubject; shop: ShopInfo; look: ShownLook; shopUrl: string }

/** The Open Graph tags of a page. None for a page without a canonical address: nobody is meant to share it. */
export function OpenGraph({ tags: { title, description, url }, subject, shop, look, shopUrl }: Props) {
  const { product, products, collection, drop } = subject
  if (!url) return null
  const ofProducts = products?.products.find(({ images }) => images[0])?.images[0]
  const ofDrop = drop?.products.find(({ image }) => image)?.image
  const photo = product?.images[0] ?? collection?.photo ?? ofProducts ?? ofDrop ?? look.hero.photo
  return (
    <>
      <meta property="og:type" content={product ? 'product' : 'website'} />
      <meta property="og:site_name" content={shop.name} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:url" content={url} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta
        property="og:image"
        content={`${shopUrl}${photo ? photoUrl(photo.Location, SHARED_PHOTO.width, SHARED_PHOTO.format) : `/shared.jpg?${look.icons}`}`}
      />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(SHARED_PHOTO.width)} />
      <meta property="og:image:height" content={String(SHARED_PHOTO.height)} />
      {photo?.alt && <meta property="og:image:alt" content={photo.alt} />}
      {product && <meta property="product:price:amount" content={formatDecimal(product.price)} />}
      {product && <meta property="product:price:currency" content="USD" />}
      {product && (
        <meta
          property="product:availability"
          content={product.qty > 0 && product.drop?.state !== 'planned' ? 'in stock' : 'out of stock'}
        />
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
