import { createElement } from 'react'
import type { ShopInfo } from '#contract/shop-info.ts'
import { HOME } from '#web/texts/catalog.ts'
import { Link } from '#web/ui/Link.tsx'
import { Photo } from '#web/ui/Photo.tsx'

/**
 * The seller's own text about the shop, in paragraphs with an empty line between them, beside a photo if there is one.
 */
export const Story = ({ shop: { story, storyTitle, storyPhoto: photo, customText } }: { shop: ShopInfo }) => (
  <section aria-labelledby="about" className="bg-sand">
    <div className="mx-auto grid max-w-page items-center gap-10 px-5 py-16 sm:px-8 lg:grid-cols-2 lg:gap-20 lg:py-28">
      {photo && <Photo image={photo} sizes="(min-width: 991px) 48vw, 92vw" className="aspect-4/3 rounded-lg" />}
      <div className="grid max-w-xl min-w-0 gap-6 break-words">
        <h2 id="about" className="text-3xl">
          {storyTitle}
        </h2>
        {paragraphsOf(story).map(paragraph)}
        {customText && (
          <p>
            {customText} <Link to="/contact">{HOME.ask}</Link>.
          </p>
        )}
      </div>
    </div>
  </section>
)

/** Repeated paragraphs are mistakes, so each appears once. */
const paragraphsOf = (text: string) => [...new Set(text.split(/\n\s*\n/))].filter((part) => part.trim())

const AMOUNT_PATTERN = /(\$\d+(?:\.\d\d)?)/

/** A paragraph with prices stands out, and so do the prices in it. */
function paragraph(text: string) {
  const parts = text.trim().split(AMOUNT_PATTERN)
  const className = parts.length > 1 ? 'border-y border-line py-6 font-serif text-xl' : undefined
  return createElement('p', { key: text, className }, ...parts.map((part, place) => (place % 2 ? amount(part) : part)))
}

const amount = (text: string) => <strong className="font-semibold text-accent">{text}</strong>
